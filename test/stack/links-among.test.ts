/** Which files of a run have to be seen together, because templates of CloudFormation are called by others. */
import { linksAmong } from '../../src/stack/links.ts'

const nestedIn = (files: Readonly<Record<string, string>>) =>
  linksAmong(
    Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  ).nested.toSorted()

const cfn = "AWSTemplateFormatVersion: '2010-09-09'\nResources: {}\n"
const calling = (name: string) => `heat_template_version: 2018-08-31\nresources: {a: {type: ${name}}}\n`

describe('files that call one another', () => {
  it('are none where nobody names a file of CloudFormation', () => {
    expect(
      nestedIn({
        'a.yaml': cfn,
        'b.yaml': calling('c.yaml'),
        'c.yaml': calling('OS::Heat::None'),
        'own.yaml': `# own.yaml\n${cfn}`,
      }),
    ).toEqual([])
  })

  it('are those that are named, and those that name them, directly or through others', () => {
    expect(
      nestedIn({
        'child.yaml': cfn,
        'x/middle.yaml': calling('../child.yaml'),
        'top.yaml': calling('x/middle.yaml'),
        'registry.yaml': 'resource_registry: {My::X: child.yaml}\n',
        'other.yaml': cfn,
        'another.yaml': calling('my-child.yaml'),
      }),
    ).toEqual(['child.yaml', 'registry.yaml', 'top.yaml', 'x/middle.yaml'])
  })

  it('are found in a circle, too', () => {
    const circle = { 'a.yaml': `${cfn}# b.yaml\n`, 'b.yaml': `${cfn}# a.yaml\n` }
    expect(nestedIn(circle)).toEqual(['a.yaml', 'b.yaml'])
  })

  it('are no files of one name elsewhere, nor what a URL, a list or another directory names', () => {
    expect(
      nestedIn({
        'a/child.yaml': cfn,
        'b/top.yaml': calling('child.yaml'),
        'b/far.yaml': calling('https://example.org/a/child.yaml'),
        'index.json': '["a/child.yaml", "resources"]\n',
      }),
    ).toEqual([])
  })

  it('are found by paths with blanks, with dots, and from the root', () => {
    expect(
      nestedIn({
        'my files/my child.yaml': cfn,
        'top.yaml': calling('"my files/my child.yaml"'),
        '/all/child.json': cfn,
        '/all/b/top.yaml': calling('./../c/../child.json'),
      }),
    ).toEqual(['/all/b/top.yaml', '/all/child.json', 'my files/my child.yaml', 'top.yaml'])
  })

  it('are found in one line with very many names, which are those of no file', () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `f${index}.yaml`).join(' ')
    expect(nestedIn({ 'my child.yaml': cfn, 'top.json': `{"Resources": "${names} my child.yaml"}` })).toEqual(
      ['my child.yaml', 'top.json'],
    )
  })

  it('are those that name one by a type of a registry, a wildcard or a chain of names', () => {
    expect(
      nestedIn({
        'child.yaml': cfn,
        'environment.yaml': 'resource_registry: {My::X: child.yaml, Any::*: child.yaml}\n',
        'more.yaml': 'resource_registry: {My::Y: My::X}\n',
        'x.yaml': calling('My::X'),
        'y.json': '{"Resources":{"a":{"Type":"My::Y"}}}',
        'wild.yaml': calling('Any::Z'),
        'above.yaml': calling('x.yaml'),
        'other.yaml': calling('My::Z'),
      }),
    ).toEqual(['above.yaml', 'child.yaml', 'environment.yaml', 'more.yaml', 'wild.yaml', 'x.yaml', 'y.json'])
  })
})

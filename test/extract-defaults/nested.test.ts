import { extract, template } from './deploy.ts'

const caller = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: inner.yaml}\n'

function stays(files: Readonly<Record<string, string>>): readonly string[] {
  const { changed, findings } = extract(files)
  expect(changed).toEqual({})
  return findings
}

describe('a list that a call passes on', () => {
  it.each(["['a,b', c]", "['']", "[' a']", "['b ']", '[[a], b]'])('stays: %s', (list) => {
    const inner = template(`  p: {type: comma_delimited_list, default: ${list}}`)
    expect(stays({ 'base.yaml': caller, 'inner.yaml': inner })).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" stays: it is a list that the call "r" in base.yaml would pass as another one, for Heat joins its items by commas',
    ])
  })

  it.each(['[a, b]', '[1, yes]', '[]', "'a,b'"])('goes when it is the same: %s', (list) => {
    const inner = template(`  p: {type: comma_delimited_list, default: ${list}}`)
    expect(extract({ 'base.yaml': caller, 'inner.yaml': inner }).changed['base.env']).toBe(
      `parameters:\n  p: ${list}\n`,
    )
  })

  it('goes when every call passes another one', () => {
    const inner = template("  p: {type: comma_delimited_list, default: ['']}")
    const passing = caller.replace('}', ', properties: {p: x}}')
    expect(extract({ 'base.yaml': passing, 'inner.yaml': inner }).changed).toEqual({
      'inner.yaml': template('  p: {type: comma_delimited_list}'),
    })
  })
})

describe('a template that one names which cannot be read', () => {
  const broken = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: My::Inner\n'

  it('is no module whose default could go to an environment beside it', () => {
    const inner = template('  p: {type: string, default: x}')
    const files = { 'base.yaml': broken.replace('My::Inner', 'lib/inner.yaml'), 'lib/inner.yaml': inner }
    expect(stays(files)).toContain(
      'lib/inner.yaml:3:3 default-kept the default of "p" stays: base.yaml names this template and cannot be read',
    )
  })

  it('keeps its default too when it is named by way of a registry', () => {
    const files = {
      'base.yaml': broken,
      'other.env': 'resource_registry: {"My::Inner": inner.yaml}\n',
      'other.yaml': caller,
      'inner.yaml': template('  p: {type: string, default: x}'),
    }
    expect(stays(files)).toContain(
      'inner.yaml:3:3 default-kept the default of "p" stays: base.yaml names this template and cannot be read',
    )
  })

  it('is a module when only a longer name ends with its name', () => {
    const files = {
      'base.yaml': broken.replace('My::Inner', 'my-inner.yaml'),
      'inner.yaml': template('  p: {type: string, default: x}'),
    }
    expect(extract(files).changed['inner.env']).toBe('parameters:\n  p: x\n')
  })
})

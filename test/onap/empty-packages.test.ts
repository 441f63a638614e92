import { withEmptyPackages } from '../../src/engine/packages/empty-packages.ts'
import { createProfileChecker } from '../../src/engine/packages/profile.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template =
  'heat_template_version: 2018-03-02\ndescription: A lamp.\nparameters: {size: {type: number}}\n'
const environment = 'parameters:\n  size: 1\n'
const manifest = '{"name": "lamp", "data": []}\n'

/** `file code` of what is said of packages without templates; `folders` is what the run was given. */
function found(
  files: Readonly<Record<string, string>>,
  folders: readonly string[],
  isPartitioned = true,
): readonly string[] {
  const engine = withEmptyPackages(createProfileChecker(remediation), { folders })
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  if (isPartitioned) engine.partition?.(inputs)
  return (engine.runTogether?.(inputs) ?? []).flatMap(({ path, findings }) =>
    findings.flatMap(({ code }) => (code === 'R-37028' || code === 'R-27078' ? [`${path} ${code}`] : [])),
  )
}

describe('a package without any template', () => {
  test.each<[string, Record<string, string>, readonly string[], readonly string[]]>([
    ['of a manifest', { 'v/MANIFEST.json': manifest }, ['v/'], ['v/MANIFEST.json R-37028']],
    ['of an environment', { 'v/a.env': environment, 'v/b.env': environment }, ['v/'], ['v/a.env R-37028']],
    [
      'of a manifest and an environment',
      { 'v/MANIFEST.json': manifest, 'v/a.env': environment },
      ['v/'],
      ['v/MANIFEST.json R-37028'],
    ],
    ['of anything else', { 'v/notes.md': '# x\n', 'v/run.sh': 'x\n' }, ['v/'], ['v/notes.md R-37028']],
    ['in the working directory', { 'notes.md': '# x\n' }, [''], ['notes.md R-37028']],
    [
      'whose files have the names of templates',
      { 'v/MANIFEST.json': manifest, 'v/base.yaml': 'description: x\n', 'v/a.env': environment },
      ['v/'],
      ['v/base.yaml R-27078'],
    ],
    [
      'beside one that has some',
      {
        'a/base.yaml': template,
        'a/base.env': environment,
        'b/MANIFEST.json': manifest,
        'c/c.env': environment,
      },
      [''],
      ['b/MANIFEST.json R-37028', 'c/c.env R-37028'],
    ],
    [
      'with folders in it: said once',
      { 'v/MANIFEST.json': manifest, 'v/env/a.env': environment, 'v/env/b.env': environment },
      ['v/'],
      ['v/MANIFEST.json R-37028'],
    ],
    [
      'in an archive beside a template',
      { 'base.yaml': template, 'v.zip/a.env': environment },
      [],
      ['v.zip/a.env R-37028'],
    ],
  ])('%s', (_, files, folders, expected) => {
    expect(found(files, folders)).toEqual(expected)
    expect(found(files, folders, false)).toEqual(expected)
  })

  test.each<[string, Record<string, string>, readonly string[]]>([
    ['a package with a template', { 'v/base.yaml': template, 'v/base.env': environment }, ['v/']],
    [
      'a template that cannot be read',
      { 'v/MANIFEST.json': manifest, 'v/base.yaml': 'resources: [\n' },
      ['v/'],
    ],
    ['a folder in a package', { 'v/base.yaml': template, 'v/env/notes.md': 'x\n' }, ['v/']],
    ['a manifest above the templates', { 'v/MANIFEST.json': manifest, 'v/src/base.yaml': template }, ['v/']],
    ['a folder of notes among packages', { 'a/base.yaml': template, 'notes/x.md': 'x\n' }, ['']],
    [
      'an environment that leads to a template elsewhere',
      { 'a/base.yaml': template, 'env/x.env': 'resource_registry:\n  My::Lamp: ../a/base.yaml\n' },
      [''],
    ],
    ['files that were named one by one', { 'v/MANIFEST.json': manifest, 'v/a.env': environment }, []],
    ['our own configuration', { 'v/hotshift.config.yaml': 'profile: onap\n' }, ['v/']],
    ['CloudFormation', { 'v/base.yaml': 'AWSTemplateFormatVersion: 2010-09-09\nResources: {}\n' }, ['v/']],
  ])('is not %s', (_, files, folders) => {
    expect(found(files, folders).filter((one) => one.endsWith('R-37028'))).toEqual([])
  })

  test('is violated in check, in reports and in remediate', async () => {
    const { root } = temporaryTree({ 'lamp/MANIFEST.json': manifest, 'lamp/notes.md': '# x\n' })
    const checked = await inProcess(['check', '--profile', 'onap', 'lamp', '--format', 'markdown'], root)
    expect(checked.status).toBe(1)
    expect(checked.stdout).toContain('✘ `lamp` **does not meet what it MUST in 1 location**.')
    // Heat was asked about nothing.
    expect(checked.stdout).toContain('| `lamp` | 2 | 1 | 0 | not known | failed (1) | not asked |')
    const repaired = await inProcess(['remediate', '--profile', 'onap', 'lamp'], root)
    expect([repaired.status, repaired.stderr]).toEqual([3, expect.stringContaining('R-37028')])
  })
})

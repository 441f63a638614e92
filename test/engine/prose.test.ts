import { createPackageEngine } from '../../src/engine/engine.ts'
import type { EnvironmentNaming } from '../../src/stack/workspace.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'

const template = 'heat_template_version: 2016-10-14\nparameters:\n  size: {type: number, default: 1}\n'

function outcomesOf(files: Readonly<Record<string, string>>, naming: EnvironmentNaming = { suffix: '.env' }) {
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  const moves = packageTransforms.get('env/move-defaults')
  if (moves === undefined) throw new Error('no such transform')
  const outcomes = createPackageEngine({ transforms: [moves], naming }).runTogether?.(inputs)
  return outcomes?.map(({ path, status, reason }) => [path, status, reason])
}

describe('prose and programs with the words of a template', () => {
  it('are no templates that cannot be read to a command over packages', () => {
    const files = {
      'README.md': `# Use\n\n\`\`\`yaml\n${template}\`\`\`\n* a: *b*\n`,
      'make.py': `TEXT = """\n${template}"""\nprint(a: b)\n`,
      'stack.yaml': template,
    }
    expect(outcomesOf(files)).toEqual([
      ['README.md', 'skipped', 'not a template'],
      ['make.py', 'skipped', 'not a template'],
      ['stack.yaml', 'changed', undefined],
      ['stack.env', 'changed', undefined],
    ])
  })

  it('are told from an environment that cannot be read, whatever its name', () => {
    const files = { 'stack.yaml': template, 'live.conf': 'parameter_defaults: {\n' }
    const why = 'the end of the file does not fit here'
    expect(outcomesOf(files, { suffix: '.env', common: 'live.conf' })).toEqual([
      ['stack.yaml', 'blocked', `the default of "size" is kept: live.conf cannot be read: ${why}`],
      ['live.conf', 'blocked', why],
    ])
  })
})

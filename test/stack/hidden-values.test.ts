import { removeParameter } from '../../src/stack/refactor/remove-parameter.ts'
import { renameParameter } from '../../src/stack/refactor/rename-parameter.ts'
import { packageIn } from './packages.ts'

const web = 'heat_template_version: 2016-10-14\nparameters:\n  p: {type: string}\n  q: {type: string}\n'

describe('an environment that cannot be read', () => {
  const pkg = packageIn({ 'web.yaml': web, 'web.env': 'parameters: {p: 1\n' })

  it('keeps a parameter that it names from being removed', () => {
    expect(removeParameter(pkg, 'web.yaml', 'p')).toMatchObject({
      blocker: {
        path: 'web.env',
        why: expect.stringMatching(/^web\.env may set it but cannot be read: /),
      },
    })
    expect('done' in removeParameter(pkg, 'web.yaml', 'q')).toBe(true)
  })

  it('keeps a parameter that it names from being renamed', () => {
    const rename = (from: string) => renameParameter(pkg, { from, to: 'r', withOutputs: false })
    expect(rename('p')).toMatchObject({ blocker: { path: 'web.env' } })
    expect('done' in rename('q')).toBe(true)
  })
})

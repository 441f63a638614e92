/** What is said of other versions can be followed: every target version with everything that depends on it. */

import { allExplanations, filesBefore } from '../../src/apps/cli/explain/explained.ts'
import { behaves } from '../../src/engine/findings/catalogue.ts'
import { hotVersions } from '../../src/heat/versions.ts'
import { rewrite } from '../../src/index.ts'

const conditions = `Conditions:
  IsLive: {'Fn::Equals': [{Ref: 'AWS::Region'}, here]}
`

/** Templates with something that not every version can express, also together with what needs 2016-10-14. */
const templates = Object.entries(allExplanations()).flatMap(([code, { example }]) => {
  if (!behaves(code, 'of a version') || example === undefined) return []
  const [text = ''] = Object.values(filesBefore(example))
  const chain = text.startsWith('AWS') ? ('migrate' as const) : ('upgrade' as const)
  const second = text.replace(/^(?=Resources:|Outputs:)/m, conditions)
  return [[code, chain, text] as const, [`${code} and conditions`, chain, second] as const]
})

const run = (chain: 'migrate' | 'upgrade', text: string, to: string) => {
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain, to })
  if (outcome === undefined) throw new Error('no outcome')
  return outcome
}

it('there is much to try', () => {
  expect(templates.length).toBeGreaterThan(15)
})

describe.each(templates)('%s', (_name, chain, text) => {
  const outcomes = new Map(hotVersions.map((to) => [to, run(chain, text, to)] as const))
  const targets = chain === 'migrate' ? [...hotVersions, 'auto'] : hotVersions

  it.each(targets)('to %s', (to) => {
    const { findings } = run(chain, text, to)
    for (const { code, severity, help = '' } of findings) {
      const said = /With --to (\S+) the whole file can be rewritten\.$/.exec(help)?.[1]
      if (said !== undefined) expect(outcomes.get(said as never)?.status).toBe('changed')
      else if (help.endsWith('hotshift can write the whole file in no other version either.'))
        expect([...outcomes.values()].map(({ status }) => status)).not.toContain('changed')
      else if (severity === 'error') expect(behaves(code, 'of a version')).toBe(false)
    }
  })
})

/** What `check`, `verify` and `diff` say of one template: none of them contradicts another. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { behaves } from '../../src/engine/findings/catalogue.ts'
import { impactOf } from '../../src/engine/proof/impact.ts'
import { type VerifyInput, verify } from '../../src/engine/proof/verify.ts'
import { damaged } from '../heat/damaged-templates.ts'

const corpus = join(__dirname, '../../corpus')
const read = (path: string) => (existsSync(path) ? readFileSync(path) : undefined)

/** What is said of a template that is compared with itself, and does not fit what the other commands say; empty where all does. */
function contradictions(input: VerifyInput): readonly string[] {
  const answer = impactOf(input, input, { gate: 'checked' })
  if ('problem' in answer) return []
  const { refusals, resources, outputs } = answer.impact
  const { findings } = createChecker({ readFile: read }).run({ path: input.path, bytes: input.bytes })
  // What Heat rejects where nobody gives a value is a warning: somebody may.
  const errors = findings
    .filter(({ severity, code }) => severity === 'error' || behaves(code, 'without a value'))
    .map(({ message }) => message)
  const verification = verify(input, input)
  const verdict = 'verdict' in verification ? verification.verdict.verdict : verification.problem.message
  const happening = resources.filter(({ always }) => always !== true).map(({ name }) => name)
  const said = refusals.map(({ message }) => message)
  return [
    ...(errors.length > 0 && said.length === 0 ? [`check rejects it: ${errors.join('; ')}`] : []),
    ...(errors.length === 0 && said.length > 0 ? [`diff alone rejects it: ${said.join('; ')}`] : []),
    ...(happening.length > 0 ? [`something happens to ${happening.join(', ')}`] : []),
    ...(outputs.length > 0 ? [`outputs change: ${outputs.map(({ name }) => name).join(', ')}`] : []),
    ...(verdict === 'equal' ? [] : [`verify: ${verdict}`]),
  ]
}

const templates = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ya?ml|json|template)$/.test(name))
  .sort()

describe('a template compared with itself', () => {
  it('is what check and verify say of it, in the whole corpus', () => {
    expect(templates.length).toBeGreaterThan(100)
    const found = templates.flatMap((name) => {
      const path = join(corpus, name)
      return contradictions({ path, bytes: readFileSync(path), read }).map((one) => `${name}: ${one}`)
    })
    expect(found).toEqual([])
  })

  it('is so with damages of any kind', () => {
    const found = ['rocky-garden', 'newton-observatory', 'wallaby-ferry'].flatMap((name, seed) =>
      damaged(readFileSync(join(corpus, `hot/${name}.yaml`), 'utf8'), 60, seed + 1).flatMap(
        ({ text, what }) => {
          const path = join(corpus, `hot/${name}.yaml`)
          return contradictions({ path, bytes: new TextEncoder().encode(text), read }).map(
            (one) => `${name}, ${what}: ${one}`,
          )
        },
      ),
    )
    expect(found).toEqual([])
  })
})

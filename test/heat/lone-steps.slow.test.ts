import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { acceptableCodes } from '../../src/engine/findings/catalogue.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { engineFor } from '../engine/run-text.ts'
import { hasHeatFor } from './installed.ts'
import { type Answer, type Asked, askHeat } from './refusal.ts'

const hasHeat = hasHeatFor('asking Heat about single steps')
const withHeat = hasHeat ? describe : describe.skip

/** Of real templates one in so many, as each is run through every transform. */
const share = 8
const real = hasSharedCorpus
  ? ['hot', 'onap', 'cfn-json', 'cfn-yaml'].flatMap((folder) =>
      filesBelow(join(sharedCorpus, folder)).map((name) => join(sharedCorpus, folder, name)),
    )
  : []
const paths = [
  ...filesBelow(ownCorpus).map((name) => join(ownCorpus, name)),
  ...real.filter((_path, index) => index % share === 0),
].filter((path) => /\.(?:ya?ml|json|template)$/.test(path))
const files = paths.map((path) => ({ path, bytes: readFileSync(path) }))

const step = (id: string, options: Partial<EngineOptions> = {}) => engineFor({ ...options, chain: [id] })

/** In the form of functions that Heat loads: short tags are refused before anything else is looked at. */
const expanding = step('cfn/expand-short-tags')
function loadable(path: string, text: string): string {
  return expanding.run({ path, bytes: Buffer.from(text) }).after ?? text
}

/** One transform, and the findings that are accepted. */
interface Step {
  readonly id: string
  readonly accept: readonly string[]
}

interface Written extends Step {
  readonly path: string
  readonly before: Asked
  readonly after: Asked
}

/** What a transform writes alone. */
function writtenBy({ id, accept }: Step): readonly Written[] {
  const engine = step(id, { accept, refusesLoneSteps: true })
  return files.flatMap(({ path, bytes }) => {
    const { status, after } = engine.run({ path, bytes })
    if (status !== 'changed' || after === undefined) return []
    const asked = (text: string) => ({ path, text: loadable(path, text) })
    return [{ id, accept, path, before: asked(bytes.toString()), after: asked(after) }]
  })
}

interface Judged extends Step {
  readonly path: string
  readonly before: Answer
  readonly after: Answer
}

/** What Heat says of results and of their originals. */
function judged(all: readonly Written[]): readonly Judged[] {
  const answers = askHeat(all.flatMap(({ before, after }) => [before, after]))
  return all.map(({ id, accept, path }, index) => ({
    id,
    accept,
    path,
    before: answers[2 * index] as Answer,
    after: answers[2 * index + 1] as Answer,
  }))
}

/** How far Heat goes with a template before it refuses it. */
const stages = ['load', 'validate', 'create', 'class']

function refusalOf({ refused: [said = ''] }: Answer) {
  const [, stage = '', error = ''] = /^(\w+): (\w+)/.exec(said) ?? []
  return { at: said === '' ? stages.length : stages.indexOf(stage), error }
}

/** Whether Heat refuses a result earlier than the original, or as early for another reason. */
function isWorse(one: Judged): boolean {
  const [before, after] = [refusalOf(one.before), refusalOf(one.after)]
  return after.at < before.at || (after.at === before.at && after.error !== before.error)
}

withHeat('single transforms', () => {
  const steps = [...transforms].flatMap(([id, { safety }]) =>
    (safety === 'lossy' ? [[], acceptableCodes()] : [[]]).map((accept) => ({
      id,
      accept,
      what: accept.length === 0 ? 'accepting nothing' : 'accepting all',
    })),
  )
  // Heat takes seconds to start, so it is asked once.
  let all: readonly Judged[]
  beforeAll(() => {
    all = judged(steps.flatMap(writtenBy))
  })

  it.each(steps)(
    '$id, $what, writes nothing that Heat refuses and did not refuse so before',
    ({ id, accept }) => {
      expect(all.filter((one) => one.id === id && one.accept === accept && isWorse(one))).toEqual([])
    },
  )
})

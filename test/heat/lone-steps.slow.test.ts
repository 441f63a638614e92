import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptableCodes } from '../../src/engine/catalogue.ts'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { engineFor } from '../engine/run-text.ts'
import { type Answer, askHeat, hasHeat } from './refusal.ts'

if (!hasHeat)
  console.warn(
    'skipped: asking Heat about single steps needs python3-heat for /usr/bin/python3 (apt-get install python3-heat)',
  )
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

interface Written {
  readonly id: string
  readonly path: string
  readonly before: Answer
  readonly after: Answer
}

/** What a transform writes alone, and what Heat says of that and of the original. */
function written(id: string, options: Partial<EngineOptions>): readonly Written[] {
  const engine = step(id, { ...options, refusesLoneSteps: true })
  const changed = files.flatMap(({ path, bytes }) => {
    const { status, after } = engine.run({ path, bytes })
    if (status !== 'changed' || after === undefined) return []
    return [{ path, before: loadable(path, bytes.toString()), after: loadable(path, after) }]
  })
  const before = askHeat(changed.map((one) => ({ path: one.path, text: one.before })))
  const after = askHeat(changed.map((one) => ({ path: one.path, text: one.after })))
  return changed.map(({ path }, index) => ({
    id,
    path,
    before: before[index] as Answer,
    after: after[index] as Answer,
  }))
}

/** How far Heat goes with a template before it refuses it. */
const stages = ['load', 'validate', 'create', 'class']

function refusalOf({ refused: [said = ''] }: Answer) {
  const [, stage = '', error = ''] = /^(\w+): (\w+)/.exec(said) ?? []
  return { at: said === '' ? stages.length : stages.indexOf(stage), error }
}

/** Whether Heat refuses a result earlier than the original, or as early for another reason. */
function isWorse(one: Written): boolean {
  const [before, after] = [refusalOf(one.before), refusalOf(one.after)]
  return after.at < before.at || (after.at === before.at && after.error !== before.error)
}

withHeat('single transforms', () => {
  it.each(
    [...transforms].flatMap(([id, { safety }]) =>
      (safety === 'lossy' ? [[], acceptableCodes()] : [[]]).map((accept) => ({
        id,
        accept,
        what: accept.length === 0 ? 'accepting nothing' : 'accepting all',
      })),
    ),
  )('$id, $what, writes nothing that Heat refuses and did not refuse so before', ({ id, accept }) => {
    expect(written(id, { accept }).filter(isWorse)).toEqual([])
  })
})

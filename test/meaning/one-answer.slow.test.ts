/**
 * Two answers about one pair do not contradict each other: what `verify` calls equal has no effect on a live stack, and `check`
 * finds the same errors in both. Over fixtures, and over mutants of them and of the corpus.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { createChecker } from '../../src/engine/check.ts'
import { impactOf } from '../../src/engine/proof/impact.ts'
import { verify } from '../../src/engine/proof/verify.ts'
import { verdictOf } from '../../src/meaning/impact/model.ts'
import { filesBelow } from '../engine/corpus-files.ts'
import { aimed } from '../heat/mutation/aimed.ts'
import { dataOf, isMapping, printed } from '../heat/mutation/data.ts'
import { equal } from '../heat/mutation/equal.ts'
import { general } from '../heat/mutation/general.ts'
import { Random, Template } from '../heat/mutation/mutator.ts'

const root = join(__dirname, '../..')
const isTemplate = (text: string) =>
  /heat_template_version|HeatTemplateFormatVersion|AWSTemplateFormatVersion/.test(text)
const mutantsOfEach = 12

interface Pair {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Every case of a transform, what it was and what it became. */
function fixtures(): readonly Pair[] {
  const files = filesBelow(join(root, 'transforms'))
  const after = new Map(
    files.flatMap((path) => (basename(path).startsWith('expected.') ? [[dirname(path), path]] : [])),
  )
  const read = (path: string) => readFileSync(join(root, 'transforms', path), 'utf8')
  return files.flatMap((path) => {
    if (!basename(path).startsWith('input.')) return []
    const [before, expected] = [read(path), after.get(dirname(path))]
    const pair = { name: dirname(path), before, after: expected === undefined ? before : read(expected) }
    return isTemplate(before) ? [pair] : []
  })
}

function corpus(): readonly Pair[] {
  return filesBelow(join(root, 'corpus'))
    .map((path) => [path, readFileSync(join(root, 'corpus', path), 'utf8')] as const)
    .flatMap(([name, text]) => (isTemplate(text) ? [{ name, before: text, after: text }] : []))
}

/** The template, changed in one place, in several ways; those that nothing should tell apart among them. */
function mutantsOf({ name, before }: Pair, random: Random): readonly Pair[] {
  let data: ReturnType<typeof dataOf>
  try {
    data = dataOf(parse(before, { version: '1.1', logLevel: 'silent' }))
  } catch {
    // Not YAML to this reader.
    return []
  }
  if (!isMapping(data)) return []
  const template = new Template(name, data)
  return Array.from({ length: mutantsOfEach }, (_, index) => {
    const mutator = random.choice(index % 2 === 0 ? equal : [...general, ...aimed])
    const pair = mutator?.mutant(template, random)
    if (mutator === undefined || pair === undefined) return []
    return [{ name: `${name}: ${mutator.name}`, before: printed(pair.before), after: printed(pair.after) }]
  }).flat()
}

/** Pairs that are equal, with an error of `check` on one side only, and why. */
const known: Readonly<Record<string, string>> = {
  'cfn/inline-region/fixtures/comments': 'check looks at a literal, and not at what a call gives',
  'cfn/json-to-yaml/fixtures/comment-behind-the-first-brace': 'Heat does not load JSON with comments',
  'cfn/json-to-yaml/fixtures/commented-members': 'Heat does not load JSON with comments',
  'hot/modernize-types/fixtures/every-removed-type': 'check knows the properties of the newer type only',
  'cfn/select-to-path/fixtures/outputs-wait-for-nothing':
    'not settled: check rejects an attribute that is not selected',
  'cfn/inline-region/fixtures/change: a value is that of a neighbour':
    'not settled: check rejects a reference of the first only',
}

const file = (text: string) => ({ path: 'a.yaml', bytes: new TextEncoder().encode(text) })

function errorsIn(text: string): readonly string[] {
  const { findings } = createChecker().run(file(text))
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)
    .sort()
}

const dialect = (text: string) => /heat_template_version/.test(text)

it('gives one answer', () => {
  const random = new Random(4107)
  const whole = [...fixtures(), ...corpus()]
  const pairs = [...whole, ...whole.flatMap((one) => mutantsOf(one, random))]
  const wrong: string[] = []
  const count = { pairs: 0, equal: 0, checked: 0 }
  for (const { name, before, after } of pairs) {
    const proof = verify(file(before), file(after))
    if ('problem' in proof) continue
    count.pairs += 1
    const { verdict, refines, reading } = proof.verdict
    // What Heat refuses, and AWS takes, no stack of Heat is made of.
    if (verdict !== 'equal' || reading !== 'heat') continue
    count.equal += 1
    const effect = impactOf(file(before), file(after))
    const [one, other] = [errorsIn(before), errorsIn(after)]
    const isTaken = !('problem' in effect) && effect.impact.refusals.length === 0 && one.length === 0
    // The same is built; that it is written elsewhere is an update.
    const isWritten =
      isTaken &&
      effect.impact.resources.every(({ changes }) => changes.every(({ path }) => path === 'depends_on'))
    const always = isTaken && effect.impact.resources.every((resource) => resource.always === true)
    if (
      isTaken &&
      !(isWritten && effect.impact.outputs.length === 0) &&
      !always &&
      verdictOf(effect.impact) !== 'nothing' &&
      !refines
    )
      wrong.push(
        `${name}: equal, and diff says ${verdictOf(effect.impact)}: ${JSON.stringify(effect.impact).slice(0, 300)}`,
      )
    if (refines || dialect(before) !== dialect(after)) continue
    count.checked += 1
    if ((one.length === 0) !== (other.length === 0) && !Object.hasOwn(known, name))
      wrong.push(`${name}: equal, and check says ${one.join()} and ${other.join()}`)
  }
  console.info(`${count.pairs} pairs, ${count.equal} equal, ${count.checked} checked on both sides`)
  expect(wrong).toEqual([])
  // Pairs that AWS's reading alone makes equal are not asked.
  expect(count.equal).toBeGreaterThan(500)
})

/** No command that writes ends with 0 over files in which `check` then finds errors, and found none before. */
import { join } from 'node:path'
import { exitOf } from '../../src/apps/cli/output/exit-code.ts'
import { readFixtures } from '../../src/apps/testing/fixture.ts'
import { createEngine, createPackageEngine } from '../../src/engine/engine.ts'
import type { Engine } from '../../src/engine/engine-contract.ts'
import { remediationOptions } from '../../src/engine/packages/profile.ts'
import { check } from '../../src/index.ts'
import { RunCounter } from '../../src/run/run-report.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import { ownCorpus } from '../engine/corpus-files.ts'
import { filesBelow } from '../extract-defaults/extracted-tree.ts'

type Texts = ReadonlyMap<string, string>

interface Package {
  readonly name: string
  readonly texts: Texts
}

const root = join(__dirname, '../../transforms')

const textsOf = (files: Iterable<readonly [string, Uint8Array]>): Texts =>
  new Map([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))

/** The fixtures of transforms that take packages. */
const fixturePackages = (family: string): readonly Package[] =>
  [...packageTransforms.keys()]
    .filter((id) => id.startsWith(`${family}/`))
    .flatMap((id) =>
      readFixtures(join(root, id, 'fixtures')).map(({ name, input }) => ({
        name: `${id}/${name}`,
        texts: textsOf(input),
      })),
    )

const corpusPackages = [
  'nested',
  'packages/bakery',
  'packages/onap-lighthouse',
  'packages/onap-switchyard',
].map((name): Package => ({ name, texts: textsOf(filesBelow(join(ownCorpus, name))) }))

const errorsIn = (texts: Texts): readonly string[] =>
  check([...texts].map(([path, text]) => ({ path, text }))).flatMap(({ path, findings }) =>
    findings.flatMap(({ severity, code, line }) => (severity === 'error' ? [`${path}:${line} ${code}`] : [])),
  )

/** What a command makes of some files, and the code with which it ends. */
function made(
  texts: Texts,
  engine: Engine,
): { readonly after: Texts; readonly code: number; readonly count: number } {
  const inputs = [...texts].map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  const ran = engine.runTogether?.(inputs) ?? inputs.map((input) => engine.run(input))
  const outcomes = engine.followRenames?.(ran, (path) => texts.get(path)) ?? ran
  const after = new Map(texts)
  const counter = new RunCounter()
  for (const outcome of outcomes) {
    counter.count(outcome)
    if (outcome.status !== 'changed') continue
    after.delete(outcome.path)
    after.set(outcome.newPath ?? outcome.path, outcome.after)
  }
  const report = counter.report('written')
  return { after, code: exitOf(report, { changes: false, effects: [] }).code, count: report.totals.changed }
}

/** The packages that a command changes and calls done, and those of them that `check` refuses only now. */
function contradictions(packages: readonly Package[], engine: Engine) {
  const done = packages.flatMap((one) => {
    const { after, code, count } = made(one.texts, engine)
    return code === 0 && count > 0 ? [{ ...one, after }] : []
  })
  const found = done.flatMap(({ name, texts, after }) => {
    const errors = errorsIn(after)
    return errors.length > 0 && errorsIn(texts).length === 0 ? [`${name}: ${errors.join(', ')}`] : []
  })
  return { done: done.length, found }
}

it('extract-defaults agrees with check', () => {
  const chain = ['env/pass-nested-defaults', 'env/move-defaults'].flatMap(
    (id) => packageTransforms.get(id) ?? [],
  )
  const packages = [...fixturePackages('env'), ...corpusPackages]
  const { done, found } = contradictions(packages, createPackageEngine({ transforms: chain }))
  expect(done).toBeGreaterThan(3)
  expect(found).toEqual([])
})

it('remediate --lossy agrees with check', () => {
  const packages = [...fixturePackages('onap'), ...corpusPackages]
  const engine = createPackageEngine(remediationOptions(remediation({ isLossy: true, isWanted: () => true })))
  const { done, found } = contradictions(packages, engine)
  expect(done).toBeGreaterThan(0)
  expect(found).toEqual([])
})

it('migrate agrees with check where templates call one another', () => {
  const packages = [...fixturePackages('env'), ...corpusPackages]
  const engine = createEngine({
    chain: 'migrate',
    to: 'auto',
    from: 'aws',
    accept: [],
    partial: false,
    registry: transforms,
    nested: packages.flatMap(({ texts }) => [...texts.keys()]),
  })
  const { done, found } = contradictions(packages, engine)
  expect(done).toBeGreaterThan(0)
  expect(found).toEqual([])
})

it('run agrees with check, for each transform over a fixture of its own that it changes', () => {
  let all = 0
  const found = [...transforms.keys()].flatMap((id) => {
    const chain = { chain: [id], to: '2018-08-31', accept: [], partial: false, registry: transforms }
    const packages = readFixtures(join(root, id, 'fixtures'))
      .filter(({ name }) => name === 'change')
      .map(({ name, input }) => ({ name: `${id}/${name}`, texts: textsOf(input) }))
    const result = contradictions(packages, createEngine({ ...chain, refusesLoneSteps: true }))
    all += result.done
    return result.found
  })
  expect(all).toBeGreaterThan(15)
  expect(found).toEqual([])
})

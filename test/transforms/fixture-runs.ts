import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Fixture, readFixtures } from '../../src/apps/testing/fixture.ts'
import type { RunFixture } from '../../src/apps/testing/tester.ts'
import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import type { Preset } from '../../src/engine/engine.ts'
import { createEngine, createPackageEngine } from '../../src/engine/engine.ts'
import { outcomesOf } from '../../src/engine/outcome.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import { usualTarget } from './fixture-cases.ts'

/** Cases with what is run over them: those of one transform, or of a preset. */
export interface FixtureRun {
  /** Of the transform, or the name of the preset. */
  readonly id: string
  readonly fixtures: readonly Fixture[]
  readonly run: RunFixture
}

const jsonToYaml = 'cfn/json-to-yaml'

/** All fixtures of the project that the tester compares. */
export function fixtureRuns(root: string): readonly FixtureRun[] {
  const ofTransform = (id: string) => readFixtures(join(root, 'transforms', id, 'fixtures'))
  return [
    ...[...transforms.keys()].sort().map((id) => ({ id, fixtures: ofTransform(id), run: runTransform(id) })),
    ...[...packageTransforms].map(([id, transform]) => ({
      id,
      fixtures: ofTransform(id),
      run: transform.ofKind === undefined ? runPackages(transform) : runChain([transform]),
    })),
    {
      id: 'upgrade',
      fixtures: readFixtures(join(root, 'test/upgrade/fixtures')),
      run: runChain('upgrade', usualTarget),
    },
  ]
}

/** As `hotshift run -t <id>` does; JSON input of others is written as YAML first. */
function runTransform(id: string): RunFixture {
  const [alone, afterYaml] = [runChain([id]), runChain([jsonToYaml, id])]
  return (files, options) =>
    (id !== jsonToYaml && files.some(({ bytes }) => isJson(bytes)) ? afterYaml : alone)(files, options)
}

function runPackages(transform: Transform): RunFixture {
  const engine = createPackageEngine({ transforms: [transform] })
  return (files) => {
    const outcomes = engine.runTogether?.(files) ?? []
    const texts = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')]))
    return engine.followRenames?.(outcomes, (path) => texts.get(path)) ?? outcomes
  }
}

function runChain(chain: Preset | readonly (string | Transform)[], target = '2018-08-31'): RunFixture {
  return (files, { to = target, from, accept = [], partial = false, assumeVersion, cloud }) => {
    const others = {
      ...(assumeVersion === undefined ? {} : { assumedVersion: assumeVersion }),
      ...(from === undefined ? {} : { from }),
      ...(cloud === undefined ? {} : { cloud }),
    }
    const engine = createEngine({ chain, to, accept, partial, ...others, registry: transforms })
    return files.flatMap((file) => outcomesOf(engine.run(file)))
  }
}

function isJson(bytes: Uint8Array): boolean {
  return /^\ufeff?\s*[{/]/.test(Buffer.from(bytes).toString('utf8'))
}

/** The ids that have a folder, for example `cfn/ref-to-get`. */
export function transformFolders(root: string): readonly string[] {
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const transformsRoot = join(root, 'transforms')
  return folders(transformsRoot)
    .flatMap((family) => folders(join(transformsRoot, family)).map((name) => `${family}/${name}`))
    .sort()
}

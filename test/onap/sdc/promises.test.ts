/** What a finding says that a repair does, the repair does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPackageEngine } from '../../../src/engine/engine.ts'
import { withSdcRemediation } from '../../../src/engine/packages/sdc-remediation.ts'
import { sdcTransforms } from '../../../transforms/onap/sdc-repairs.ts'
import { fixtureCases } from './fixture-table.ts'
import { type Files, listed } from './packages.ts'

const engine = withSdcRemediation(createPackageEngine({ transforms: sdcTransforms, rounds: 'settled' }))

/** The findings that are left although they promise a repair. */
function broken(files: Files): readonly string[] {
  const inputs = Object.entries(listed(files)).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  const outcomes = engine.runTogether?.(inputs) ?? []
  return outcomes.flatMap(({ path, findings }) =>
    findings
      .filter(({ severity, help }) => severity !== 'info' && help?.startsWith('`hotshift remediate'))
      .map(({ code, message }) => `${path} ${code} ${message}`),
  )
}

const version = 'heat_template_version: 2018-03-02\n'
const plain = `${version}parameters: {}\nresources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`
const other = plain.replace('lamp', 'bulb')
const environment = 'parameters: {}\n'

function manifest(...data: readonly object[]): string {
  return JSON.stringify({ data })
}
const base = { file: 'base.yaml', type: 'HEAT', isBase: 'true' }

test.each(
  fixtureCases(readFileSync(join(import.meta.dirname, 'fixtures.yaml'), 'utf8')).map(
    ({ fixture, files }) => [fixture, files] as const,
  ),
)('in %s', (_, files) => {
  expect(broken(files)).toEqual([])
})

test.each<[string, Files]>([
  [
    'a volume of no module',
    {
      'base.yaml': plain,
      'bulb.yaml': other,
      'MANIFEST.json': manifest(base, { file: 'bulb.yaml', type: 'HEAT_VOL' }),
    },
  ],
  [
    'a second volume of a module',
    {
      'base.yaml': plain,
      'base_volume.yaml': other,
      'more_volume.yaml': plain.replace('lamp', 'wick'),
      'MANIFEST.json': manifest(
        { ...base, data: [{ file: 'more_volume.yaml', type: 'HEAT_VOL' }] },
        { file: 'base_volume.yaml', type: 'HEAT_VOL' },
      ),
    },
  ],
  [
    'a volume that is a playbook',
    {
      'base.yaml': plain,
      'play.yaml': 'a: 1\n',
      'MANIFEST.json': manifest(base, { file: 'play.yaml', type: 'HEAT_VOL' }),
    },
  ],
  [
    'an environment that is listed as a volume',
    {
      'base.yaml': plain,
      'base.env': environment,
      'MANIFEST.json': manifest(base, { file: 'base.env', type: 'HEAT_VOL' }),
    },
  ],
  [
    'a template that is listed as an environment',
    {
      'base.yaml': plain,
      'bulb.yaml': other,
      'MANIFEST.json': manifest(base, { file: 'bulb.yaml', type: 'HEAT_ENV' }),
    },
  ],
  [
    'an environment whose template has another one',
    {
      'base.yaml': plain,
      'base.env': environment,
      'base_small.env': environment,
      'MANIFEST.json': manifest({ ...base, data: [{ file: 'base_small.env', type: 'HEAT_ENV' }] }),
    },
  ],
  [
    'files that are not listed, and entries without a type',
    {
      'base.yaml': plain,
      'base.env': environment,
      'bulb.yaml': other,
      'run.sh': 'x',
      'MANIFEST.json': manifest(base, { file: 'run.sh' }, {}),
    },
  ],
  [
    'an artifact below a module',
    {
      'base.yaml': plain,
      'run.sh': 'x',
      'MANIFEST.json': manifest({ ...base, data: [{ file: 'run.sh', type: 'SHELL' }] }),
    },
  ],
])('of %s', (_, files) => {
  expect(broken(files)).toEqual([])
})

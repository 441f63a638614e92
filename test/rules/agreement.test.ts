/** What `check` says of a resource type, no other command denies: over all files of this project, and over the shared ones. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainedType, typeText } from '../../src/apps/cli/explain/explained-type.ts'
import { createChecker } from '../../src/engine/check.ts'
import { insteadOfTypes } from '../../src/heat/facts/facts.ts'
import { deadType, deprecatedType } from '../../src/heat/instead.ts'
import { rewrite } from '../../src/index.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'

const project = join(__dirname, '../..')

/** Names that something is to be said of, and names of the aliases that lead to them. */
const names = new RegExp(
  [
    ...Object.keys(insteadOfTypes),
    'OS::Ceilometer::Alarm',
    'OS::Ceilometer::CombinationAlarm',
    'OS::Metering::Alarm',
  ]
    .map((name) => `${name}(?![:\\w])`)
    .join('|'),
)

const files = [join(project, 'transforms'), ownCorpus, ...(hasSharedCorpus ? [sharedCorpus] : [])]
  .flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)))
  .filter((path) => /\.(?:ya?ml|json|template)$/.test(path) && !path.endsWith('findings.json'))
  .map((path) => ({ path, bytes: readFileSync(path) }))
  .filter(({ bytes }) => names.test(bytes.toString()))

interface Said {
  readonly code: string
  readonly line: number | undefined
  readonly message: string
  readonly help: string
}

function checked({ path, bytes }: (typeof files)[number]): readonly Said[] {
  const { findings } = createChecker().run({ path, bytes })
  return findings.map(({ code, line, message, help = '' }) => ({ code, line, message, help }))
}

const ofTypes = (all: readonly Said[]) =>
  all.filter(({ code }) => code === 'removed-resource-type' || code === 'deprecated-resource-type')

/** What a finding must not say of a type that can no longer be created. */
const denials = /stays valid|Nothing breaks|Nothing to do|None has exactly/

it('there is much to compare', () => {
  expect(files.length).toBeGreaterThan(40)
  expect(files.flatMap((one) => ofTypes(checked(one))).length).toBeGreaterThan(100)
})

describe.each(['modernize', 'nativize', 'migrate'] as const)('%s', (chain) => {
  it.each(files.map((one) => [one.path.slice(project.length + 1), one] as const))('%s', (_, file) => {
    const said = ofTypes(checked(file)).filter(({ code }) => code === 'removed-resource-type')
    const [outcome] = rewrite([{ path: 'file.yaml', text: file.bytes.toString() }], { chain, from: 'heat' })
    const answers = (outcome?.findings ?? []).map(({ code, line, message, help = '' }) => ({
      code,
      line,
      message,
      help,
    }))
    for (const { line, message } of said) {
      const type = message.split(' ')[0] ?? ''
      const here = answers.filter((one) => one.line === line && one.message.startsWith(`${type} `))
      expect(here.filter((one) => denials.test(one.help) || denials.test(one.message))).toEqual([])
      // What is rewritten, and what is refused for other reasons, needs no answer.
      const isRead = outcome?.status === 'changed' || outcome?.status === 'unchanged'
      if (chain === 'migrate' || !isRead || outcome.kind !== 'hot') continue
      const isGone = outcome.after !== undefined && !outcome.after.includes(type)
      const isAnswered = answers.some((one) => one.line === line && one.message.includes(type))
      expect([type, line, isGone || isAnswered]).toEqual([type, line, true])
    }
  })
})

describe('explain', () => {
  it.each(Object.keys(insteadOfTypes))('says of %s what check says', (type) => {
    const fate = deadType(type) ?? deprecatedType(type)
    if (fate !== undefined) expect(typeText(explainedType(type)!, plainStyle, undefined)).toContain(fate)
  })
})

describe('a command that a finding names', () => {
  const rows = Object.entries(insteadOfTypes).filter(([, { command }]) => command !== undefined)

  it.each(rows)('changes %s, or says why not', (type, { accept }) => {
    const properties = type.endsWith('LoadBalancer') ? ' {vip_subnet: s}' : ' {pool: public}'
    const text = `heat_template_version: 2018-08-31\nresources:\n  a: {type: ${type}, properties:${properties}}\n`
    const [outcome] = rewrite([{ path: 'a.yaml', text }], {
      chain: 'modernize',
      accept: accept === undefined ? [] : [accept as never],
      to: '2021-04-16',
    })
    const isChanged = outcome?.after?.includes(type) === false
    const isSaid = outcome?.findings.some(({ line }) => line === 3) === true
    expect([type, isChanged || isSaid]).toEqual([type, true])
  })
})

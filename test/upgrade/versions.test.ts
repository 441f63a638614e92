/** Every version and alias that Heat knows, and every word that came with one. */
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { hotReleases, hotWords } from '../../src/heat/facts/facts.ts'
import { hotVersions, latestVersion, versionOf } from '../../src/heat/versions.ts'
import { transforms } from '../../transforms/registry.ts'

function upgrade(text: string, to: string): FileOutcome {
  const engine = createEngine({ chain: 'upgrade', to, accept: [], partial: false, registry: transforms })
  return engine.run({ path: 'a.yaml', bytes: Buffer.from(text) })
}

const names = [...hotVersions, ...Object.keys(hotReleases)]
const nameOf = new Map<string, string>(Object.entries(hotReleases).map(([name, version]) => [version, name]))
const pairs = names.flatMap((from) => names.map((to) => [from, to] as const))
const plain = (version: string) =>
  `heat_template_version: ${version}\nresources: {a: {type: OS::Heat::None}}\n`

describe('from each version to each other', () => {
  it.each(pairs)('%s to %s', (from, to) => {
    const { status, after, findings } = upgrade(plain(from), to)
    const [old, wanted] = [versionOf(from), versionOf(to)] as [string, string]
    if (old === wanted) expect([status, findings]).toEqual(['unchanged', []])
    // A name takes the place of a name only, where the release has one that a template may say.
    else expect(after).toBe(plain(/^\d/.test(from) ? wanted : (nameOf.get(wanted) ?? wanted)))
  })
})

/** A template that says a word, by the place where the word stands. */
const saying: Readonly<
  Record<Exclude<keyof typeof hotWords, 'reservedParameters' | 'pseudoParameters'>, (word: string) => string>
> = {
  sections: (word) => `${word}: {}\n`,
  parameterKeys: (word) =>
    `parameters: {p: {type: string, ${word}: x}}\n`.replace('type: string, type: x', 'type: string'),
  parameterTypes: (word) => `parameters: {p: {type: ${word}}}\n`,
  constraints: (word) => `parameters: {p: {type: string, constraints: [{${word}: x}]}}\n`,
  resourceKeys: (word) => `resources: {r: {type: OS::Heat::None, ${word}: x}}\n`.replace(', type: x', ''),
  outputKeys: (word) => `outputs: {o: {value: a, ${word}: x}}\n`.replace('value: a, value: x', 'value: a'),
  deletionPolicies: (word) => `resources: {r: {type: OS::Heat::None, deletion_policy: ${word}}}\n`,
}
const words = (Object.keys(saying) as (keyof typeof saying)[]).flatMap((location) =>
  Object.entries(hotWords[location])
    .filter(([word]) => word !== 'heat_template_version')
    .map(([word, since]) => [location, word, since, saying[location](word)] as const),
)

describe('words', () => {
  it.each(words)('%s: %s is let through from %s on', (_, _word, since, body) => {
    const text = `heat_template_version: ${since}\n${body}`
    expect(upgrade(text, 'latest').after).toBe(text.replace(since, latestVersion))
  })
})

describe('invalid declarations', () => {
  it.each([
    ['steel', '"steel" is not a heat_template_version'],
    ['2013', '"2013" is not a heat_template_version'],
    ['', 'the heat_template_version is empty'],
    ["''", '"" is not a heat_template_version'],
    ['[2013-05-23]', 'a list or mapping is not a heat_template_version'],
  ])('%s', (version, problem) => {
    const { status, findings } = upgrade(plain(version), 'latest')
    expect([status, findings.map(({ code }) => code)]).toEqual(['blocked', ['no-such-version']])
    const advice = 'the lowest version that supports the whole template is 2013-05-23'
    expect(findings[0]?.message).toBe(`${problem}; ${advice}`)
  })

  it.each([
    ['2018-02-01', '"2018-02-01"', 'the last one before it is 2017-09-01'],
    ['2015-05-23', '"2015-05-23"', 'the last one before it is 2015-04-30'],
    ['9999-01-01', '"9999-01-01"', `the last one before it is ${latestVersion}`],
    ['2013-05-23a', '"2013-05-23a"', 'it reads like 2013-05-23'],
    ["'2016-10-14 '", '"2016-10-14 "', 'it reads like 2016-10-14'],
    ['2015-04-30T00:00:00Z', '"2015-04-30T00:00:00Z"', 'it reads like 2015-04-30'],
    ['20180831', '"20180831"', 'it reads like 2018-08-31'],
    ['2018-8-31', '"2018-8-31"', 'it reads like 2018-08-31'],
    ['Rocky', '"Rocky"', 'it reads like 2018-08-31'],
    ['mitaka', '"mitaka"', 'it reads like 2016-04-08'],
  ])('%s, by which something else is meant', (version, written, meant) => {
    const { status, findings } = upgrade(plain(version), 'latest')
    expect([status, findings.map(({ code }) => code)]).toEqual(['blocked', ['no-such-version']])
    const message = `${written} is not a heat_template_version; ${meant}, which supports the whole template`
    expect(findings[0]?.message).toBe(message)
  })

  it('several versions', () => {
    const text = `AWSTemplateFormatVersion: '2010-09-09'\n${plain('rocky')}`
    const { status, findings } = upgrade(text, 'latest')
    expect([status, findings.map(({ code }) => code)]).toEqual(['blocked', ['template-version']])
  })

  it('dates quoted or not are the same', () => {
    for (const version of ['2013-05-23', "'2013-05-23'", '"2013-05-23"', '!!str 2013-05-23'])
      expect(upgrade(plain(version), '2013-05-23').status).toBe('unchanged')
    expect(upgrade(plain("'2013-05-23'"), 'pike').after).toBe(plain("'2017-09-01'"))
  })
})

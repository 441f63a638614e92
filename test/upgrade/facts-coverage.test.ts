/**
 * Every row of the facts about versions has a fixture: what a version added, took away or reads otherwise, said
 * in a template that is upgraded from before that version to it or beyond; and what is as old as HOT, in any.
 */

import { join } from 'node:path'
import type { FunctionHistory } from '../../src/heat/facts/facts.ts'
import {
  hotConditionFunctions,
  hotFunctions,
  hotReleases,
  hotVersions,
  hotWords,
} from '../../src/heat/facts/facts.ts'
import { section } from '../../src/heat/sections.ts'
import { parseTarget, versionOf } from '../../src/heat/versions.ts'
import { callSites } from '../../src/heat/walk.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { listOf, mapOf, nameOf, stringOf, valueOf } from '../../src/text/document/read.ts'
import { mappingOf } from '../document/documents.ts'
import { fixtureCases, usualTarget } from '../transforms/fixture-cases.ts'

interface Crossing {
  readonly name: string
  readonly declared: string
  readonly from: string | undefined
  readonly to: string
  /** `function x`, `condition x`, `sections x` and so on. */
  readonly says: ReadonlySet<string>
}

const crossings = fixtureCases(join(__dirname, '..'), 'upgrade').map(({ name, input, options }): Crossing => {
  const root = mappingOf(input.toString())
  const declared = stringOf(valueOf(root, 'heat_template_version')) ?? ''
  const target = parseTarget(options.to ?? usualTarget)
  if (target.kind !== 'hot') throw new Error(`${name}: to ${options.to}`)
  return { name, declared, from: versionOf(declared), to: target.version, says: sayings(root) }
})

function sayings(root: Mapping): ReadonlySet<string> {
  const said = new Set<string>()
  const sayKeys = (location: string, map: Mapping | undefined) => {
    for (const one of map?.entries ?? []) said.add(`${location} ${nameOf(one)}`)
  }
  sayKeys('sections', root)
  for (const { call, site } of callSites(root)) {
    said.add(`${site.role === 'condition' ? 'condition' : 'function'} ${call.name}`)
    if (call.name === 'get_param') said.add(`pseudoParameters ${stringOf(call.argument)}`)
  }
  for (const { value } of section(root, 'parameters')?.entries ?? []) {
    const parameter = mapOf(value)
    sayKeys('parameterKeys', parameter)
    said.add(`parameterTypes ${stringOf(valueOf(parameter, 'type'))}`)
    for (const item of listOf(valueOf(parameter, 'constraints'))?.items ?? [])
      sayKeys('constraints', mapOf(item))
  }
  for (const { value } of section(root, 'resources')?.entries ?? []) {
    sayKeys('resourceKeys', mapOf(value))
    said.add(`deletionPolicies ${stringOf(valueOf(mapOf(value), 'deletion_policy'))}`)
  }
  for (const { value } of section(root, 'outputs')?.entries ?? []) sayKeys('outputKeys', mapOf(value))
  return said
}

type Row = readonly [what: string, since: string]

function functionRows(location: string, history: FunctionHistory): Row[] {
  return Object.entries(history).flatMap(([name, changes]) =>
    Object.keys(changes).map((since): Row => [`${location} ${name}`, since]),
  )
}

const rows: readonly Row[] = [
  ...functionRows('function', hotFunctions),
  ...functionRows('condition', hotConditionFunctions),
  ...Object.entries(hotWords).flatMap(([location, words]) =>
    Object.entries(words).map(
      ([word, since]): Row => [`${location.replace('reserved', 'pseudo')} ${word}`, since],
    ),
  ),
]

function covers({ from, to, says }: Crossing, [what, since]: Row): boolean {
  if (!says.has(what) || from === undefined) return false
  return since === hotVersions[0] ? from === since : from < since && since <= to
}

describe('every row has a fixture', () => {
  it.each(rows)('%s, %s', (...row) => {
    expect(crossings.filter((one) => covers(one, row)).map(({ name }) => name)).not.toEqual([])
  })

  it.each([...hotVersions, ...Object.keys(hotReleases)])('%s is declared somewhere', (version) => {
    expect(crossings.map(({ declared }) => declared)).toContain(version)
  })

  it.each(hotVersions.slice(1))('%s is gone to from below', (version) => {
    expect(crossings.filter(({ from = version, to }) => from < version && to === version)).not.toEqual([])
  })
})

/** What Heat reads otherwise from some version on, by the number with which the names of its fixtures begin. */
const changes: Readonly<Record<string, string>> = {
  '01': 'get_attr with a path, from 2014-10-16',
  '02': 'get_attr without an attribute, from 2015-10-15',
  '03': 'list_join, from 2015-10-15',
  '04': 'str_replace, from 2015-10-15',
  '05': 'repeat with an unused permutations, from 2017-09-01',
  '06': 'if with two items, from 2021-04-16',
  '07': 'plain data that becomes a function',
  '08': 'condition in an output, from 2016-10-14',
  '09': 'two constraints in one item, from 2017-02-24',
  '10': 'removed functions',
  '11': 'functions in conditions',
  '12': 'what was an error',
  '13': 'what does not change',
  '14': 'each name of a version',
}

/** Who reads a path in get_attr otherwise, and which attribute; with the fixture that shows each. */
const groupAttributes: Readonly<Record<string, string>> = {
  'OS::Heat::ResourceGroup, any other': '01-group-any-attribute',
  'OS::Heat::ResourceGroup, attributes': '01-group-attributes-was-an-error',
  'OS::Heat::ResourceGroup, refs': '01-group-refs',
  'OS::Heat::ResourceGroup, refs_map': '01-group-refs-map',
  'OS::Heat::ResourceGroup, removed_rsrc_list': '01-group-removed-rsrc-list',
  'OS::Heat::ResourceGroup, resource.N': '01-group-member',
  'OS::Heat::AutoScalingGroup, outputs': '01-autoscaling-outputs-was-an-error',
  'OS::Heat::AutoScalingGroup, refs': '01-autoscaling-refs',
  'OS::Heat::ResourceChain, the same': '01-chain',
  'a nested template as type, resource.N': '01-nested-template',
}

describe('what changes with versions', () => {
  const names = crossings.map(({ name }) => name)

  it('has fixtures for each number, and none without', () => {
    expect([...new Set(names.map((name) => name.slice(0, 2)))].sort()).toEqual(Object.keys(changes).sort())
  })

  it.each(Object.entries(groupAttributes))('%s', (_, fixture) => {
    expect(names).toContain(fixture)
  })
})

/** Resources, or conditions, that wait for one another. */

import { callOf } from '../../heat/calls.ts'
import { anyCall, callsWithin, marks } from '../../heat/calls-within.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { namesIn } from '../../heat/reads.ts'
import { declarations, hotName, section } from '../../heat/sections.ts'
import { latestVersion } from '../../heat/versions.ts'
import { Attached } from '../../text/document/attached.ts'
import { circles } from '../../text/document/circles.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import { partOf } from '../locations.ts'
import { rule } from '../rule.ts'
import type { CheckScope } from '../scope.ts'
import { isResolved, type RuleTopic, type Vocabulary } from '../vocabulary.ts'

/** One thing that waits for another, and where that is said. */
interface Edge {
  readonly to: string
  readonly at: Node
}

type Graph = ReadonlyMap<string, readonly Edge[]>

/** Reports each circle once, at the reference that closes it, with all its members in order. */
export const circularDependency = rule({
  codes: {
    'circular-dependency': {
      title: 'A circular dependency',
      severity: 'error',
      concerns: 'reference',
      behaves: ['refused everywhere'],
      help: 'Remove one of the dependencies.',
      why: 'Each waits for the other, so that Heat cannot create either. It rejects the template.',
      example: {
        command: 'check server.yaml',
        at: 'server.yaml:4',
        before: `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::None, depends_on: b}
  b: {type: OS::Heat::None, depends_on: a}
`,
        after: `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::None}
  b: {type: OS::Heat::None, depends_on: a}
`,
      },
    },
  },
  source: 'heat/engine/dependencies.py',
  asks: 'template',
  find(view, report) {
    const reportIn = (graph: Graph, found: string, topic: RuleTopic) => {
      for (const { names, closing, others } of circles(graph)) {
        const related = others.map((one) => ({ at: nameAt(one), message: `this refers to "${one.to}"` }))
        const at = nameAt(closing)
        const way = topic === 'dependencies' ? wayOut(names, view) : ''
        report('circular-dependency', at, `${found}: ${names.join(' → ')}${way}`, {
          related,
          item: names.join(' '),
          source: view.words.rule(topic),
        })
      }
    }
    reportIn(resourceGraph(view), 'circular dependency', 'dependencies')
    reportIn(conditionGraph(view), 'circular conditions', 'conditions')
  },
})

/** Groups whose rules name one another can be created first, and the rules after both. */
function wayOut(names: readonly string[], { declared, words }: GraphScope): string {
  const types = names.map((name) =>
    stringOf(readValue(mapOf(declared.resources.get(name)), words.spell('type'))),
  )
  if (!types.every((type) => type === 'OS::Neutron::SecurityGroup')) return ''
  return names.length === 2
    ? '; remote_mode: remote_group_id without a remote_group_id means the group itself'
    : '; write the rule that names the other group as an OS::Neutron::SecurityGroupRule of its own'
}

/** The parts of a resource that make it wait (`ResourceDefinition.required_resource_names`). */
const waiting: ReadonlySet<string> = new Set(['properties', 'metadata'])

/** Whether resources of a HOT template wait for one another. */
export function hasCircle(root: Mapping): boolean {
  const words = { spell: (key: string) => key, version: latestVersion, versionKey: undefined }
  return circles(resourceGraph({ root, declared: declarations(root), words })).length > 0
}

interface GraphScope extends Pick<CheckScope, 'root' | 'declared'> {
  readonly words: Pick<Vocabulary, 'spell' | 'version' | 'versionKey'>
}

function resourceGraph({ root, declared, words }: GraphScope): Graph {
  return graphOf(section(root, 'resources')?.entries ?? [], (value) => {
    const map = mapOf(value)
    return map === undefined ? [] : edgesOf(map, words).filter(({ to }) => declared.resources.has(to))
  })
}

/** What a definition refers to, whatever the template declares; stored with it for the dialect that was asked for last. */
function edgesOf(map: Mapping, words: GraphScope['words']): readonly Edge[] {
  const known = storedEdges.get(map)
  if (known !== undefined && known.version === words.version && known.versionKey === words.versionKey)
    return known.edges
  const { version, versionKey } = words
  const edges = referencesOf(map, words)
  storedEdges.set(map, { version, versionKey, edges })
  return edges
}

interface StoredEdges extends Pick<GraphScope['words'], 'version' | 'versionKey'> {
  readonly edges: readonly Edge[]
}

const storedEdges = new Attached<Mapping, StoredEdges>()

function referencesOf(map: Mapping, words: GraphScope['words']): readonly Edge[] {
  // What exists outside of the stack waits for nothing.
  if (stringOf(readValue(map, words.spell('external_id'))) !== undefined) return []
  const dependsOn = namesIn(readValue(map, words.spell('depends_on')))
  const explicit = dependsOn.map(({ name, at }): Edge => ({ to: name, at }))
  const seen = new Set<Node>()
  const implicit: Edge[] = []
  for (const one of map.entries)
    if (isMerge(one) || waiting.has(hotName(nameOf(one) ?? '')))
      addReferences(one.value, words, seen, implicit)
  return [...explicit, ...implicit]
}

/**
 * Adds the resources that calls refer to; what the dialect has no function for is data.
 * @param seen what was looked at already: aliases may repeat one node any number of times
 */
function addReferences(node: Node, words: GraphScope['words'], seen: Set<Node>, found: Edge[]): void {
  const target = resolved(node)
  if ((callsWithin(target) & (anyCall | marks.alias)) === 0) return
  if (target !== node) {
    if (seen.has(target)) return
    seen.add(target)
  }
  const written = callOf(target)
  const call = isResolved(written, words) ? written : undefined
  const refersTo = functionRow(call?.name ?? '')?.refersTo
  const add = (name: string | undefined) => name !== undefined && found.push({ to: name, at: node })
  if (refersTo === 'resource' || refersTo === 'parameter or resource') add(stringOf(call?.argument))
  else if (refersTo === 'attribute') {
    const items = listOf(call?.argument)?.items ?? []
    add(stringOf(items[0]))
    for (const item of items) addReferences(item, words, seen, found)
  } else if (target.kind === 'seq') for (const item of target.items) addReferences(item, words, seen, found)
  else if (target.kind === 'map')
    for (const { value } of target.entries) addReferences(value, words, seen, found)
}

function conditionGraph({ root, declared }: Pick<CheckScope, 'root' | 'declared'>): Graph {
  const names = (node: Node, seen: Set<Node>): Edge[] => {
    const target = resolved(node)
    const name = stringOf(target)
    if (name !== undefined) return declared.conditions.has(name) ? [{ to: name, at: node }] : []
    const call = callOf(target)
    // What equals compares, and what parameters are called, are no conditions.
    if (call === undefined || seen.has(target) || !/^(?:Fn::)?(?:and|or|not)$/i.test(call.name)) return []
    seen.add(target)
    return (listOf(call.argument)?.items ?? [call.argument]).flatMap((one) => names(one, seen))
  }
  return graphOf(section(root, 'conditions')?.entries ?? [], (value) =>
    callOf(resolved(value)) ? names(value, new Set()) : [],
  )
}

function graphOf(entries: readonly Entry[], edges: (value: Node) => readonly Edge[]): Graph {
  return new Map(
    entries.flatMap((one) => {
      const name = nameOf(one)
      return name === undefined ? [] : [[name, edges(one.value)] as const]
    }),
  )
}

/** The name in a reference. */
function nameAt({ at, to }: Edge): Node | Entry {
  const argument = callOf(resolved(at))?.argument
  const name = argument && (listOf(argument)?.items[0] ?? argument)
  return stringOf(name) === to ? partOf(at, name) : at
}

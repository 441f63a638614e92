/**
 * A blueprint as HOT: a component becomes a resource of its type, its attributes properties, what fulfils its
 * requirements references. Nothing is guessed: what has no value becomes a parameter, and what HOT cannot say is reported.
 */
import { entry, withEntries } from '../../document/build.ts'
import { commentsOf } from '../../document/comments.ts'
import type { Document } from '../../document/document.ts'
import type { Data } from '../../document/from-data.ts'
import { data } from '../../document/from-data.ts'
import type { Entry, Mapping, Node } from '../../document/node.ts'
import { entryOf, nameOf, seqOf, textOf } from '../../document/read.ts'
import { transplanted } from '../../document/transplant.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import type { Blueprint, Component } from '../model.ts'
import { nativeType, shortName } from '../vocabulary.ts'
import { lowerDatabase, lowerSchema } from './database.ts'
import { lowerLoadBalancer } from './network.ts'
import { fileOf, type LoweringFinding, Scope } from './scope.ts'
import { isPackage, lowerScript, lowerServer } from './server.ts'
import { lowerTier } from './tier.ts'

export interface Lowered {
  /** In place of the blueprint. */
  readonly template: Mapping
  /** Templates that the new one names, by their file names, beside it. */
  readonly nested: ReadonlyMap<string, Mapping>
  /** Types that a provider template must be supplied for, sorted. */
  readonly providerTypes: readonly string[]
  readonly findings: readonly LoweringFinding[]
}

/**
 * @param document what the blueprint was read from
 * @param base the name of the file without its ending: nested templates are named after it
 */
export function lowered(blueprint: Blueprint, root: Mapping, document: Document, base: string): Lowered {
  const scope = new Scope(blueprint, base)
  for (const one of blueprint.components) lowerComponent(one, scope)
  enforceProviders(scope)
  const components = entryOf(root, 'components') as Entry
  const { name } = blueprint
  const description = name === undefined ? undefined : entry('description', name.value, { for: name })
  const types = new Set(scope.types.map(({ type }) => type))
  return {
    template: withEntries(
      root,
      scope.entries(description, globalAsComment(root, document, scope), components),
    ),
    nested: new Map([...scope.nested].map(([file, tree]) => [file, transplanted(tree, document) as Mapping])),
    providerTypes: [...types].filter((type) => resourceTypeFacts(type) === undefined).sort(),
    findings: scope.findings,
  }
}

function lowerComponent(component: Component, scope: Scope): void {
  if (!component.isNamed && !isPackage(component))
    scope.report(
      'blueprint-generated-id',
      component.at,
      `the component has no id; it is called "${component.id}"`,
    )
  switch (nativeType(component.type ?? '')) {
    case 'server':
      lowerServer(component, scope)
      break
    case 'tier':
      lowerTier(component, scope)
      break
    case 'script':
      lowerScript(component, scope)
      break
    case 'loadbalancer':
      lowerLoadBalancer(component, scope)
      break
    case 'database':
      lowerDatabase(component, scope)
      break
    case 'schema':
      lowerSchema(component, scope)
      break
    case undefined:
      if (!isPackage(component)) lowerProvided(component, scope)
  }
}

/** A type that is none of ours stays as it is, for a provider template. */
function lowerProvided(component: Component, scope: Scope): void {
  const { type = '', at, content } = component
  const properties = new Map<string, Data | undefined>()
  if (content !== undefined) properties.set('content', fileOf(content))
  for (const one of component.attributes) properties.set(nameOf(one) ?? '', one.value)
  for (const one of component.requires) {
    const name = shortName(one.type)
    const targets = one.fulfillment.map(
      (by): Data => (by.kind === 'component' ? data({ get_resource: by.id }) : by.url),
    )
    const fulfillment = targets.length > 1 ? targets : targets[0]
    const isBare = one.attributes.size === 0 && fulfillment !== undefined
    const value: Data = isBare
      ? fulfillment
      : new Map([...one.attributes, ['fulfillment', fulfillment]] as const)
    properties.set(properties.has(name) ? one.type : name, value)
  }
  if (resourceTypeFacts(type) === undefined)
    scope.report(
      'blueprint-provider',
      at,
      `Heat does not have the type "${type}"; supply a provider template for it`,
    )
  scope.own(component, type, properties)
}

/** What is required of the whole and has no equivalent: its text, with its comments, for the top of the template. */
function globalAsComment(root: Mapping, document: Document, scope: Scope): string[] {
  const rest = scope.blueprint.requires.filter(({ type }) => type !== 'providers')
  for (const { type, at } of rest)
    scope.report('blueprint-loss', at, `HOT cannot require ${type} of a stack; it is kept as a comment`)
  const requires = entryOf(root, 'requires')
  if (requires?.key.range === undefined || requires.value.range === undefined) return []
  const { above } = commentsOf(document, requires)
  const source = document.text.slice(requires.key.range.start, requires.value.range.end).trimEnd()
  const lines = above.map(({ start, end }) => document.text.slice(start, end).replace(/^#\s?/, ''))
  return [...lines, ...source.split(/\r?\n/)]
}

/** `providers` is enforced on the types of the result; OpenStack's own count as `org.openstack.…` as well. */
function enforceProviders(scope: Scope): void {
  for (const one of scope.blueprint.requires) {
    if (one.type !== 'providers') continue
    const [allow, deny] = ['allow', 'deny'].map((name) => patterns(one.attributes.get(name)))
    for (const { type, at } of scope.types) {
      const names = [type, `org.openstack.${type.replace(/^OS::/, '').replaceAll('::', '.')}`]
      const fits = (pattern: string) =>
        names.slice(0, type.startsWith('OS::') ? 2 : 1).some((name) => matches(name, pattern))
      if (allow?.some(fits) === false || deny?.some(fits) === true)
        scope.report('blueprint-denied', at, `the blueprint's providers do not allow ${type}`)
    }
  }
}

function patterns(node: Node | undefined): string[] | undefined {
  if (node === undefined) return undefined
  return (seqOf(node)?.items ?? [node]).flatMap((item) => textOf(item) ?? [])
}

/** `*` stands for any characters; linear in the length of the name for each piece. */
function matches(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

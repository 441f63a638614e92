/**
 * A blueprint as HOT: a component becomes a resource of its type, its attributes properties, what fulfils its
 * requirements references. Nothing is guessed: what has no value becomes a parameter, and what HOT cannot say is reported.
 */

import { resourceTypeFacts } from '../../../heat/resource-types.ts'
import { entry, withEntries, withLeaving } from '../../../text/document/build.ts'
import { commentsOf, commentsWithin } from '../../../text/document/comments.ts'
import type { Document } from '../../../text/document/document.ts'
import { type Data, data } from '../../../text/document/from-data.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { entryOf, nameOf, oneOrAll, stringOf } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { byKey } from '../../../text/document/sorted.ts'
import { transplanted } from '../../../text/document/transplant.ts'
import { type Component, isUrl, type Requirement } from '../model.ts'
import type { ComponentType } from '../options.ts'
import {
  fulfilledBy,
  meantRequirement,
  meantType,
  type NativeType,
  nativeType,
  shortName,
} from '../vocabulary.ts'
import { type ByUrl, existing, existingReference, isOfOpenStack } from './existing.ts'
import { lowerLoadBalancer } from './network.ts'
import {
  attribute,
  fileOf,
  isPart,
  type LoweringCode,
  type LoweringFinding,
  LoweringScope,
  type Making,
  ofExisting,
  ofNumber,
} from './scope.ts'
import { lowerScript, lowerServer } from './server.ts'
import { lowerTier } from './tier.ts'

export type { Making } from './scope.ts'

export interface Lowered {
  /** In place of the blueprint. */
  readonly template: Mapping
  /** Templates that the new one names, by their file names, beside it. */
  readonly nested: ReadonlyMap<string, Mapping>
  /** The registry of the environment that the template needs: by type, sorted, where its template is. */
  readonly registry: ReadonlyMap<string, ProvidedType>
  readonly findings: readonly LoweringFinding[]
}

/** What keeps a blueprint from becoming HOT. */
export interface Refused {
  readonly refusals: readonly LoweringFinding[]
  /** With all that is to be said of the blueprint besides. */
  readonly all: readonly LoweringFinding[]
}

const refusing: ReadonlySet<LoweringCode> = new Set(['blueprint-denied', 'data-becomes-call'])

/** A type that Heat does not have. */
export interface ProvidedType {
  /** Relative to the working directory; undefined for a template that has to be supplied. */
  readonly template: string | undefined
  /** What resources of the type are given. */
  readonly parameters: readonly string[]
}

/** @param document what the blueprint was read from */
export function lowered(making: Making, root: Mapping, document: Document): Lowered | Refused {
  const { blueprint } = making
  const scope = new LoweringScope(making)
  const registry = new Map<string, ProvidedType>()
  for (const one of blueprint.components) lowerComponent(one, scope, registry)
  enforceProviders(scope)
  reportUnusedParts(scope)
  const refusals = scope.findings.filter(({ code }) => refusing.has(code))
  if (refusals.length > 0) return { refusals, all: scope.findings }
  const components = entryOf(root, 'components') as Entry
  const { name } = blueprint
  const description = name === undefined ? undefined : entry('description', name.value, { for: name })
  const template = withEntries(
    root,
    scope.entries(description, globalAsComment(root, document, scope), components),
  )
  const leaving = [...scope.nested.values()].flatMap((tree) => [...commentsWithin(document, tree)])
  return {
    template: withLeaving(template, leaving),
    nested: new Map([...scope.nested].map(([file, tree]) => [file, transplanted(tree, document) as Mapping])),
    registry: new Map([...registry].sort(byKey)),
    findings: scope.findings,
  }
}

function lowerComponent(
  component: Component,
  scope: LoweringScope,
  registry: Map<string, ProvidedType>,
): void {
  const { id, isNamed, type = '', at } = component
  const name = scope.name(id)
  if (!isPart(component) && (!isNamed || name !== id))
    scope.report(
      'blueprint-generated-id',
      at,
      isNamed
        ? `"${id}" is not a valid resource name; the resource is "${name}"`
        : `the component has no id; the resource is "${id}"`,
    )
  const { components } = scope.making.options
  const own = ownValue(components, type)
  const native = own === undefined ? nativeType(type) : undefined
  if (native !== undefined) natively[native](component, scope)
  else if (own !== undefined || !isPart(component)) lowerOwn(component, own, scope, registry)
}

const natively: Readonly<Record<NativeType, (component: Component, scope: LoweringScope) => void>> = {
  server: lowerServer,
  tier: lowerTier,
  script: lowerScript,
  loadbalancer: lowerLoadBalancer,
  database: lowerDatabase,
  schema: lowerSchema,
}

/**
 * Lowers a type outside of the vocabulary of blueprints: a resource type of Heat, or any other, which is preserved as the
 * name of a provider template.
 * @param own what the user specified for the type
 */
function lowerOwn(
  component: Component,
  own: ComponentType | undefined,
  scope: LoweringScope,
  registry: Map<string, ProvidedType>,
): void {
  const { type = '' } = component
  const heats = own !== undefined && 'type' in own ? own.type : type
  const known = resourceTypeFacts(heats)
  const template = own !== undefined && 'template' in own ? own : undefined
  const takes = template === undefined ? known && [...known.properties.keys()] : template.parameters
  const properties = propertiesOf(component, takes, heats, scope)
  if (template !== undefined || known === undefined) {
    const parameters = new Set([...(registry.get(type)?.parameters ?? []), ...properties.keys()])
    registry.set(type, { template: template?.template, parameters: [...parameters] })
  }
  if (template !== undefined) reportOutside(component, template.template, scope)
  if (template === undefined && known === undefined) reportType(component, heats, scope)
  const isLost = ({ type: name }: Requirement) => takes !== undefined && !takes.includes(shortName(name))
  const waits = component.requires.filter(isLost).flatMap((one) => scope.targetsOf(one))
  const names = waits.filter((one) => !isPart(one)).map(({ id }) => scope.name(id))
  scope.own(component, template === undefined ? heats : type, properties, names)
}

/** Whoever unpacks an archive has only what is in it. */
function reportOutside({ type = '', at }: Component, template: string, scope: LoweringScope): void {
  const { archive } = scope.making
  if (archive === undefined || isUrl(template) || template.startsWith(archive)) return
  const message = `the archive does not have ${template}, the template for "${type}"; add it, and name it in the environment`
  scope.report('blueprint-provider', at, message)
}

/** A type that Heat does not have: misspelt, or one to be supplied. */
function reportType({ type = '', isInferred, at }: Component, heats: string, scope: LoweringScope): void {
  if (type !== heats) {
    const message = `Heat does not have the type "${heats}" that stands for "${type}"`
    scope.report('blueprint-provider', at, message)
    return
  }
  const unknown = `Heat does not have the type "${type}"`
  const meant = isInferred ? undefined : meantType(type)
  if (meant !== undefined) scope.report('blueprint-misspelt', at, `${unknown}; did you mean "${meant}"?`)
  else {
    const fulfilled = isInferred ? fulfilledBy(type) : undefined
    const inferred =
      fulfilled === undefined ? ', which a requirement says it is' : `, which fulfils "${fulfilled}"`
    const message = `${unknown}${isInferred ? inferred : ''}; supply a provider template for it`
    scope.report('blueprint-provider', at, message)
  }
}

/**
 * Attributes and requirements as properties; a requirement has the short name of its type.
 * @param takes the properties that there are, as far as known
 */
function propertiesOf(
  component: Component,
  takes: readonly string[] | undefined,
  type: string,
  scope: LoweringScope,
): Map<string, Data | Entry | undefined> {
  const { content, attributes, requires } = component
  const properties = new Map<string, Data | Entry | undefined>()
  const put = (name: string | undefined, value: Data | Entry, at: Node | Entry): void => {
    if (name === undefined || (takes !== undefined && !takes.includes(name)))
      scope.loseProperty(at, name, type, takes ?? [])
    else if (properties.has(name))
      scope.lose(at, `"${component.id}" has "${name}" already; this one is left out`)
    else properties.set(name, value)
  }
  if (content !== undefined) put('content', fileOf(content), content)
  for (const one of attributes) put(nameOf(one), scope.taking(one), one)
  for (const one of requires) {
    const value = requirementValue(one, scope)
    const name = shortName(one.type)
    if (value !== undefined) put(properties.has(name) ? one.type : name, value, one.at)
    // A requirement that only says what the component is has done so.
    else if (one.type !== component.type) put(name, data({}), one.at)
  }
  return properties
}

/** What fulfils a requirement, with its attributes where it has some; undefined for one that is bare. */
function requirementValue(requirement: Requirement, scope: LoweringScope): Data | undefined {
  const { attributes, fulfillment } = requirement
  const targets = fulfillment.map((by): Data => {
    const target = by.kind === 'component' ? scope.componentOf(by.id) : undefined
    if (by.kind === 'url') return valueOfUrl(by, requirement, scope)
    if (target !== undefined && isPart(target)) return partValue(target, scope)
    return data({ get_resource: scope.name(by.id) })
  })
  const by = targets.length > 1 ? targets : targets[0]
  if (attributes.size === 0) return by
  const values = [...attributes].map(([name, node]) => [name, scope.value(node)] as const)
  return new Map<string, Data | undefined>([...values, ['fulfillment', by]])
}

/** What OpenStack has by this URL is referred to; of any other the type that is given it makes something. */
function valueOfUrl(by: ByUrl, requirement: Requirement, scope: LoweringScope): Data {
  if (!isOfOpenStack(by.url)) return by.url
  const found = existing(by, requirement, scope)
  return found === undefined ? by.url : existingReference(found, scope)
}

/** A part that is no resource of its own is passed as it is written. */
function partValue(part: Component, scope: LoweringScope): Data {
  scope.parts.add(part.id)
  const { type = '', content, attributes } = part
  const values = attributes.map((one) => [nameOf(one) ?? '?', scope.value(one.value)] as const)
  return new Map<string, Data | undefined>([
    ['type', type],
    ['content', content === undefined ? undefined : fileOf(content)],
    ...values,
  ])
}

/** Packages and archives that nothing runs or unpacks. */
function reportUnusedParts(scope: LoweringScope): void {
  for (const { id, at, type } of scope.blueprint.components.filter(isPart))
    if (!scope.parts.has(id)) scope.lose(at, `nothing makes use of "${id}"; ${type} is a part of a server`)
}

/** Requirements of the whole blueprint without an equivalent: their source with comments, for the top of the template. */
function globalAsComment(root: Mapping, document: Document, scope: LoweringScope): string[] {
  const rest = scope.blueprint.requires.filter(({ type }) => type !== 'providers')
  for (const { type, at } of rest) {
    const meant = meantRequirement(type)
    if (meant === undefined) scope.lose(at, `HOT cannot require ${type} of a stack; it is kept as a comment`)
    else scope.report('blueprint-misspelt', at, `the blueprint requires ${type}; did you mean ${meant}?`)
  }
  const requires = entryOf(root, 'requires')
  if (requires?.key.start === undefined || requires.value.start === undefined) return []
  const { above } = commentsOf(document, requires)
  const source = document.text.slice(requires.key.start, requires.value.end).trimEnd()
  const lines = above.map(({ start, end }) => document.text.slice(start, end).replace(/^#\s?/, ''))
  return [...lines, ...source.split(/\r?\n/)]
}

/** `providers` is enforced on the types of the result; OpenStack's own count as `org.openstack.…` as well. */
function enforceProviders(scope: LoweringScope): void {
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
  return oneOrAll(node).flatMap((item) => stringOf(item) ?? [])
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

// Databases and their schemas.

function lowerDatabase(component: Component, scope: LoweringScope): void {
  const { id, at } = component
  const flavor = ofExisting('trove.flavor', (owner) => `Flavor of the database ${owner}`)
  const size = ofNumber((owner) => `Size of the volume of ${owner} in GB`)
  const isGiven = (name: string) => attribute(component, name) !== undefined
  const properties = new Map<string, Data | Entry | undefined>([
    ['flavor', isGiven('flavor') ? undefined : scope.parameter(id, 'flavor', flavor, at)],
    ['size', isGiven('size') ? undefined : scope.parameter(id, 'size', size, at)],
  ])
  scope.pass(component, 'OS::Trove::Instance', properties)
  const waits = scope.reportRequirements(component, [])
  scope.own(component, 'OS::Trove::Instance', properties, waits)
  if (component.content !== undefined)
    scope.lose(component.content, `a database has no content; let a schema load it`)
}

const loadSchema = '#!/bin/sh\nmysql --host="$db_host" <<\'END_OF_SCHEMA\'\n__schema__\nEND_OF_SCHEMA\n'

interface Database {
  readonly id: string
  /** Its resource. */
  readonly name: string
  readonly at: Node | Entry
}

function databasesOf(requirement: Requirement, scope: LoweringScope): readonly Database[] {
  const own = scope.targetsOf(requirement).filter(({ type }) => type === 'database')
  const others = requirement.fulfillment.flatMap((one) => {
    const found = one.kind === 'url' ? existing(one, requirement, scope, ['OS::Trove::Instance']) : undefined
    return found === undefined ? [] : [{ ...found, at: one.at }]
  })
  return [...own.map(({ id, at }) => ({ id, at, name: scope.name(id) })), ...others]
}

/** A schema is loaded by a script, on a server that can reach the database. */
function lowerSchema(component: Component, scope: LoweringScope): void {
  const { id, at, content } = component
  const requirement = component.requires.find(({ type }) => type === 'database')
  const targets = requirement === undefined ? [] : databasesOf(requirement, scope)
  const [database, ...more] = targets
  const waits = scope.reportRequirements(component, ['database'])
  scope.reportAttributes(component, ['content'])
  scope.loseAttributes(requirement?.attributes ?? [], 'the database')
  if (database === undefined || content === undefined) {
    const message = `the schema "${id}" needs content and a database; nothing loads it`
    scope.lack(at, message)
    const config = content === undefined ? undefined : fileOf(content)
    scope.own(component, 'OS::Heat::SoftwareConfig', data({ group: 'script', config }), waits)
    return
  }
  for (const one of more) scope.lose(one.at, `the schema "${id}" is loaded into "${database.id}" alone`)
  const params = data({ __schema__: fileOf(content) })
  const config = data({ str_replace: data({ template: loadSchema, params }) })
  const inputs = [data({ name: 'db_host' })]
  scope.own(component, 'OS::Heat::SoftwareConfig', data({ group: 'script', inputs, config }), waits)
  const server = ofExisting(
    'nova.server',
    (owner) => `Server that loads ${owner}, with a client and an account for the database`,
  )
  const properties = data({
    config: data({ get_resource: scope.name(id) }),
    server: scope.parameter(id, 'server', server, at),
    input_values: data({ db_host: data({ get_attr: [database.name, 'hostname'] }) }),
  })
  scope.add(scope.name(id, 'load'), 'OS::Heat::SoftwareDeployment', properties, at)
}

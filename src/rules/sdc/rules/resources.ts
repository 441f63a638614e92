/** Servers, ports, groups and what is in no use (the validators of org.openecomp.sdc.validation.impl.validators.heatresource). */

import { entriesRead } from '../../../heat/merge-keys.ts'
import { isNull, itemsOf, listOf, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import type { CheckId } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { argumentOf, qualifiedNames, usesOf } from '../functions.ts'
import { byHand, placed, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import { propertyOf, type SdcResource, type SdcTemplate } from '../template.ts'

export const resourceRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-resource', 'sdc-unused'),
  checks: ['HNS1', 'HNS2', 'HNG1', 'HNG2', 'HNG3', 'HPR1', 'HPR2', 'HPR3', 'HSG1', 'HNP1', 'HNP2'],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const { template } of pkg.templates) {
      for (const resource of template.resources) {
        if (resource.type === 'OS::Nova::Server') checkServer(resource, report)
        if (resource.type === 'OS::Nova::ServerGroup') checkPolicies(resource, report)
      }
      checkPorts(template, report)
      for (const one of uses) checkUse(template, one, report)
    }
  },
})

function checkServer(resource: SdcResource, report: SdcReport): void {
  const { id, entry, template, hasProperties } = resource
  const isThere = (name: string) => {
    const value = propertyOf(resource, name)
    return value !== undefined && !isNull(value)
  }
  if (hasProperties && !isThere('image') && !isThere('flavor'))
    report({
      check: 'HNS1',
      ...placed(template.path, entry),
      message: `the server "${id}" has neither image nor flavor`,
      remedy: byHand('Give it a flavor at least.'),
    })
  for (const { value } of entriesRead(propertyOf(resource, 'scheduler_hints'))) {
    const [use] = usesOf('get_resource', value)
    const group = use?.name === undefined ? undefined : template.resource(use.name)
    if (group === undefined || group.type === 'OS::Nova::ServerGroup') continue
    report({
      check: 'HNS2',
      ...placed(template.path, value),
      item: id,
      message: `"${group.id}" in scheduler_hints of "${id}" is no server group`,
      remedy: byHand('Name an OS::Nova::ServerGroup; SDC takes every hint for the name of one.'),
    })
  }
}

function checkPolicies(resource: SdcResource, report: SdcReport): void {
  const policies = propertyOf(resource, 'policies')
  const items = listOf(policies)?.items
  if (items === undefined) return
  const [first] = items
  const word = stringOf(first)
  const isRight =
    first !== undefined &&
    items.length === 1 &&
    (word === 'affinity' || word === 'anti-affinity' || entriesRead(first).length > 0)
  if (isRight) return
  report({
    check: 'HNG1',
    ...placed(resource.template.path, policies),
    item: resource.id,
    message: `the server group "${resource.id}" must have one policy, affinity or anti-affinity; SDC knows no other`,
    remedy: byHand(
      'Give it one of the two, or read the policy from a parameter, which SDC does not look into.',
    ),
  })
}

/** The ports that each server names, once for each server. */
function checkPorts(template: SdcTemplate, report: SdcReport): void {
  const servers = new Map<string, Set<string>>()
  for (const { id, type, propertiesMap } of template.resources) {
    if (type !== 'OS::Nova::Server') continue
    for (const { name } of usesOf('get_resource', propertiesMap))
      if (name !== undefined) servers.set(name, (servers.get(name) ?? new Set()).add(id))
  }
  for (const { id, type, entry } of template.resources) {
    const owners = [...(servers.get(id) ?? [])]
    if (type !== 'OS::Neutron::Port' || owners.length < 2) continue
    report({
      check: 'HPR2',
      ...placed(template.path, entry),
      message: `several servers have the port "${id}": ${owners.join(', ')}`,
      remedy: byHand('Give each server a port of its own.'),
    })
  }
}

interface UseRule {
  readonly type: string
  readonly noun: string
  /** Where none of the template is in use; undefined where SDC then says nothing. */
  readonly none: CheckId | undefined
  readonly one: CheckId
  /** Whose references count; those of all resources and outputs when left out. */
  readonly by?: string
}

const uses: readonly UseRule[] = [
  { type: 'OS::Nova::ServerGroup', noun: 'server group', none: 'HNG2', one: 'HNG3' },
  { type: 'OS::Neutron::Port', noun: 'port', none: 'HPR1', one: 'HPR3', by: 'OS::Nova::Server' },
  { type: 'OS::Neutron::SecurityGroup', noun: 'security group', none: undefined, one: 'HSG1' },
  { type: 'OS::Contrail::NetworkPolicy', noun: 'network policy', none: 'HNP1', one: 'HNP2' },
]

function checkUse(template: SdcTemplate, { type, noun, none, one, by }: UseRule, report: SdcReport): void {
  const own = template.resources.filter((resource) => resource.type === type)
  if (own.length === 0) return
  const ids = new Set(own.map(({ id }) => id))
  const named = new Set(namedIn(template).filter((name) => ids.has(name)))
  const counted = by === undefined ? named : new Set(namedIn(template, by))
  const check = named.size === 0 ? none : one
  if (check === undefined) return
  for (const { id, entry } of own) {
    if (counted.has(id)) continue
    report({
      check,
      ...placed(template.path, entry),
      message:
        by === undefined
          ? `nothing in the template uses the ${noun} "${id}"`
          : `no server of the template has the ${noun} "${id}"`,
      remedy: byHand('Remove it if nothing needs it. A resource that another template uses is named, too.'),
    })
  }
}

/** The resources that others name; with a type, only what resources of it name. */
function namedIn({ resources, outputs }: SdcTemplate, type?: string): readonly string[] {
  const values = resources
    .filter((one) => type === undefined || one.type === type)
    .map((one) => one.propertiesMap)
  const outside = type === undefined ? outputs.map(({ value }) => value) : []
  return [
    ...values.flatMap((value) => [
      ...usesOf('get_resource', value).map(({ name = '' }) => name),
      ...qualifiedNames(value),
    ]),
    ...outside.flatMap((value) => usesOf('get_resource', value).map(({ name = '' }) => name)),
  ]
}

/** The port that an element of `networks` names. */
export function portOf(network: Parameters<typeof argumentOf>[1]): string | undefined {
  return stringOf(argumentOf('get_resource', network))
}

export function networksOf(resource: SdcResource): ReturnType<typeof itemsOf> {
  return itemsOf(propertyOf(resource, 'networks'))
}

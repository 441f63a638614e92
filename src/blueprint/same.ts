/** Whether two blueprints say the same, whatever form each is written in. */
import { dataKey } from '../document/data.ts'
import { nameOf } from '../document/read.ts'
import type { Blueprint, Component, Fulfillment, Requirement } from './model.ts'

export function sameBlueprint(one: Blueprint, other: Blueprint): boolean {
  return said(one) === said(other)
}

/** What a blueprint says, as a text; the order counts, for it is the order of what is made. */
function said({ name, components, requires }: Blueprint): string {
  const key = name === undefined ? null : dataKey(name.value)
  return JSON.stringify([key, components.map(ofComponent), requires.map(ofRequirement)])
}

type Said = readonly unknown[]

function ofComponent({ id, type, isInferred, content, attributes, requires, nodespec }: Component): Said {
  return [
    id,
    type,
    isInferred,
    content === undefined ? null : dataKey(content),
    attributes
      .filter((one) => nodespec === undefined || nameOf(one) !== 'nodespec')
      .map((one) => [nameOf(one), dataKey(one.value)]),
    requires.map(ofRequirement),
    nodespec === undefined ? null : ofComponent(nodespec),
  ]
}

function ofRequirement({ type, fulfillment, attributes }: Requirement): Said {
  return [type, fulfillment.map(named), [...attributes].map(([name, node]) => [name, dataKey(node)])]
}

function named(by: Fulfillment): string {
  return by.kind === 'component' ? `id:${by.id}` : by.url
}

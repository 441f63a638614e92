import {
  type Mapping,
  relinkAliases,
  type UnnamedTransform,
  withRoot,
} from '../../src/engine/authoring/authoring.ts'
import {
  type Blueprint,
  type Component,
  type Fulfillment,
  type Requirement,
  readBlueprint,
} from '../../src/rules/blueprint/model.ts'
import { dataKey } from '../../src/text/document/data.ts'
import { nameOf } from '../../src/text/document/read.ts'

/** A transform that writes the same blueprint in another form; what cannot be understood is left as it is. */
export function changeForm(
  change: (root: Mapping) => Mapping,
  about: Pick<UnnamedTransform, 'title' | 'description'>,
): UnnamedTransform {
  return {
    ...about,
    references: ['Blueprint DSL, Schema Definition'],
    safety: 'exact',
    keeps: 'meaning',
    keepsData: true,
    appliesTo: (kind) => kind === 'blueprint',
    run(template, context) {
      const { root } = template
      const before = readBlueprint(root)
      for (const { code, at, message } of before.problems) context.report(code, at, message)
      if (before.problems.length > 0) return template
      const changed = relinkAliases(change(root))
      // What merge keys bring in may count for another component than the one that it stands in.
      if (changed === root || sameBlueprint(before, readBlueprint(changed)))
        return withRoot(template, changed)
      context.report('anchor-edit', root, 'the keys of a merge key have another form in each location')
      return template
    },
  }
}

// Whether two blueprints say the same, whatever form each is written in.

export function sameBlueprint(one: Blueprint, other: Blueprint): boolean {
  return said(one) === said(other)
}

/** What a blueprint says, as a string; the order counts, for it is the order of what is made. */
function said({ name, components, requires }: Blueprint): string {
  const key = name === undefined ? null : dataKey(name.value)
  return JSON.stringify([key, components.map(ofComponent), requires.map(ofRequirement)])
}

type FormContent = readonly unknown[]

function ofComponent({
  id,
  type,
  isInferred,
  content,
  attributes,
  requires,
  nodespec,
}: Component): FormContent {
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

function ofRequirement({ type, fulfillment, attributes }: Requirement): FormContent {
  return [type, fulfillment.map(named), [...attributes].map(([name, node]) => [name, dataKey(node)])]
}

function named(by: Fulfillment): string {
  return by.kind === 'component' ? `id:${by.id}` : by.url
}

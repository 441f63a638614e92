/** What is wrong with a blueprint, whatever it becomes: for those who check it and convert it later. */

import { usualVersion } from '../../heat/versions.ts'
import type { Document } from '../../text/document/document.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { stringOf } from '../../text/document/read.ts'
import { type Lowered, lowered, type Making, type Refused } from './hot/lower.ts'
import { isPart, type LoweringCode } from './hot/scope.ts'
import { type Blueprint, type BlueprintProblemCode, type Component, readBlueprint } from './model.ts'
import type { BlueprintOptions } from './options.ts'

/** What the conversion says of the blueprint itself; the rest is about what becomes of it. */
const ofBlueprint = [
  'blueprint-denied',
  'blueprint-incomplete',
  'blueprint-misspelt',
  'data-becomes-call',
] as const satisfies readonly LoweringCode[]

interface BlueprintFault {
  readonly code: BlueprintProblemCode | (typeof ofBlueprint)[number] | 'missing-file'
  /** Where it is not that of the code: no client reads a blueprint, but the template that it becomes. */
  readonly severity?: 'warning'
  readonly at: Node | Entry
  readonly message: string
}

/** All that the making of a template needs beside the blueprint. */
export function makingOf(blueprint: Blueprint, rest: Omit<Making, 'blueprint' | 'components'>): Making {
  return { blueprint, components: new Map(blueprint.components.map((one) => [one.id, one])), ...rest }
}

/**
 * Problems of the form alone where there are some; else those of the types, requirements and contents.
 *
 * @param absence what is wrong with the name of a file, if something is
 */
export function blueprintFaults(
  { root, document }: { readonly root: Mapping; readonly document: Document },
  options: BlueprintOptions,
  absence: (name: string) => string | undefined,
): readonly BlueprintFault[] {
  const blueprint = readBlueprint(root)
  if (blueprint.problems.length > 0) return blueprint.problems
  const rest = { base: 'blueprint', version: usualVersion, versionText: usualVersion, options }
  const made: Lowered | Refused = lowered(makingOf(blueprint, rest), root, document)
  const all = 'refusals' in made ? made.all : made.findings
  return [...all.flatMap(faultOf), ...blueprint.components.flatMap((one) => missingFile(one, absence))]
}

function faultOf({ code, at, message }: Lowered['findings'][number]): readonly BlueprintFault[] {
  const own = ofBlueprint.find((one) => one === code)
  return own === undefined ? [] : [{ code: own, at, message }]
}

/** What a client would read together with the template. */
function missingFile(
  component: Component,
  absence: (name: string) => string | undefined,
): readonly BlueprintFault[] {
  const { content } = component
  const name = stringOf(content)
  // What a server unpacks it fetches by a URL.
  if (content === undefined || name === undefined || isPart(component)) return []
  const message = absence(name)
  return message === undefined ? [] : [{ code: 'missing-file', at: content, message, severity: 'warning' }]
}

import { withEntries, withItems, withValue } from '../document/build.ts'
import { duplicateEntries } from '../document/data.ts'
import { type Entry, type Mapping, type Node, parsedEntry, placeOf } from '../document/node.ts'
import { declarations } from '../heat/sections.ts'
import { checkConditions } from './conditions.ts'
import { checkDependencies } from './dependencies.ts'
import { checkCallSites } from './functions.ts'
import { checkParameters } from './parameters.ts'
import { checkOutputs, checkResources } from './resources.ts'
import { type Beside, type CheckProblem, type CheckScope, nothingBeside, type Report } from './scope.ts'
import { checkSections, checkTags } from './sections.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * What Heat would refuse in a template, or not read, by the words of one dialect. Shows what the text alone
 * shows: no parameter values, no cloud; and one problem of a kind for each place.
 */
export function checkTemplate(
  root: Mapping,
  words: Vocabulary,
  beside: Beside = nothingBeside,
): readonly CheckProblem[] {
  const problems: CheckProblem[] = []
  const seen = new Set<string>()
  const report: Report = (code, at, message, rule) => {
    const key = `${code} ${offsetOf(at)} ${message}`
    if (seen.has(key)) return
    seen.add(key)
    problems.push({ code, at, message, rule })
  }
  const read = asRead(root)
  const scope: CheckScope = {
    root: read,
    words,
    report,
    beside,
    declared: declarations(read),
    tests: new Set(),
  }
  checkSections(scope)
  checkParameters(scope)
  // What short tags stand for is not in the tree, so values are not to be judged.
  if (checkTags(scope)) return problems
  checkResources(scope)
  checkOutputs(scope)
  checkConditions(scope)
  checkCallSites(scope)
  checkDependencies(scope)
  return problems
}

function offsetOf(at: Node | Entry): number | undefined {
  return 'kind' in at ? placeOf(at)?.range?.start : parsedEntry(at)?.key.range?.start
}

/**
 * The template without the entries that a later one of the same name shadows: Heat's loader keeps the last,
 * so nothing that stands in the others can be wrong. Aliases still name what they named.
 */
function asRead(root: Mapping): Mapping {
  const shadowed = new Set<Entry>(duplicateEntries(root))
  return shadowed.size === 0 ? root : (without(root, shadowed) as Mapping)
}

function without(node: Node, shadowed: ReadonlySet<Entry>): Node {
  if (node.kind === 'seq')
    return withItems(
      node,
      node.items.map((item) => without(item, shadowed)),
    )
  if (node.kind !== 'map') return node
  const kept = node.entries.filter((one) => !shadowed.has(one))
  return withEntries(
    node,
    kept.map((one) => withValue(one, without(one.value, shadowed))),
  )
}

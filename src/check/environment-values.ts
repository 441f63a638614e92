/** Values that environments give, held against the parameters that they are for (heat/engine/parameters.py). */

import type { Entry, Mapping } from '../document/node.ts'
import { isNull, mapOf, nameOf } from '../document/read.ts'
import { readValue } from '../heat/merge-keys.ts'
import { nearNames } from '../heat/near-names.ts'
import { limitProblem, typeProblem } from '../heat/parameter-values.ts'
import { declaredType, isHidden } from '../heat/parameters.ts'
import { declarations } from '../heat/sections.ts'
import { checkNamed, literalLimits } from './constraints.ts'
import type { Report } from './scope.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A template whose parameters an environment gives values. */
export interface ParameterOwner {
  readonly path: string
  readonly root: Mapping
  /** The words of its dialect. */
  readonly words: Vocabulary
}

/** What lies around an environment. */
export interface AroundEnvironment {
  readonly path: string
  /** Undefined where that is not known. */
  readonly hasFile: (path: string) => boolean | undefined
  /** Whether some template declares a parameter; undefined where that is not known. */
  readonly isDeclared: (parameter: string) => boolean | undefined
  /** The templates whose stacks are certainly created with it. */
  readonly templates: readonly ParameterOwner[]
}

const rule = 'heat/engine/parameters.py: Parameters.validate'

export function checkValues(root: Mapping, around: AroundEnvironment, report: Report): void {
  const owners = around.templates.map((one) => ({ ...one, parameters: declarations(one.root).parameters }))
  for (const section of ['parameters', 'parameter_defaults'] as const) {
    for (const one of mapOf(readValue(root, section))?.entries ?? []) {
      const name = nameOf(one)
      if (name === undefined) continue
      const declaring = owners.filter(({ parameters }) => parameters.has(name))
      if (section === 'parameters' && owners.length > declaring.length && declaring.length === 0)
        refused(one, name, owners, around, report)
      else if (declaring.length === 0) undeclared(one, name, section, around, report)
      for (const owner of declaring) checkValue(one, name, owner, report)
    }
  }
}

type Owner = ParameterOwner & { readonly parameters: ReadonlyMap<string, Mapping | undefined> }

/** `Parameters._validate_user_parameters`: also for a name that only a nested template has. */
function refused(
  one: Entry,
  name: string,
  owners: readonly Owner[],
  { isDeclared }: AroundEnvironment,
  report: Report,
): void {
  const names = [...new Set(owners.flatMap(({ parameters }) => [...parameters.keys()]))]
  const [near] = nearNames(name, names, 1)
  const isElsewhere = isDeclared(name) === true
  const hint =
    near !== undefined
      ? `; did you mean "${near}"?`
      : isElsewhere
        ? '; parameter_defaults gives values to nested templates'
        : ''
  const [only] = owners
  const whose = owners.length === 1 ? only?.path : `none of ${owners.length} templates`
  const what = owners.length === 1 ? 'has no' : 'has a'
  report(
    'refused-parameter',
    one,
    `${whose} ${what} parameter "${name}", and Heat refuses a value for it${hint}`,
    rule,
  )
}

function undeclared(
  one: Entry,
  name: string,
  section: 'parameters' | 'parameter_defaults',
  { isDeclared }: AroundEnvironment,
  report: Report,
): void {
  if (isDeclared(name) !== false) return
  const what = section === 'parameters' ? 'Heat refuses it' : 'nothing reads it'
  report('undeclared-parameter', one, `no template here declares the parameter "${name}"; ${what}`, rule)
}

/** Null is no value. */
function checkValue(one: Entry, name: string, { path, parameters, words }: Owner, report: Report): void {
  const map = parameters.get(name)
  const type = declaredType(map)
  if (map === undefined || type === undefined || isNull(one.value)) return
  checkNamed({ map }, one.value, { words, report })
  const limits = literalLimits({ name, map }, type, words)
  const problem =
    typeProblem(type, one.value) ??
    limits.map((limit) => limitProblem(limit, type, one.value)).find((found) => found !== undefined)
  if (problem === undefined) return
  const shown = isHidden(map) ? 'is not what the parameter takes' : problem
  report('bad-value', one, `the value of "${name}" ${shown}, as ${path} declares it`, rule)
}

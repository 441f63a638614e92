/** Values that environments give, held against the parameters that they are for (heat/engine/parameters.py). */

import { callOf } from '../../heat/calls.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { didYouMean, type Guess } from '../../heat/near-names.ts'
import { declaredType, isHidden } from '../../heat/parameters.ts'
import { declarations } from '../../heat/sections.ts'
import { literalOf } from '../../heat/values/nodes.ts'
import { misfitInUse } from '../../heat/values/parameters.ts'
import { hasFunction, latestVersion } from '../../heat/versions.ts'
import { fileName } from '../../stack/source-file.ts'
import { valueGiven } from '../../stack/value-of.ts'
import { type ValueSection, valueSections } from '../../stack/values.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, mapOf, nameOf, resolved } from '../../text/document/read.ts'
import { checkNamed, literalLimits } from '../constraints.ts'
import { declarationIn, type Elsewhere } from '../locations.ts'
import { removal } from '../remedy.ts'
import { rule } from '../rule.ts'
import type { CheckCode, Report } from '../scope.ts'
import type { ParameterOwner, StackView } from '../stack-view.ts'
import { checkGiven } from './misread-values.ts'

export const environmentValues = rule({
  codes: {
    'refused-parameter': {
      title: 'A value for a parameter that the template does not have',
      severity: 'error',
      behaves: ['of unknown names'],
      help: 'Remove the value or declare the parameter; values for nested templates belong in parameter_defaults.',
      why: 'Heat rejects a stack from a template with an environment that gives a value below `parameters` to a parameter the template does not declare, also where a nested template declares it.',
      example: {
        command: 'check server.yaml -e server.env',
        before: {
          'server.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
          'server.env': `parameters: {size: 1, colour: red}
`,
        },
        after: {
          'server.env': `parameters: {size: 1}
`,
        },
      },
    },
    'undeclared-parameter': {
      title: 'A value for an undeclared parameter',
      severity: 'warning',
      behaves: ['of unknown names'],
      help: 'Remove the value, or write the name that a template declares.',
      why: 'No template of the run declares the parameter, so nothing reads the value. Heat rejects a stack whose environment has it below `parameters`.',
      example: {
        command: 'check server.yaml common.env',
        before: {
          'server.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
          'common.env': `parameter_defaults: {size: 1, colour: red}
`,
        },
        after: {
          'common.env': `parameter_defaults: {size: 1}
`,
        },
      },
    },
  },
  source: 'heat/engine/parameters.py: Parameters.validate',
  asks: 'stack',
  find(view, report) {
    const owners = view.templates.map((one) => ({ ...one, parameters: declarations(one.root).parameters }))
    for (const section of valueSections)
      for (const one of mapOf(readValue(view.root, section))?.entries ?? []) {
        const name = nameOf(one)
        if (name !== undefined) checkValueGiven({ entry: one, name, section }, owners, view, report)
      }
    for (const { environment, at, why } of owners.flatMap(({ values }) => values.environments.refusals()))
      if (environment.path === view.path) report('bad-value', at, why, { source: mergeRule })
  },
})

type ValueReport = Report<CheckCode | 'refused-parameter' | 'undeclared-parameter'>

function checkValueGiven(
  given: GivenValue,
  owners: readonly Owner[],
  view: StackView,
  report: ValueReport,
): void {
  const { entry: one, name, section } = given
  const declaring = owners.filter(({ parameters }) => parameters.has(name))
  const isDropped = owners.every((owner) => isDroppedFrom(given, view, owner))
  if (section === 'parameters' && owners.length > 0 && declaring.length === 0 && !isDropped)
    refused(one, name, owners, view, report)
  else if (declaring.length === 0) undeclared(one, name, section, owners, view, report)
  checkDeclared(given, declaring, view, report)
}

const mergeRule = 'heat/common/environment_util.py: merge_parameters'

/** A value that an environment gives. */
interface GivenValue {
  readonly entry: Entry
  readonly name: string
  readonly section: ValueSection
}

/** Heat drops what no template of the stack declares, but for the first environment with such a section. */
function isDroppedFrom(
  { name, section }: GivenValue,
  { path, isDeclared }: StackView,
  { values: { environments } }: Owner,
): boolean {
  return isDeclared(name) === false && environments.drops(path, section, name)
}

/** What a stack has of a value. */
type Counting =
  | { readonly is: 'read'; readonly value: Node; readonly with: readonly string[] }
  /** With where another value is given, which Heat reads instead. */
  | { readonly is: 'unread'; readonly instead: string }
  /** It is merged with later ones, and looked at with them. */
  | { readonly is: 'merged later' }

/** `parameters` before `parameter_defaults`, and a later environment before an earlier one whose value it does not merge. */
function countingOf({ entry: one, name, section }: GivenValue, path: string, { values }: Owner): Counting {
  const counts = valueGiven(values.environments, name)
  const own = valueGiven(values.environments, name, [section])
  const whole = { is: 'read', value: one.value, with: [] } as const
  if (own === undefined || counts === undefined) return whole
  const isPart = own.parts.some(({ environment }) => environment.path === path)
  const last = own.parts.at(-1)?.environment.path
  if (counts.from !== section)
    return { is: 'unread', instead: `${counts.from} of ${counts.parts.at(-1)?.environment.path}` }
  if (!isPart) return { is: 'unread', instead: `${section} of ${last}` }
  if (last !== path) return { is: 'merged later' }
  const others = own.parts.slice(0, -1).map(({ environment }) => environment.path)
  return others.length === 0 ? whole : { is: 'read', value: own.node, with: others }
}

/** What several templates have to say of one value is said once. */
function checkDeclared(
  given: GivenValue,
  declaring: readonly Owner[],
  { path, source }: StackView,
  report: ValueReport,
): void {
  const { entry: one, name } = given
  const isRefused = declaring
    .map((owner) => checkValue(given, countingOf(given, path, owner), owner, report))
    .some(Boolean)
  const types = new Set(declaring.map(({ parameters }) => declaredType(parameters.get(name))))
  const [type] = types
  if (isRefused || types.size !== 1 || isNull(one.value)) return
  checkGiven(name, type, one.value, { report, source })
  if (type === 'json') checkComputed(one.value, name, report)
}

/** Heat resolves no functions in environments, and clients read no files for them. */
function checkComputed(value: Node, name: string, report: Report): void {
  const call = callOf(resolved(value))
  if (call === undefined || !hasFunction(latestVersion, call.name)) return
  const message = `the value of "${name}" is the mapping {${call.name}: …} itself: nothing is computed in environments`
  report('unresolved-call', value, message)
}

type Owner = ParameterOwner & { readonly parameters: ReadonlyMap<string, Mapping | undefined> }

/** `Parameters._validate_user_parameters`: also for a name that only a nested template has. */
function refused(
  one: Entry,
  name: string,
  owners: readonly Owner[],
  { isDeclared }: StackView,
  report: ValueReport,
): void {
  const { hint: nearHint, instead } = nearest(name, owners)
  const isElsewhere = isDeclared(name) === true
  const hint = isElsewhere ? '; parameter_defaults gives values to nested templates' : ''
  const [only] = owners
  const whose = owners.length === 1 ? only?.path : `none of ${owners.length} templates`
  const what = owners.length === 1 ? 'has no' : 'has a'
  report(
    'refused-parameter',
    one,
    `${whose} ${what} parameter "${name}", and Heat rejects a value for it${nearHint || hint}`,
    {
      repair: instead ?? (isElsewhere ? undefined : removal(one)),
      related: owners
        .flatMap((owner) => instead?.names.flatMap((near) => declaredBy(owner, near)) ?? [])
        .slice(0, 1),
    },
  )
}

/** The parameter that may be meant by a name that no template declares. */
function nearest(name: string, owners: readonly Owner[]): Guess {
  return didYouMean(name, ...owners.map(({ parameters }) => parameters))
}

function undeclared(
  one: Entry,
  name: string,
  section: 'parameters' | 'parameter_defaults',
  owners: readonly Owner[],
  { isDeclared }: StackView,
  report: ValueReport,
): void {
  if (isDeclared(name) !== false) return
  const isDropped = owners.length > 0
  const what = section === 'parameters' && !isDropped ? 'Heat rejects it' : 'nothing reads it'
  const { hint, instead } = nearest(name, owners)
  report('undeclared-parameter', one, `no template in this run has a parameter "${name}"; ${what}${hint}`, {
    repair: instead ?? removal(one),
  })
}

/** Where a template declares a parameter. */
function declaredBy({ root, locate }: Owner, name: string): readonly Elsewhere[] {
  const at = declarationIn(root, 'parameters', name)
  return at === undefined ? [] : locate(at, `"${name}" is declared here`)
}

/** Null is no value. Gives whether Heat refuses it. */
function checkValue(
  { entry: one, name }: GivenValue,
  counting: Counting,
  owner: Owner,
  report: Report,
): boolean {
  const { path, parameters, words } = owner
  const map = parameters.get(name)
  const type = declaredType(map)
  if (map === undefined || type === undefined || isNull(one.value)) return false
  checkNamed({ map }, one.value, { words, report })
  if (counting.is === 'merged later') return false
  const value = counting.is === 'read' ? counting.value : one.value
  const problem = misfitInUse(type, literalLimits({ name, map }, type, words), literalOf(value))?.problem
  if (problem === undefined) return false
  const shown = isHidden(map) ? 'is not what the parameter accepts' : problem
  const merged = counting.is === 'read' && counting.with.length > 0
  const whose = merged
    ? `the value of "${name}", merged with ${counting.with.join(' and ')},`
    : `the value of "${name}"`
  const message = `${whose} ${shown} (declared in ${fileName(path)})`
  const related = declaredBy(owner, name)
  if (counting.is === 'read') report('bad-value', one, message, { related })
  else {
    const why = `Heat does not read it, for ${counting.instead} give another one`
    report('unread-key', one, `${message}; ${why}`, { related })
  }
  return true
}

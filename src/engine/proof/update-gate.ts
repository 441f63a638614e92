/** What Heat says of the new template and its parameters before an update does anything: `hotshift check` of the update. */

import { namesIn, ofFile } from '../../heat/about.ts'
import type { Cloud } from '../../heat/cloud.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { declarations } from '../../heat/sections.ts'
import { jsonText } from '../../heat/values/json-text.ts'
import type { Value } from '../../heat/values/value.ts'
import { mergedEnvironments } from '../../meaning/environment.ts'
import type { Refusal } from '../../meaning/impact/model.ts'
import { decode } from '../../stack/load.ts'
import type { Stack } from '../../stack/stack.ts'
import { defined } from '../../text/document/records.ts'
import { createChecker } from '../check.ts'
import { behaves } from '../findings/catalogue.ts'
import { sameIn } from '../findings/finding.ts'
import type { LocatedFinding } from '../outcome.ts'
import { environmentsOf, type ReadFile, type VerifyInput } from './verify-side.ts'

/** What the live stack hands on to the update (`--existing`), as Heat keeps it: values, and the sections of its environments. */
interface Retained {
  readonly parameters: ReadonlyMap<string, Value>
  /** Values that the update is given by themselves, which count before those of environments. */
  readonly given: ReadonlyMap<string, Value>
  /** Values that are handed on only if they were given, which nobody knows. */
  readonly perhaps: ReadonlyMap<string, Value>
  /** The environments that the stack was made with. */
  readonly environments: Stack['environments']
}

const livePath = 'parameters of the live stack'
const givenPath = 'parameters of the update'
const perhapsPath = 'parameters that may have been given'

/** Why Heat refuses an update, with the names of what that is about. */
export interface GateRefusal {
  readonly refusal: Refusal
  readonly names: readonly string[]
}

/** What the checks of the new template and its parameters say. */
export interface Gate {
  readonly refusals: readonly GateRefusal[]
  /** Errors that the template of the live stack has as well, which its cloud has accepted. */
  readonly accepted: readonly GateRefusal[]
}

/**
 * The errors of the new template, with the parameters that the update has.
 * @param stack of the new template, for what its template declares
 */
export function updateGate(
  before: VerifyInput,
  after: VerifyInput,
  stack: Stack,
  read: ReadFile,
  retained: Retained,
  cloud?: Cloud,
): Gate {
  const { given, together } = givenWith(after, stack, retained)
  const readFile = (path: string) => given.get(path) ?? read(path)
  const named = together.length === 0 ? {} : { together }
  const besides = [after.path, ...together]
  const checker = createChecker({
    readFile,
    besides,
    environments: together,
    ...defined({ cloud }),
    ...named,
  })
  const live = new Set(foundIn(before, before.read ?? read, cloud))
  // Of what not every Heat refuses, the live stack shows that its cloud accepts it; or that it was given a value.
  const mayBeLive = ({ code }: LocatedFinding) =>
    !behaves(code, 'refused everywhere') && !behaves(code, 'without a value')
  const found = besides.flatMap((path) => {
    const bytes = given.get(path)
    if (bytes === undefined) return []
    const errors = checker.run({ path, bytes }).findings.filter(refuses)
    const faultOf = faultsIn(bytes)
    return errors.map((finding) => ({
      isAccepted: path === after.path && mayBeLive(finding) && live.has(faultOf(finding)),
      refusal: refusalOf(finding, path),
      names: namesIn(finding.about ?? ofFile),
    }))
  })
  const those = (accepted: boolean) =>
    found.flatMap(({ isAccepted, ...one }) => (isAccepted === accepted ? [one] : []))
  return { refusals: [...those(false), ...lostDefaults(stack, retained.perhaps)], accepted: those(true) }
}

/** The files that an update is made with by their paths, and the environments among them in the order in which Heat merges them. */
function givenWith(
  after: VerifyInput,
  stack: Stack,
  retained: Retained,
): { readonly given: ReadonlyMap<string, Uint8Array>; readonly together: readonly string[] } {
  const environments = environmentsOf(after)
  const paths = environments.map(({ path }) => path)
  const kept = retainedFiles(retained, stack, new Set(paths))
  const own = givenFile(retained.given)
  const named = [after, ...environments].map(({ path, bytes }) => [path, bytes] as const)
  return {
    given: new Map([...kept, ...named, ...own]),
    together: [...kept.keys(), ...paths, ...own.keys()],
  }
}

/** Parameters that have to be given now, and keep their values only if they were given before. */
function lostDefaults({ template }: Stack, perhaps: ReadonlyMap<string, Value>): readonly GateRefusal[] {
  const { parameters } = declarations(template.file.root)
  return [...perhaps.keys()].flatMap((name): readonly GateRefusal[] => {
    const declared = parameters.get(name)
    if (declared === undefined || readValue(declared, 'default', 'Default') !== undefined) return []
    const message = `the parameter ${name} no longer has a default, so a value is required`
    const refusal = { message, certainty: 'if', when: `${name} is not given` } as const
    return [{ refusal, names: [name] }]
  })
}

/**
 * What is found of a template with the registries of its environments, without its location. An error there may be a warning
 * here: of a type that nobody registers only the stack knows whether its cloud has it.
 */
function foundIn(input: VerifyInput, readFile: ReadFile, cloud: Cloud | undefined): readonly string[] {
  const { path, bytes } = input
  const environments = environmentsOf(input)
  const given = new Map(environments.map((one) => [one.path, one.bytes] as const))
  const paths = [...given.keys()]
  const checker = createChecker({
    readFile: (name) => given.get(name) ?? readFile(name),
    besides: [path, ...paths],
    environments: paths,
    ...defined({ cloud }),
  })
  return checker.run({ path, bytes }).findings.map(faultsIn(bytes))
}

/** What makes two faults the same: what the findings are about, and the source there, such as the value that is refused. */
function faultsIn(bytes: Uint8Array): (finding: LocatedFinding) => string {
  const decoded = decode(bytes)
  const text = 'text' in decoded ? decoded.text : ''
  return (finding) => {
    const { start, end } = finding.range ?? { start: 0, end: 0 }
    return `${sameIn(finding)}\0${text.slice(start, end)}`
  }
}

/** Errors, and what Heat rejects where nobody gives a value. */
function refuses({ severity, code }: Pick<LocatedFinding, 'severity' | 'code'>): boolean {
  return severity === 'error' || behaves(code, 'without a value')
}

function refusalOf({ code, message, line, column }: LocatedFinding, path: string): Refusal {
  // Nobody wrote down what Heat keeps.
  if (path === perhapsPath) return { message, certainty: 'if', when: 'the stack was given it', code }
  if (path === givenPath) return { message, certainty: 'sure', code }
  if (path === livePath)
    return { message: `${message} (it is kept of the live stack)`, certainty: 'sure', code }
  const at = line === undefined || line === 0 ? {} : { line, ...(column === undefined ? {} : { column }) }
  if (behaves(code, 'without a value'))
    return { message, certainty: 'if', when: 'no other value is given', code, path, ...at }
  return { message, certainty: 'sure', code, path, ...at }
}

/** The same as an environment: Heat refuses a name that the template does not declare (`Parameters.validate`). */
function givenFile(values: ReadonlyMap<string, Value>): ReadonlyMap<string, Uint8Array> {
  if (values.size === 0) return new Map()
  const text = jsonText(new Map([['parameters', values]]), 'as it is')
  return new Map([[givenPath, new TextEncoder().encode(text)]])
}

/**
 * The preserved parameters, as environments: Heat leaves out parameters that the new template does not have
 * (`_prepare_stack_updates` of heat/engine/service.py).
 */
function retainedFiles(
  { parameters, perhaps, environments }: Retained,
  { template }: Stack,
  others: ReadonlySet<string>,
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const add = (path: string, sections: ReadonlyMap<string, Value>) => {
    if ([...sections.values()].some((one) => one instanceof Map && one.size > 0))
      files.set(path, new TextEncoder().encode(jsonText(sections, 'as it is')))
  }
  for (const { path, root } of environments) {
    if (others.has(path)) continue
    const registry = mergedEnvironments([root], 'all sections')
    const sections = new Map<string, Value>(
      [...(registry?.sections ?? [])].filter(([, value]) => value !== null),
    )
    add(path, sections.set('parameter_defaults', registry?.defaults ?? new Map()))
  }
  const declared = declarations(template.file.root).parameters
  for (const [path, values] of [
    [livePath, parameters],
    [perhapsPath, perhaps],
  ] as const)
    add(path, new Map([['parameters', new Map([...values].filter(([name]) => declared.has(name)))]]))
  return files
}

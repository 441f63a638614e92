/** Parameters, outputs and conditions: what has to be given, and what is given afterwards. */

import { hiddenValue } from '../../heat/parameters.ts'
import { Failure, sameValue, type Value } from '../../heat/values/value.ts'
import { defined } from '../../text/document/records.ts'
import type { ParameterSchema } from '../parameters.ts'
import type { Program } from '../program.ts'
import { type EnvironmentValues, valueGiven } from '../sample.ts'
import { type Both, onBoth } from '../side.ts'
import { typedTerm } from '../terms/arriving.ts'
import { kinds, type Term, type Terms } from '../terms/term.ts'
import { allNames, declarationImpacts } from './declared-names.ts'
import type { ValueDifferences } from './differences.ts'
import type { DifferingPart } from './extents.ts'
import type { LoweredLevel } from './lowered-level.ts'
import {
  type DeclarationImpact,
  knownAfterText,
  type Refusal,
  readText,
  type StackImpact,
  whenText,
} from './model.ts'
import { hiddenTerm } from './secret-terms.ts'
import { shownTerm } from './secrets.ts'
import type { TemplateImpact } from './template-impact.ts'
import { givenMark, inWords } from './words.ts'

export type DeclarationChanges = Pick<StackImpact, 'parameters' | 'outputs' | 'conditions'>

type BothEnvironments = Both<EnvironmentValues | undefined>

/**
 * What the parameters of the outer templates stand for. One that both have keeps its value, whoever gave it; where its
 * default is another one, it counts unless a value is given. A new one has its default. Values of hidden parameters are
 * in no term.
 */
export function parametersGiven(
  terms: Terms,
  programs: Both<Program>,
  environments: BothEnvironments,
): Both<ReadonlyMap<string, Term>> {
  const given = { before: new Map<string, Term>(), after: new Map<string, Term>() }
  for (const side of ['before', 'after'] as const) {
    const other = side === 'before' ? 'after' : 'before'
    for (const [name, schema] of programs[side].parameters) {
      if (schema instanceof Failure) continue
      const twin = programs[other].parameters.get(name)
      const own: Own = { schema, value: valueGiven(environments[side], name) }
      const its =
        twin === undefined || twin instanceof Failure
          ? undefined
          : { schema: twin, value: valueGiven(environments[other], name) }
      const term = termOf(terms, name, side, own, its)
      if (term !== undefined) given[side].set(name, term)
    }
  }
  return given
}

interface Own {
  readonly schema: ParameterSchema
  readonly value: Value | undefined
}

/** @returns undefined for a parameter of which nothing is known but its name */
function termOf(
  terms: Terms,
  name: string,
  side: keyof Both<unknown>,
  own: Own,
  other: Own | undefined,
): Term | undefined {
  const { schema, value } = own
  const isHidden = schema.hidden || other?.schema.hidden === true
  if (other !== undefined && isMovedDefault(terms, own, other)) return undefined
  if (value !== undefined && value !== null) {
    if (!isHidden) return typedTerm(terms, schema, value)
    const isSame = other?.value !== undefined && sameValue(value, other.value)
    return isSame ? undefined : secret(terms, name, side === 'before' ? 'old' : 'new')
  }
  // What the live stack was given is not asked again.
  const preset = schema.default
  if (preset === null && side === 'after' && isValue(other?.value)) return terms.omitted
  // What had to be given is given again.
  if (side === 'after' && other?.value === undefined && other?.schema.default === null) return undefined
  const theirs = other?.value ?? other?.schema.default ?? null
  if (preset === null || (other !== undefined && other.value === undefined && sameValue(preset, theirs)))
    return undefined
  const standard = isHidden
    ? secret(terms, name, side === 'before' ? 'old default' : 'new default')
    : typedTerm(terms, schema, preset)
  // Nobody has given a new parameter a value yet; what the stack was given returns to its default unless it is given again.
  if (side === 'after' && (other === undefined || isValue(other.value))) return standard
  const isGiven = terms.condition(terms.input('pseudo', givenMark + name, kinds.bool))
  return terms.choice(isGiven, terms.input('parameter', name, kinds.any, schema.type), standard)
}

function isValue(value: Value | undefined): boolean {
  return value !== undefined && value !== null
}

/** Whether one side has as default what an environment gives on the other: whoever gives another value does so on both. */
function isMovedDefault(terms: Terms, one: Own, other: Own): boolean {
  if ((one.value === undefined) === (other.value === undefined)) return false
  const [was, is] = [one, other].map(({ schema, value }) => value ?? schema.default)
  if (was === undefined || was === null || is === undefined || is === null) return false
  return typedTerm(terms, one.schema, was) === typedTerm(terms, other.schema, is)
}

/** @param which for example `new default` */
function secret(terms: Terms, name: string, which: string): Term {
  return hiddenTerm(terms, `${name} (hidden, ${which})`)
}

/** What Heat refuses of the values of parameters: another one for one that is immutable, and none for one that needs it. */
export function parameterRefusals(
  root: TemplateImpact,
  environments: BothEnvironments,
  values: ValueDifferences,
): readonly Refusal[] {
  const { programs, given } = root.level
  return [...programs.after.parameters].flatMap(([name, schema]): readonly Refusal[] => {
    if (schema instanceof Failure) return []
    const [was, is] = [valueGiven(environments.before, name), valueGiven(environments.after, name)]
    const old = programs.before.parameters.get(name)
    if (!isValue(is) && schema.default === null) {
      const message = `no environment gives "${name}" a value, and it has no default`
      if (isValue(was)) return [{ message, certainty: 'sure', parameter: name }]
      // What had to be given before is given again.
      const wasRequired = old !== undefined && !(old instanceof Failure) && old.default === null
      return wasRequired ? [] : [{ message, certainty: 'if', when: `${name} is not given`, parameter: name }]
    }
    if (schema.immutable !== true || old === undefined) return []
    return immutableRefusal(
      root,
      name,
      values,
      onBoth((side) => given[side].get(name)),
    )
  })
}

function immutableRefusal(
  { level: { words } }: TemplateImpact,
  name: string,
  values: ValueDifferences,
  { before, after }: Both<Term | undefined>,
): readonly Refusal[] {
  if (before === undefined || after === undefined) return []
  const { sure, may } = values.extentOf(values.between(before, after, values.always))
  if (may === values.never.may) return []
  const when = words.when(may)
  const certainty: Refusal['certainty'] = when === undefined ? 'sure' : sure === may ? 'if' : 'may'
  const message = `the parameter ${name} is immutable, and gets another value`
  return [defined({ message, certainty, when, parameter: name })]
}

/** What changes in the declarations of the outer templates. */
export function declarationsOf(
  root: TemplateImpact,
  environments: BothEnvironments,
  values: ValueDifferences,
  terms: Terms,
): DeclarationChanges {
  const { before, after } = root.level.programs
  return {
    parameters: [...allNames(before.parameters, after.parameters)].flatMap((name) =>
      parameterImpact(
        terms,
        name,
        before.parameters.get(name),
        after.parameters.get(name),
        onBoth((side) => valueGiven(environments[side], name)),
      ),
    ),
    outputs: outputsOf(root, values),
    conditions: conditionsOf(root, terms),
  }
}

type DeclaredSchema = ParameterSchema | Failure | undefined

function parameterImpact(
  terms: Terms,
  name: string,
  before: DeclaredSchema,
  after: DeclaredSchema,
  values: Both<Value | undefined>,
): readonly DeclarationImpact[] {
  if (after === undefined)
    return [{ name, change: 'removed', notes: ['Heat rejects an update that gives it a value'] }]
  if (after instanceof Failure)
    return [{ name, change: 'changed', notes: [`Heat rejects it: ${after.message}`] }]
  if (before === undefined || before instanceof Failure)
    return [{ name, change: 'added', notes: [addedNote(terms, after, values.after)] }]
  const notes = parameterNotes(terms, before, after, values)
  return notes.length === 0 ? [] : [{ name, change: 'changed', notes }]
}

function addedNote(terms: Terms, schema: ParameterSchema, value: Value | undefined): string {
  if (value !== undefined) return 'the environment gives its value'
  return schema.default === null ? 'must be given' : `has its default here: ${defaultText(terms, schema)}`
}

function parameterNotes(
  terms: Terms,
  before: ParameterSchema,
  after: ParameterSchema,
  values: Both<Value | undefined>,
): readonly string[] {
  const isHidden = before.hidden || after.hidden
  const notes: string[] = []
  if (before.type !== after.type) notes.push(`type ${before.type} -> ${after.type}`)
  if (!sameValue(before.default, after.default))
    notes.push(
      after.default === null
        ? 'no longer has a default: a value is required'
        : isHidden
          ? 'another default'
          : `default ${defaultText(terms, before)} -> ${defaultText(terms, after)}`,
    )
  if (before.hidden !== after.hidden) notes.push(after.hidden ? 'is hidden now' : 'is no longer hidden')
  if (JSON.stringify(constraintsOf(before)) !== JSON.stringify(constraintsOf(after)))
    notes.push('other constraints: a value that the live stack has may be rejected')
  const [one, other] = [values.before, values.after]
  if (one !== undefined && other !== undefined && !sameValue(one, other)) notes.push('another value is given')
  return notes
}

function constraintsOf({ constraints }: ParameterSchema): readonly unknown[] {
  return constraints.map(({ description: _, ...limits }) => limits)
}

function defaultText(terms: Terms, { name, default: value, hidden }: ParameterSchema): string {
  return value === null ? 'none' : hidden ? hiddenValue : inWords(shownTerm(terms, terms.data(value), name))
}

function conditionsOf(root: TemplateImpact, terms: Terms): readonly DeclarationImpact[] {
  const { before, after } = root.level.conditions
  const said = (term: Term) => (term === terms.false ? 'never' : (root.level.words.when(term) ?? 'always'))
  return declarationImpacts(before, after, (one, other) =>
    one === other ? [] : [`${said(one)} -> ${said(other)}`],
  )
}

/** The outputs of the outer templates that are added, removed, or may give another value; secrets are not shown. */
function outputsOf({ level }: TemplateImpact, values: ValueDifferences): readonly DeclarationImpact[] {
  const { before, after } = level.programs
  return declarationImpacts(before.outputs, after.outputs, (one, other, name) => {
    const [was, is] = [level.output('before', one), level.output('after', other)]
    return values.between(was, is, level.terms.true).map((part) => partNote(level, name, part))
  })
}

function partNote(
  { words, terms }: LoweredLevel,
  name: string,
  { path, before, after, by, knownAfter, extent }: DifferingPart,
): string {
  const when = words.when(extent.may)
  const condition = when === undefined ? '' : ` ${whenText(when)}`
  if (by !== undefined) {
    const certainty = extent.sure === extent.may ? 'if' : 'may'
    return `${readText(defined({ by, knownAfter }), certainty)}${condition}`
  }
  const at = path === '' ? '' : `${path.replace(/^\./, '')}: `
  const known = knownAfter === undefined ? '' : `, where ${knownAfterText(knownAfter)}`
  const isNone = (term: Term) => term === terms.omitted || term === terms.null
  const [one, other] = [before, after].map((term) => shownTerm(terms, term, name + path)) as [Term, Term]
  const [was, is] = words.parted(one, other)
  const values = [isNone(before) ? '(none)' : was, isNone(after) ? '(none)' : is]
  return `${at}${values.join(' -> ')}${known}${condition}`
}

/** A new parameter through every layer: declared, passed from call to call, given a value, and read by properties. */

import { callRead } from '../../heat/calls.ts'
import type { HotParameterType } from '../../heat/dialects.ts'
import { entryRead, readValue } from '../../heat/merge-keys.ts'
import { parameterTypeFor } from '../../heat/parameter-types.ts'
import { declaredType } from '../../heat/parameters.ts'
import { section } from '../../heat/sections.ts'
import { literalOf } from '../../heat/values/nodes.ts'
import { misfitInUse } from '../../heat/values/parameters.ts'
import { someNode } from '../../heat/walk.ts'
import { boolean, entry, mapping, string, withEntries } from '../../text/document/build.ts'
import { sameData } from '../../text/document/data.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { transplanted } from '../../text/document/transplant.ts'
import { survivesJoining } from '../call-properties.ts'
import { typedTemplate } from '../package-stack.ts'
import type { SourceFile } from '../source-file.ts'
import { isEnvironment } from '../source-file.ts'
import { typeOf } from '../type-of.ts'
import { moduleValue } from '../value-of.ts'
import { declaredParameter } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { declareParameter } from './declare.ts'
import { Stuck } from './edit.ts'
import { putValue } from './environment.ts'
import { type GivenParameter, giveParameter, type ParameterGift } from './give-parameter.ts'
import type { Edited, EditNote, EditScope, GivenValue, ParameterEdit } from './parameter-edit.ts'
import { type PropertyUse, setBy, usesOf, withUse } from './property-use.ts'
import { readingOf } from './resource-property.ts'

type Addition = Extract<ParameterEdit, { readonly kind: 'add' }>
type PassEdit = Extract<ParameterEdit, { readonly kind: 'pass' }>

/** @returns undefined where no template of the scope has to do with it */
export function addParameter(pkg: Workspace, edit: Addition, scope: EditScope): Edited | undefined {
  const { name } = edit
  const uses = edit.usedBy.flatMap((one) => usesOf(pkg, one, edit.in, scope))
  const targets = targetsOf(pkg, edit, uses, scope)
  if (targets.length === 0) return undefined
  for (const path of targets) {
    const declared = declaredParameter(pkg.fileAt(path).root, name)
    if (declared !== undefined)
      throw new Stuck({ path, at: declared.entry, why: `${path} already declares "${name}"` })
  }
  const [literal] = uses.flatMap((use) => (use.value === undefined ? [] : [literalIn(pkg, use)]))
  const type = edit.type ?? (literal === undefined ? typeOfUse(pkg, uses[0]) : typeOfLiteral(literal.node))
  if (type === undefined)
    throw new Stuck({
      path: targets[0] ?? '',
      at: undefined,
      why: 'nothing says its type: give it with --type',
    })
  const preset = edit.default ?? (edit.value === undefined ? literal : undefined)
  const values = [preset, edit.value].flatMap((one) => one ?? [])
  for (const { node } of values) {
    const problem = misfitInUse(type, [], literalOf(node))?.problem
    if (problem !== undefined)
      throw new Stuck({ path: targets[0] ?? '', at: undefined, why: `its value ${problem}` })
  }
  const given = giveParameter(pkg, targets, declared(edit, type, preset))
  const valued = edit.value === undefined ? given.pkg : withValues(given, name, edit.value)
  const read = withReading(valued, name, uses)
  return {
    pkg: read,
    names: new Set([name]),
    set: setBy(uses),
    notes: [
      ...requiredNotes(read, given.uncalled, name),
      ...uses.flatMap((use) => replacedNote(use, name, preset)),
    ],
  }
}

/** Makes every caller of a nested template pass a parameter that templates above it have. */
export function passToNested(
  pkg: Workspace,
  edit: PassEdit,
  declaring: readonly string[],
): Edited | undefined {
  const { name, to } = edit
  const sources = declaring.filter((path) => !to.includes(path))
  const [source] = sources
  if (source === undefined) return undefined
  const from = pkg.fileAt(source)
  const declaration = declaredParameter(from.root, name)
  const type = declaredType(declaration?.map)
  if (declaration === undefined || type === undefined)
    throw new Stuck({ path: source, at: declaration?.entry, why: 'its type is not one of HOT' })
  const uses = edit.usedBy.flatMap((one) => usesOf(pkg, one, to, { has: () => true }))
  const given = giveParameter(pkg, to, { name, type, declaration: copying(name, from, declaration) })
  const read = withReading(given.pkg, name, uses)
  return {
    pkg: read,
    names: new Set([name]),
    set: setBy(uses),
    notes: requiredNotes(read, given.uncalled, name),
  }
}

/** The declaration of a parameter as other templates take it over. */
function copying(
  name: string,
  file: SourceFile,
  declaration: NonNullable<ReturnType<typeof declaredParameter>>,
): GivenParameter['declaration'] {
  const { entry } = declaration
  const own = { file, declaration, entry, value: entry.value, isNull: false, isHidden: false }
  return (other) => {
    const declared = declareParameter({ ...other, root: bare(other.root) }, own)
    const copied = entryRead(section(declared, 'parameters'), name)
    if (copied === undefined)
      throw new Stuck({ path: other.path, at: undefined, why: 'it cannot be declared here' })
    return copied
  }
}

/** A template as if it declared nothing: what is copied into it is taken from there. */
function bare(root: Mapping): Mapping {
  return withEntries(
    root,
    root.entries.filter((one) => nameOf(one) !== 'parameters'),
  )
}

// --- where

function targetsOf(
  pkg: Workspace,
  edit: Addition,
  uses: readonly PropertyUse[],
  scope: EditScope,
): readonly string[] {
  const missing = edit.in.find((path) => !pkg.files.has(path))
  const isHere = edit.in.some((path) => pkg.files.has(path))
  if (missing !== undefined && isHere)
    throw new Stuck({ path: missing, at: undefined, why: `${missing} is not a template of this run` })
  if (edit.in.length > 0) return isHere ? edit.in : []
  if (edit.usedBy.length > 0) return [...new Set(uses.map(({ path }) => path))]
  return [...pkg.files.values()].flatMap((file) =>
    !isEnvironment(file) && scope.has(file.path) && file.recognition.kind === 'hot' ? [file.path] : [],
  )
}

// --- its value

/** What a property says now, which is what the parameter has by itself. @throws Stuck for what is computed */
function literalIn(pkg: Workspace, { path, definition, keys, value }: PropertyUse): GivenValue {
  const node = value === undefined ? undefined : resolved(value)
  const what = `"${definition.resource}.${keys.join('.')}"`
  if (node === undefined || someNode(node, (one) => callRead(one) !== undefined || one.kind === 'alias'))
    throw new Stuck({ path, at: value, why: `a function computes ${what}` })
  return { node, source: { ...pkg.fileAt(path).document, comments: [] } }
}

function typeOfLiteral(node: Node): HotParameterType {
  const list = listOf(node)
  const scalar = scalarOf(node)
  if (list !== undefined)
    return list.items.every((item) => stringOf(item) !== undefined) && survivesJoining(list)
      ? 'comma_delimited_list'
      : 'json'
  if (scalar === undefined) return 'json'
  if (scalar.type === 'bool') return 'boolean'
  return scalar.type === 'int' || scalar.type === 'float' ? 'number' : 'string'
}

/** What the type of a resource takes there. */
function typeOfUse(pkg: Workspace, use: PropertyUse | undefined): HotParameterType | undefined {
  if (use === undefined) return undefined
  const { path, definition, keys } = use
  const steps = [...definition.trail, definition.propertiesKey, ...keys]
  const found = typeOf(
    typedTemplate(pkg, path),
    steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  )
  return typeof found !== 'object'
    ? undefined
    : (found.schema.parameter ?? parameterTypeFor(found.schema.type ?? 'string'))
}

function declared(edit: Addition, type: HotParameterType, preset: GivenValue | undefined): GivenParameter {
  return {
    name: edit.name,
    type,
    declaration: (_file, role) => {
      const attributes = [entry('type', string(type))]
      if (edit.description !== undefined) attributes.push(entry('description', string(edit.description)))
      if (preset !== undefined && role === 'not called')
        attributes.push(entry('default', transplanted(preset.node, preset.source)))
      if (edit.isHidden) attributes.push(entry('hidden', boolean(true)))
      return entry(edit.name, mapping(attributes, { style: 'block' }))
    },
  }
}

function withValues({ pkg, uncalled }: ParameterGift, name: string, value: GivenValue): Workspace {
  return uncalled.reduce((current, path) => {
    const module = current.fileAt(path)
    if (current.roleOf(path) === 'nested')
      throw new Stuck({ path, at: undefined, why: `${path} is a nested template, which has no environment` })
    const own = current.environmentBeside(path)
    const known = own === undefined ? undefined : readValue(readValue(own.root, 'parameters'), name)
    if (own !== undefined && known !== undefined)
      throw new Stuck({ path: own.path, at: known, why: `${own.path} already sets "${name}"` })
    return putValue(current, module, 'parameters', entry(name, transplanted(value.node, value.source)))
  }, pkg)
}

// --- who reads it

function withReading(pkg: Workspace, name: string, uses: readonly PropertyUse[]): Workspace {
  return uses.reduce((current, use) => withUse(current, use, (value) => readingOf(name, value)), pkg)
}

/** A property said something else than the parameter has by itself. */
function replacedNote(
  { path, definition, keys, value }: PropertyUse,
  name: string,
  preset: GivenValue | undefined,
): readonly EditNote[] {
  if (value === undefined || (preset !== undefined && sameData(resolved(value), preset.node))) return []
  const what = `"${definition.resource}.${keys.join('.')}"`
  const instead = preset === undefined ? 'which has no default' : 'whose default is another value'
  const message = `${what} had its own value and now reads the parameter "${name}", ${instead}`
  return [{ code: 'value-parameterized', path, at: value, message }]
}

/** Whoever creates or updates a stack has to give it now. */
export function requiredNotes(pkg: Workspace, paths: readonly string[], name: string): readonly EditNote[] {
  return paths.flatMap((path) => {
    const file = pkg.fileAt(path)
    const declaration = declaredParameter(file.root, name)
    const environments = pkg.roleOf(path) === 'nested' ? [] : pkg.environmentsBeside(path)
    if (declaration === undefined || moduleValue(file, environments, name).from !== 'input') return []
    const where =
      pkg.roleOf(path) === 'nested'
        ? 'every template that calls this one has to pass it'
        : 'every stack has to be given it'
    return [
      {
        code: 'required-parameter',
        path,
        at: declaration.entry,
        message: `"${name}" has no default: ${where}`,
      },
    ]
  })
}

/** Declarations of parameters, and what calls pass. */

import { isOwn, readValue, replacedRead } from '../../heat/merge-keys.ts'
import { freeName } from '../../heat/parameters.ts'
import { declarations, sectionEntry } from '../../heat/sections.ts'
import {
  boolean,
  call,
  entry,
  mapping,
  string,
  withAppended,
  withEntries,
  withValue,
} from '../../text/document/build.ts'
import type { Entry, Mapping } from '../../text/document/node.ts'
import { entryOf, isNull, nameOf, stringOf } from '../../text/document/read.ts'
import { transplanted, transplantedEntry } from '../../text/document/transplant.ts'
import { hasOtherTypes, withProperty } from '../call-properties.ts'
import type { NestedCall } from '../calls.ts'
import type { SourceFile } from '../source-file.ts'
import { aliasNames, changeAt } from '../trail.ts'
import { passedValue } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { attempt, Stuck } from './edit.ts'
import type { OwnDefault } from './own-default.ts'

/** A parameter that a template shall have. */
export interface WantedParameter {
  readonly name: string
  readonly type: string
  readonly description: string
  /** Whether its value is secret. */
  readonly isHidden?: true
}

/** Its declaration. */
export function declarationOf({ name, type, description, isHidden }: WantedParameter): Entry {
  const attributes = [
    entry('type', string(type)),
    entry('description', string(description)),
    ...(isHidden === true ? [entry('hidden', boolean(true))] : []),
  ]
  return entry(name, mapping(attributes, { style: 'block' }))
}

/**
 * The template with the parameter declared, last in its section.
 * @throws Stuck when nothing can be added there
 */
export function withWanted(file: Pick<SourceFile, 'path' | 'root'>, wanted: WantedParameter): Mapping {
  return withDeclaration(file, declarationOf(wanted), appendedBelow, 'nothing can be added to its parameters')
}

/** New lines where the others have lines. */
export function appendedBelow(declarations: Mapping, added: Entry): Mapping {
  return declarations.style === 'flow'
    ? withAppended(declarations, added)
    : withEntries(declarations, [...declarations.entries, added])
}

/**
 * The package in which a caller also passes `name: {get_param: name}`.
 * @throws Stuck when nothing can be added there
 */
export function passParameter(pkg: Workspace, one: NestedCall, name: string): Workspace {
  const root = pkg.files.get(one.caller)?.root
  if (root === undefined)
    throw new Stuck({ path: one.caller, at: one.at, why: `${one.caller} is not part of the package` })
  return pkg.withRoot(one.caller, passing(root, one, name, name))
}

/**
 * The tree of a caller in which it passes `name: {get_param: own}`, too.
 * @param other what its type may mean as well, as far as that would refuse the property
 * @throws Stuck when nothing can be added there
 */
export function passing(
  root: Mapping,
  one: NestedCall,
  name: string,
  own: string,
  other = one.certainty === 'certain' ? undefined : 'another template',
): Mapping {
  const location = `the caller "${one.resource}" in ${one.caller}`
  const stuck = (why: string): Stuck => new Stuck({ path: one.caller, at: one.entry, why })
  if (other !== undefined) throw stuck(`${location} may also mean ${other}`)
  if (one.how === 'resources' && hasOtherTypes(one)) throw stuck(`${location} passes the same to other types`)
  const added = entry(name, call('get_param', string(own)))
  const changed = changeAt(root, one.trail, (definition) => withProperty(definition, one, added))
  if ('problem' in changed || changed === root)
    throw stuck(`nothing can be added to ${location}, because its properties are shared or computed`)
  return changed
}

/** What makes a parameter the same in another template; labels and tags are for the people who see that one. */
const carried: ReadonlySet<string> = new Set(['type', 'description', 'hidden', 'constraints'])

/**
 * The tree of a template that declares the parameter of another one too: the same type, description, hidden
 * and constraints, without default. It stands last in its section.
 * @throws Stuck when an alias or anchor shares the section
 */
export function declareParameter(file: SourceFile, { declaration, file: from }: OwnDefault): Mapping {
  const source = { ...from.document, comments: [] }
  const map = declaration.map
  for (const name of carried) {
    if (map === undefined || readValue(map, name) === undefined || entryOf(map, name) !== undefined) continue
    throw new Stuck({
      path: from.path,
      at: declaration.entry,
      why: `its ${name} comes in through a merge key`,
    })
  }
  // Of one that is given twice only what Heat reads.
  const attributes = (map?.entries ?? []).flatMap((one) => {
    const name = nameOf(one) ?? ''
    return carried.has(name) && entryOf(map, name) === one ? [transplantedEntry(one, source)] : []
  })
  const added = entry(
    transplanted(declaration.entry.key, source),
    mapping(attributes, { style: declaration.map?.style === 'flow' ? 'flow' : 'block' }),
  )
  return withDeclaration(file, added, withAppended, `nothing can be added to the parameters of ${file.path}`)
}

/**
 * The tree of a template with one declaration more, in a section made for it where there is none.
 * @param append adds it to declarations that are there
 * @throws Stuck, saying `why`, when an alias or anchor shares the section, or it is no mapping
 */
export function withDeclaration(
  { path, root }: Pick<SourceFile, 'path' | 'root'>,
  added: Entry,
  append: (declarations: Mapping, added: Entry) => Mapping,
  why: string,
): Mapping {
  const section = sectionEntry(root, 'parameters')
  if (section === undefined)
    return withParametersSection(root, entry('parameters', mapping([added], { style: 'block' })))
  const { value } = section
  const isShared = value.anchor !== undefined && aliasNames(root).has(value.anchor)
  if ((value.kind !== 'map' && !isNull(value)) || value.kind === 'alias' || isShared)
    throw new Stuck({ path, at: section, why })
  const isEmpty = value.kind !== 'map' || value.entries.length === 0
  const next = isEmpty ? mapping([added], { for: value, style: 'block' }) : append(value, added)
  const made = replacedRead(root, section, withValue(section, next))
  if (made === undefined) throw new Stuck({ path, at: section, why })
  return made
}

/** The root with a section of parameters, before the first section that may use them. */
function withParametersSection(root: Mapping, section: Entry): Mapping {
  const at = root.entries.findIndex((one) =>
    ['conditions', 'resources', 'outputs'].includes(nameOf(one) ?? ''),
  )
  const entries =
    at === -1
      ? [...root.entries, section]
      : [...root.entries.slice(0, at), section, ...root.entries.slice(at)]
  return withEntries(root, entries)
}

// Makes every caller of a nested template pass a parameter that the template has from now on, where it can.

export interface PassedOn {
  /** The callers as they are then, by path. */
  readonly roots: ReadonlyMap<string, Mapping>
  /** The resources that pass it, directly and indirectly, as they were. */
  readonly passed: readonly NestedCall[]
  /** Those that are left unchanged. */
  readonly left: readonly NestedCall[]
}

/**
 * The callers of a template that pass the parameter, each from a parameter of its own, and so upwards. One with the same
 * description serves for it; a name that is taken gets a number.
 * @param isOpen whether a caller may change there
 */
export function passNewParameter(
  pkg: Workspace,
  template: string,
  wanted: WantedParameter,
  isOpen: (file: SourceFile, call: NestedCall) => boolean,
): PassedOn {
  const roots = new Map<string, Mapping>()
  const passed: NestedCall[] = []
  const left: NestedCall[] = []
  const seen = new Set([template])
  const open: (readonly [callee: string, name: string])[] = [[template, wanted.name]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [callee, name] = next
    for (const one of distinctCalls(pkg.callsOf(callee))) {
      if (passedValue(one, name) !== undefined) continue
      const file = pkg.files.get(one.caller)
      const root = roots.get(one.caller) ?? file?.root
      const made =
        file === undefined || root === undefined || !isOpen(file, one)
          ? undefined
          : withPassed({ path: file.path, root }, one, name, wanted)
      if (made === undefined) {
        left.push(one)
        continue
      }
      roots.set(one.caller, made.root)
      passed.push(one)
      if (seen.has(one.caller)) continue
      seen.add(one.caller)
      open.push([one.caller, made.own])
    }
  }
  return { roots, passed, left }
}

/** A chain may name a template several times, and passes the same to all. */
function distinctCalls(calls: readonly NestedCall[]): readonly NestedCall[] {
  const byLocation = new Map(
    calls.map((one) => [JSON.stringify([one.caller, ...one.trail, one.propertiesKey]), one]),
  )
  return [...byLocation.values()]
}

/** @returns undefined where the caller cannot pass it */
function withPassed(
  file: Pick<SourceFile, 'path' | 'root'>,
  one: NestedCall,
  name: string,
  wanted: WantedParameter,
): { readonly root: Mapping; readonly own: string } | undefined {
  // Properties that a merge key supplies are shared with other mappings.
  if (one.properties?.kind === 'map' && !isOwn(one.properties)) return undefined
  const known = [...declarations(file.root).parameters].find(
    ([, declared]) => stringOf(readValue(declared, 'description')) === wanted.description,
  )?.[0]
  const own = known ?? freeName(file.root, wanted.name, [])
  const made = attempt(() => {
    const root = known === undefined ? withWanted(file, { ...wanted, name: own }) : file.root
    return passing(root, one, name, own)
  })
  return 'done' in made ? { root: made.done, own } : undefined
}

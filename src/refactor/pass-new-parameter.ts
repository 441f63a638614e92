/** Makes every caller of a nested template pass a parameter that the template has from now on, where it can. */

import type { Mapping } from '../document/node.ts'
import { textOf } from '../document/read.ts'
import { isOwn, readValue } from '../heat/merge-keys.ts'
import { freeName } from '../heat/parameters.ts'
import { declarations } from '../heat/sections.ts'
import type { NestedCall } from '../package/calls.ts'
import { passedValue } from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { passing, type WantedParameter, withWanted } from './declare.ts'
import { attempt } from './edit.ts'

export interface PassedOn {
  /** The callers as they are then, by path. */
  readonly roots: ReadonlyMap<string, Mapping>
  /** Who passes it to whom. */
  readonly pairs: readonly (readonly [caller: string, callee: string])[]
  /** Paths of callers, direct and indirect ones, that stay as they are. */
  readonly left: readonly string[]
}

/**
 * The callers of a template that pass the parameter, each from a parameter of its own, and so upwards. One with the same
 * description serves for it; a name that is taken gets a number.
 * @param isOpen whether a caller may change
 */
export function passNewParameter(
  pkg: Package,
  template: string,
  wanted: WantedParameter,
  isOpen: (file: PackageFile) => boolean,
): PassedOn {
  const roots = new Map<string, Mapping>()
  const pairs: (readonly [string, string])[] = []
  const left = new Set<string>()
  const seen = new Set([template])
  const open: (readonly [callee: string, name: string])[] = [[template, wanted.name]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [callee, name] = next
    for (const one of distinctCalls(pkg.callsOf(callee))) {
      if (passedValue(one, name) !== undefined) continue
      const file = pkg.files.get(one.caller)
      const root = roots.get(one.caller) ?? file?.root
      const made =
        file === undefined || root === undefined || !isOpen(file)
          ? undefined
          : withPassed({ path: file.path, root }, one, name, wanted)
      if (made === undefined) {
        left.add(one.caller)
        continue
      }
      roots.set(one.caller, made.root)
      pairs.push([one.caller, callee])
      if (seen.has(one.caller)) continue
      seen.add(one.caller)
      open.push([one.caller, made.own])
    }
  }
  return { roots, pairs, left: [...left] }
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
  file: Pick<PackageFile, 'path' | 'root'>,
  one: NestedCall,
  name: string,
  wanted: WantedParameter,
): { readonly root: Mapping; readonly own: string } | undefined {
  // The parameters of a stack of its own are another matter.
  if (one.how === 'stack') return undefined
  // What a merge key brings stands elsewhere, too.
  if (one.properties?.kind === 'map' && !isOwn(one.properties)) return undefined
  const known = [...declarations(file.root).parameters].find(
    ([, declared]) => textOf(readValue(declared, 'description')) === wanted.description,
  )?.[0]
  const own = known ?? freeName(file.root, wanted.name, [])
  const made = attempt(() => {
    const root = known === undefined ? withWanted(file, { ...wanted, name: own }) : file.root
    return passing(root, one, name, own)
  })
  return 'done' in made ? { root: made.done, own } : undefined
}

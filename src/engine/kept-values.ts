/**
 * What a package must be given when stacks are created, with the values that it gave itself before it was repaired: as an
 * environment for Heat, and in the form in which ONAP takes values beforehand (a preload).
 */
import { entry, mapping } from '../document/build.ts'
import { lineEnding } from '../document/document.ts'
import { type Entry, rangeOf } from '../document/node.ts'
import { entryOf, mapOf, textOf } from '../document/read.ts'
import { transplanted, transplantedEntry } from '../document/transplant.ts'
import { readValue } from '../heat/merge-keys.ts'
import { preloadOf } from '../onap/preload.ts'
import { Vnf } from '../onap/vnf/vnf.ts'
import {
  type Declaration,
  declarationWords,
  declaredParameters,
  moduleValue,
} from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import { baseName, fileName, type PackageFile } from '../package/package-file.ts'
import { newDocument } from '../print/print.ts'

/** The values of one module. */
export interface KeptValues {
  /** Path of the module. */
  readonly module: string
  /** Base name of the files that they are for. */
  readonly name: string
  /** An environment to give beside that of the module. */
  readonly environment: string
  /** JSON for ONAP's SDNC, GR API; with `VALUE FOR: …` where nothing is known. */
  readonly preload: string
  /** How many values were known, and how many parameters there are in all that must be given. */
  readonly known: number
  readonly wanted: number
}

/** What each module of a package must be given, for those that must be given anything. */
export function keptValues(before: Package, after: Package): readonly KeptValues[] {
  const vnf = new Vnf(after)
  return vnf.modules.flatMap(({ path, file }) => {
    const required = requiredOf(before, after, file)
    if (required.length === 0) return []
    const known = required.flatMap(({ value }) => value ?? [])
    const values = new Map(known.map((one) => [nameIn(one), one.value]))
    return [
      {
        module: path,
        name: baseName(path),
        environment: environmentText(file, required),
        preload: `${JSON.stringify(preloadOf(vnf, path, values), plainNumbers, 4)}\n`,
        known: known.length,
        wanted: required.length,
      },
    ]
  })
}

/** JSON has no large integers of its own. */
function plainNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

/** A parameter without a value, and the one that it had. */
interface Required {
  readonly declaration: Declaration
  /** Under the name that the parameter has now. */
  readonly value: Entry | undefined
}

function requiredOf(before: Package, after: Package, file: PackageFile): readonly Required[] {
  const { path } = file
  const old = before.files.get(path)
  const environment = after.environmentOf(path)
  return declaredParameters(file.root)
    .filter(({ name }) => moduleValue(file, environment, name).from === 'input')
    .map((declaration) => {
      const own = old === undefined ? undefined : originOf(old, declaration)
      const value =
        old === undefined || own === undefined ? undefined : valueIn(before, old, own, declaration.name)
      return { declaration, value }
    })
}

/** The declaration that a parameter had in the text that was read, under whatever name. */
function originOf({ root }: PackageFile, { name, entry: made }: Declaration): Declaration | undefined {
  const start = rangeOf(made)?.start
  const all = declaredParameters(root)
  return all.find((one) => (start === undefined ? one.name === name : rangeOf(one.entry)?.start === start))
}

function valueIn(
  pkg: Package,
  file: PackageFile,
  { name, map }: Declaration,
  now: string,
): Entry | undefined {
  const environment = pkg.environmentOf(file.path)
  const { from, node } = moduleValue(file, environment, name)
  if (node === undefined) return undefined
  const [holder, source] =
    from === 'default' ? [map, file] : [mapOf(readValue(environment?.root, from)), environment ?? file]
  const own = entryOf(holder, from === 'default' ? 'default' : name)
  // What a merge key brings along has no entry of its own.
  return own === undefined || own.value !== node
    ? entry(now, transplanted(node, source.document))
    : transplantedEntry(own, source.document, now)
}

function nameIn(one: Entry): string {
  return textOf(one.key) ?? ''
}

function environmentText(file: PackageFile, required: readonly Required[]): string {
  const { document, path } = file
  const known = required.flatMap(({ value }) => value ?? [])
  const missing = required.filter(({ value }) => value === undefined)
  const root = mapping(
    [entry('parameters', mapping(known, { style: known.length === 0 ? 'flow' : 'block' }))],
    {
      style: 'block',
    },
  )
  const eol = lineEnding(document.text)
  const comment = [`${keptValuesMark}${fileName(path)} must be given and its environment does not give.`]
  const text = newDocument(root, { eol, like: document, comment })
  const lines = missing.map(
    ({ declaration }) => `# ${declaration.name}: ${declarationWords(declaration)}${eol}`,
  )
  return missing.length === 0 ? text : `${text}# Without a value:${eol}${lines.join('')}`
}

/** How every such environment begins. */
const keptValuesMark = 'Values that '

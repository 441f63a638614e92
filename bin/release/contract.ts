/** What does not change within a major version, as data: see docs/stability.md. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../../src/apps/cli/main.ts'
import { exitCodes } from '../../src/apps/cli/output/exit-code.ts'
import { catalogue } from '../../src/engine/findings/catalogue.ts'
import { packageSchemas } from '../../src/heat/schema/package-schemas.ts'
import * as library from '../../src/index.ts'
import * as testing from '../../src/testing.ts'

export interface Contract {
  /** The version that it is the contract of. */
  readonly version: string
  readonly findingCodes: readonly string[]
  /** Codes that `--accept` takes. */
  readonly acceptable: readonly string[]
  readonly exitCodes: Readonly<Record<string, number>>
  /** Options by command. */
  readonly options: Readonly<Record<string, readonly string[]>>
  readonly library: readonly string[]
  readonly testing: readonly string[]
  /** JSON schemas of templates. */
  readonly templateSchemas: readonly string[]
  /** What JSON holds, by schema: the type at each path, with `!` where it is always there. */
  readonly json: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The contract as the sources have it. @param root the project's folder */
export function contractIn(root: string): Contract {
  const reference = join(root, 'docs/reference')
  const schemas = readdirSync(reference).filter((name) => name.endsWith('.schema.json'))
  const isAcceptable = (entry: object) => 'accept' in entry
  return {
    version: library.version,
    findingCodes: Object.keys(catalogue).sort(),
    acceptable: Object.entries(catalogue)
      .flatMap(([code, entry]) => (isAcceptable(entry) ? [code] : []))
      .sort(),
    exitCodes: { ...exitCodes },
    options: Object.fromEntries(
      commands.map(({ name, options }) => [name, options.map((option) => option.name).sort()]),
    ),
    library: Object.keys(library).sort(),
    testing: Object.keys(testing).sort(),
    templateSchemas: [...packageSchemas().keys()].sort(),
    json: Object.fromEntries(
      schemas.sort().map((name) => [name, typesIn(JSON.parse(readFileSync(join(reference, name), 'utf8')))]),
    ),
  }
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly definitions?: Readonly<Record<string, Schema>>
}

/** The type at each path of a schema: `files[].path` is `string!`. */
export function typesIn(whole: Schema): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const visit = (schema: Schema, path: string, above: readonly string[]): void => {
    const { $ref: ref } = schema
    if (ref !== undefined && above.includes(ref)) return
    const real = ref === undefined ? schema : whole.definitions?.[ref.replace('#/definitions/', '')]
    if (real === undefined) throw new Error(`${path}: ${ref} is not defined`)
    const way = ref === undefined ? above : [...above, ref]
    for (const [name, one] of Object.entries(real.properties ?? {})) {
      const below = path === '' ? name : `${path}.${name}`
      found[below] = typeOf(one, whole) + (real.required?.includes(name) === true ? '!' : '')
      visit(one, below, way)
    }
    if (real.items !== undefined) visit(real.items, `${path}[]`, way)
    if (typeof real.additionalProperties === 'object') visit(real.additionalProperties, `${path}.*`, way)
    for (const one of [real.anyOf, real.oneOf, real.allOf].flatMap((all = []) => all)) visit(one, path, way)
  }
  visit(whole, '', [])
  return found
}

function typeOf(schema: Schema, whole: Schema): string {
  const { $ref: ref, type, anyOf, oneOf, enum: values, const: value } = schema
  if (ref !== undefined) return typeOf(whole.definitions?.[ref.replace('#/definitions/', '')] ?? {}, whole)
  if (type !== undefined) return [type].flat().sort().join('|')
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map((one) => typeOf(one, whole)))].sort().join('|')
  const constants = values ?? (value === undefined ? [] : [value])
  const named = constants.map((one) => (one === null ? 'null' : typeof one))
  return named.length === 0 ? 'any' : [...new Set(named)].sort().join('|')
}

/** What of a contract does not hold any longer, one line each. What is new is no breach. */
export function breaches(promised: Contract, now: Contract): readonly string[] {
  const lost = (what: string, before: readonly string[], after: readonly string[]) =>
    before.filter((name) => !after.includes(name)).map((name) => `${what} ${name} is not there any longer`)
  const changed = Object.entries(promised.exitCodes).flatMap(([name, code]) =>
    now.exitCodes[name] === code
      ? []
      : [`exit code ${code} (${name}) is ${now.exitCodes[name] ?? 'unused'} now`],
  )
  const options = Object.entries(promised.options).flatMap(([command, names]) =>
    lost(`option of ${command}`, names, now.options[command] ?? []),
  )
  const json = Object.entries(promised.json).flatMap(([schema, types]) =>
    Object.entries(types).flatMap(([path, type]) => {
      const is = now.json[schema]?.[path]
      return holds(type, is, schema === written)
        ? []
        : [`${schema}: ${path} was ${type}, is ${is ?? 'not there'}`]
    }),
  )
  return [
    ...lost('finding', promised.findingCodes, now.findingCodes),
    ...lost('--accept', promised.acceptable, now.acceptable),
    ...changed,
    ...lost('command', Object.keys(promised.options), Object.keys(now.options)),
    ...options,
    ...lost('export of hotshift', promised.library, now.library),
    ...lost('export of hotshift/testing', promised.testing, now.testing),
    ...lost('schema', promised.templateSchemas, now.templateSchemas),
    ...json,
  ]
}

/** The schema of what users write, and not hotshift. */
const written = 'hotshift.config.schema.json'

/** What hotshift writes may be there always where it was there sometimes; what users write may be more than it was. */
function holds(promised: string, is: string | undefined, isWritten: boolean): boolean {
  if (is === promised || is === undefined) return is === promised
  if (!isWritten) return is === `${promised}!`
  if (is.endsWith('!') && !promised.endsWith('!')) return false
  const types = new Set(is.replace('!', '').split('|'))
  return promised
    .replace('!', '')
    .split('|')
    .every((one) => types.has(one))
}

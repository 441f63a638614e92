/** JSON schemas against `check`, file by file. */
import { existsSync, readFileSync } from 'node:fs'
import Ajv, { type ValidateFunction } from 'ajv'
import { parseDocument, visit } from 'yaml'
import { createChecker } from '../../src/engine/check.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { flattenedTree } from '../../src/heat/merge-keys.ts'
import type { JsonSchema } from '../../src/heat/schema/json-schema.ts'
import { packageSchemas } from '../../src/heat/schema/package-schemas.ts'
import { versionOf } from '../../src/heat/versions.ts'
import { load } from '../../src/stack/load.ts'
import { plainData } from '../../src/text/document/data.ts'
import { asRead } from '../../src/text/document/shadowed.ts'

/** How a text becomes what a validator looks at: by hotshift's own reader, or by that of an editor. */
export type Reader = 'own' | 'yaml 1.1' | 'yaml 1.2'

export const readers: readonly Reader[] = ['own', 'yaml 1.1', 'yaml 1.2']

export interface Judgement {
  readonly path: string
  /** What `check` says that is an error. */
  readonly errors: readonly string[]
  /** What each schema that is meant for the file says to each reading; undefined where the reader refuses the text. */
  readonly refused: ReadonlyMap<string, readonly string[] | undefined>
}

export const schemas: ReadonlyMap<string, JsonSchema> = packageSchemas()

/** A validator that refuses schemas with mistakes; `strict` of Ajv but for lists of types. */
export function strictValidator(): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { optimize: false },
  })
  for (const keyword of ['doNotSuggest', 'enumDescriptions']) ajv.addKeyword(keyword)
  return ajv
}

const validators = new Map<string, ValidateFunction>()

/** The validator of a schema, made once: those of all types take a second each. @throws for a schema with a mistake */
export function validatorOf(name: string): ValidateFunction {
  const made = validators.get(name) ?? strictValidator().compile(schemas.get(name) ?? {})
  validators.set(name, made)
  return made
}

/** What a schema says to data, each as a path and what is wrong there. */
export function refusals(name: string, data: unknown): readonly string[] {
  const validate = validatorOf(name)
  if (validate(data)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

const checker = createChecker({
  readFile: (path) => (existsSync(path) ? readFileSync(path) : undefined),
})

/** Undefined for what is neither a HOT template of a known version nor an environment, or cannot be read. */
export function judge(path: string): Judgement | undefined {
  return judgeBytes(path, readFileSync(path))
}

/** The same of a text that stands for itself. */
export function judgeText(name: string, text: string): Judgement | undefined {
  return judgeBytes(name, Buffer.from(text))
}

function judgeBytes(path: string, bytes: Uint8Array): Judgement | undefined {
  const loaded = load({ path, bytes })
  if (loaded.is !== 'file' || loaded.templated !== undefined) return undefined
  const { root } = loaded.file
  const names = schemasFor(loaded.file.kind, loaded.file.recognition.versionText)
  if (names.length === 0) return undefined
  const outcome: FileOutcome = checker.run({ path, bytes })
  const refused = new Map<string, readonly string[] | undefined>()
  for (const reader of readers) {
    const data =
      reader === 'own' ? plainData(flattenedTree(asRead(root))) : parsed(loaded.file.document.text, reader)
    for (const name of names)
      refused.set(`${name} (${reader})`, data === undefined ? undefined : refusals(name, data))
  }
  const errors = outcome.findings.flatMap(({ severity, code, message }) =>
    severity === 'error' ? [`${code} ${message}`] : [],
  )
  return { path, errors, refused }
}

function schemasFor(kind: string, versionText: string | undefined): readonly string[] {
  if (kind === 'environment') return ['environment.json']
  const version = kind === 'hot' && versionText !== undefined ? versionOf(versionText) : undefined
  return version === undefined ? [] : [`hot-${version}.json`, 'hot.json']
}

/** As npm `yaml` reads it; undefined for what it refuses. */
function parsed(text: string, reader: 'yaml 1.1' | 'yaml 1.2'): unknown {
  const version = reader === 'yaml 1.1' ? '1.1' : '1.2'
  const document = parseDocument(text, { version, merge: true, uniqueKeys: false, logLevel: 'silent' })
  if (document.errors.length > 0) return undefined
  // Editors take dates as they are written.
  visit(document, {
    Scalar: (_, node) => {
      if (node.value instanceof Date) node.value = node.source ?? ''
    },
  })
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: -1 }) ?? null))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Merge sources must be maps')) return undefined
    throw error
  }
}

/** Transforms of the user's own, from files: found, loaded, and held to the contract. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { type Transform, templateTransform } from '../engine/authoring/package-transform.ts'
import type { TemplateTransform, TransformFacts } from '../engine/authoring/transform.ts'
import { transformProblem } from '../engine/authoring/transform-spec.ts'
import type { FindingCode } from '../engine/findings/catalogue.ts'
import {
  importUserModule,
  type LibraryModule,
  moduleEndings,
  type TrustedCode,
  UserModuleError,
} from './user-module.ts'

/** Why a file gives no transform; the code is one of the catalogue's. */
export class TransformFileError extends Error {
  readonly code: Extract<FindingCode, 'transform-not-found' | 'transform-not-loaded' | 'no-transform'>
  /** As it was named. */
  readonly path: string

  constructor(code: TransformFileError['code'], path: string, message: string) {
    super(message)
    this.name = 'TransformFileError'
    this.code = code
    this.path = path
  }
}

/** Whether a name stands for a file rather than for a transform of hotshift: it looks like a path, or is one. */
export function isTransformPath(name: string, cwd: string): boolean {
  const looksSo =
    moduleEndings.includes(extname(name)) || /^\.{0,2}[/\\]/.test(name) || /^[a-z]:[/\\]/i.test(name)
  return looksSo || existsSync(resolve(cwd, name))
}

/**
 * Loads the transform that a file exports by default, or as `transform`. A folder stands for its `index.*`.
 *
 * @param path as the user named it
 * @param cwd the directory from which it is named
 * @param trusted what may run of its repository; undefined where that was not asked
 * @throws TransformFileError
 */
export async function loadTransformFile(
  path: string,
  cwd: string,
  library: LibraryModule,
  trusted?: TrustedCode,
): Promise<Transform> {
  const file = fileOf(path, cwd)
  const exported = await importTransform(file, path, library, trusted)
  return checkedTransform(exported, file, path)
}

/** The file that a path stands for, absolute: itself, or the `index.*` of a folder. */
export function transformFile(path: string, cwd: string): string | undefined {
  const named = resolve(cwd, path)
  const candidates = [named, ...moduleEndings.map((ending) => join(named, `index${ending}`))]
  return candidates.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true)
}

function fileOf(path: string, cwd: string): string {
  const named = resolve(cwd, path)
  const file = transformFile(path, cwd)
  if (file !== undefined) return file
  const what = existsSync(named)
    ? 'the folder has no index.ts, index.mts, index.js or index.mjs'
    : 'no such file'
  throw new TransformFileError('transform-not-found', path, what)
}

async function importTransform(
  file: string,
  path: string,
  library: LibraryModule,
  trusted: TrustedCode | undefined,
): Promise<unknown> {
  try {
    const { default: byDefault, transform } = await importUserModule(file, library, trusted)
    return byDefault ?? transform
  } catch (error) {
    if (!(error instanceof UserModuleError)) throw error
    throw new TransformFileError(error.code, path, error.message)
  }
}

/** What a user may leave out is filled in; what has to be there is asked for. */
function checkedTransform(exported: unknown, file: string, path: string): Transform {
  const refuse = (why: string): never => {
    throw new TransformFileError('no-transform', path, why)
  }
  if (exported === undefined)
    return refuse('it exports no transform, neither by default nor under the name transform')
  if (typeof exported !== 'object' || exported === null)
    return refuse(`what it exports is not an object, but a ${typeof exported}`)
  const given = exported as Partial<Transform & TemplateTransform>
  const problem = transformProblem({ ...exported })
  if (problem !== undefined) return refuse(problem)
  const { title = idOf(file) } = given
  const facts: TransformFacts = {
    ...given,
    id: given.id === undefined || given.id === '' ? idOf(file) : given.id,
    title,
    description: given.description ?? `${title}.`,
    references: given.references ?? [],
    safety: given.safety ?? 'exact',
  }
  const made =
    typeof given.appliesTo === 'function'
      ? templateTransform({
          ...facts,
          appliesTo: given.appliesTo,
          run: given.run as TemplateTransform['run'],
        })
      : { ...facts, run: given.run as Transform['run'] }
  return { ...made, file }
}

/** `mine/drop-outputs` for `mine/drop-outputs/index.ts` and for `mine/drop-outputs.ts`. */
function idOf(file: string): string {
  const name = basename(file, extname(file))
  const path = name === 'index' ? dirname(file) : join(dirname(file), name)
  return `${basename(dirname(path)) || 'own'}/${basename(path)}`
}

/** What the author of a transform writes, who may write JavaScript: a mistake is named before anything runs. */

import type { TemplateKind } from '../../heat/kind.ts'
import { isCfn } from '../../heat/template.ts'
import { listed } from '../../text/document/listed.ts'
import { hintAmong, nearHint } from '../rewrite-request.ts'
import type { Transform } from './package-transform.ts'
import type { Keeps, Safety, TemplateTransform, TransformFacts } from './transform.ts'

/** What a part of a transform is: one of the types of JavaScript, a list of strings, or one of some words. */
type KeyShape = 'string' | 'function' | 'object' | 'true' | 'strings' | { readonly of: readonly string[] }

const keeps: Readonly<Record<Keeps, true>> = {
  meaning: true,
  'meaning of the chain': true,
  'meaning unless accepted': true,
  'what Heat translates': true,
  correspondence: true,
  nothing: true,
}
const safeties: Readonly<Record<Safety, true>> = { exact: true, review: true, lossy: true }
const kinds: Readonly<Record<TemplateKind, true>> = {
  'cfn-json': true,
  'cfn-yaml': true,
  'heat-cfn-json': true,
  'heat-cfn-yaml': true,
  hot: true,
  'hot-fragment': true,
  environment: true,
  blueprint: true,
  'not-a-template': true,
}

type TransformKey = keyof Transform | keyof TemplateTransform

const shapes: Readonly<Record<TransformKey, KeyShape>> = {
  id: 'string',
  title: 'string',
  description: 'string',
  references: 'strings',
  safety: { of: Object.keys(safeties) },
  keeps: { of: Object.keys(keeps) },
  family: 'strings',
  requirements: 'strings',
  ofKind: { of: Object.keys(kinds) },
  ofTemplate: 'object',
  file: 'string',
  keepsData: 'true',
  staysCfn: 'true',
  declaresVersion: 'true',
  readsRegistry: 'true',
  readsExports: 'true',
  asksForValues: 'true',
  mayRename: 'function',
  mayConcern: 'function',
  appliesTo: 'function',
  run: 'function',
}

/**
 * What is wrong with a transform as it was written, as a sentence about it without full stop; undefined where nothing is.
 * Its title may be left out: the name of its file stands for it.
 */
export function transformProblem(given: Readonly<Record<string, unknown>>): string | undefined {
  const { run } = given
  const names = Object.keys(given)
  const unknown = names.find((name) => !Object.hasOwn(shapes, name))
  if (unknown !== undefined)
    return `the transform has "${unknown}", which no transform has${nearHint(unknown, Object.keys(shapes))}`
  if (typeof run !== 'function') return 'the transform has no function run'
  for (const name of names as TransformKey[]) {
    const wrong = given[name] === undefined ? undefined : misshapen(given[name], shapes[name])
    if (wrong !== undefined)
      return `its ${name} ${name === 'references' || name === 'requirements' ? 'are' : 'is'} ${wrong}`
  }
  return undefined
}

/**
 * What is wrong with the kinds of files that a transform is for.
 * @returns as `transformProblem`
 */
export function kindsProblem(given: unknown): string | undefined {
  if (!Array.isArray(given)) return 'its kinds are not a list'
  const unknown = given.find((one) => typeof one !== 'string' || !Object.hasOwn(kinds, one))
  if (unknown === undefined) return undefined
  return `there are no files of the kind ${shown(unknown)}${hintAmong(String(unknown), Object.keys(kinds))}`
}

/** Which templates a transform is for, as `rewriteTemplate` and `rewriteParts` take it. */
export type TemplateKinds = 'cfn' | 'hot' | 'all'

const templateKinds: readonly string[] = ['cfn', 'hot', 'all'] satisfies readonly TemplateKinds[]

/** Whether a template of a kind is among those that a transform is for. */
export function isOfKinds(kind: TemplateKind, kinds: TemplateKinds): boolean {
  return (kinds !== 'hot' && isCfn(kind)) || (kinds !== 'cfn' && kind === 'hot')
}

/** What an author has to say of a transform, and what may be left out. */
export type Given<Facts extends { readonly title: string }> = Partial<Facts> & Pick<Facts, 'title'>

/**
 * What is said of a transform, with what may be left out.
 * @param maker the function that was called
 * @param run what has to be a function
 * @throws TypeError for a part that no transform has, or that is not of its form
 */
export function completed<
  Facts extends Pick<TransformFacts, 'title' | 'description' | 'references' | 'safety'>,
>(maker: string, said: Given<Facts>, run: unknown): Facts {
  const problem =
    transformProblem({ ...said, run }) ??
    (said.title === undefined ? 'the transform has no title' : undefined)
  if (problem !== undefined) throw new TypeError(`${maker}: ${problem}`)
  return { description: `${said.title}.`, references: [], safety: 'exact', ...said } as unknown as Facts
}

/** @throws RangeError for kinds that there are not */
export function checkTemplateKinds(maker: string, kinds: unknown): void {
  if (templateKinds.includes(String(kinds))) return
  const known = listed(templateKinds, ' or ')
  const wrong = kinds === undefined ? `missing: ${known}` : `${shown(kinds)}, and not ${known}`
  throw new RangeError(`${maker}: its kinds are ${wrong}`)
}

function misshapen(value: unknown, shape: KeyShape): string | undefined {
  if (shape === 'true') return value === true ? undefined : `${shown(value)}, and can only be true`
  if (shape === 'strings')
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? undefined
      : 'not a list of strings'
  if (typeof shape === 'object') {
    if (typeof value === 'string' && shape.of.includes(value)) return undefined
    return `${shown(value)}, and not ${listed(shape.of, ' or ')}`
  }
  const article = shape === 'object' ? 'an' : 'a'
  return typeof value === shape && value !== null ? undefined : `not ${article} ${shape}`
}

function shown(value: unknown): string {
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
}

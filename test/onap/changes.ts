/** Changes of the texts of a package, so that a case shows only what is wrong with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Texts = ReadonlyMap<string, string>
export type Change = (texts: Map<string, string>) => void

const corpus = join(import.meta.dirname, '../../corpus/packages')

/** A package of the corpus, by file name. */
export function packageTexts(name: string): Texts {
  const folder = join(corpus, name)
  if (!existsSync(folder)) throw new Error(`no package ${name}`)
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
}

export function changed(texts: Texts, changes: readonly Change[]): Texts {
  const result = new Map(texts)
  for (const change of changes) change(result)
  return result
}

function textOf(texts: Texts, path: string): string {
  const text = texts.get(path)
  if (text === undefined) throw new Error(`no file ${path}`)
  return text
}

/** The first occurrence of a text in a file becomes another one. */
export const edit =
  (path: string, from: string, to: string): Change =>
  (texts) => {
    const text = textOf(texts, path)
    const at = text.indexOf(from)
    if (at === -1) throw new Error(`${path} does not hold ${JSON.stringify(from)}`)
    texts.set(path, text.slice(0, at) + to + text.slice(at + from.length))
  }

/** All occurrences of a text in all files. */
export const everywhere =
  (from: string, to: string): Change =>
  (texts) => {
    if (![...texts.values()].some((text) => text.includes(from))) throw new Error(`no file holds ${from}`)
    for (const [path, text] of texts) texts.set(path, text.replaceAll(from, to))
  }

export const cut = (path: string, text: string): Change => edit(path, text, '')

export const append =
  (path: string, text: string): Change =>
  (texts) => {
    texts.set(path, textOf(texts, path) + text)
  }

export const file =
  (path: string, text: string): Change =>
  (texts) => {
    texts.set(path, text)
  }

export const remove =
  (path: string): Change =>
  (texts) => {
    textOf(texts, path)
    texts.delete(path)
  }

export const rename =
  (from: string, to: string): Change =>
  (texts) => {
    texts.set(to, textOf(texts, from))
    texts.delete(from)
  }

/** One more parameter at the top of a template, with a description. */
export const declare = (path: string, name: string, type = 'string', rest = ''): Change =>
  edit(
    path,
    'parameters:\n',
    `parameters:\n  ${name}:\n    type: ${type}\n    description: about it\n${rest}`,
  )

/** One more resource at the top of a template. */
export const resource = (path: string, text: string): Change =>
  edit(path, 'resources:\n', `resources:\n${text}`)

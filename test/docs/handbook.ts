import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A page of the documentation. */
export interface Page {
  /** Relative to the project, with `/`. */
  readonly path: string
  readonly text: string
}

/** All Markdown for readers: that at the top, and what lies below `docs/`. */
export function handbook(): readonly Page[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const paths = [...readdirSync(ROOT), ...below.map((name) => `docs/${name.replaceAll('\\', '/')}`)]
  return paths
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** The text without what stands in fenced blocks. */
export function withoutFences(text: string): string {
  return text.replace(/^(`{3,}).*\n[\s\S]*?^\1\n/gm, '')
}

/** The contents of the fenced blocks of a language. */
export function fences(text: string, language: string): readonly string[] {
  return [...text.matchAll(/^(`{3,})(.*)\n([\s\S]*?)^\1\n/gm)]
    .filter(([, , name]) => name === language)
    .map(([, , , content = '']) => content)
}

import { join } from 'node:path'
import { type SourcePage, sourcePages } from '../../bin/site/contents.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** All Markdown for readers: that at the top, and what lies below `docs/`. */
export function handbook(): readonly SourcePage[] {
  return sourcePages(ROOT)
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

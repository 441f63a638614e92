/** What is said of a word that reports use. */
import { type GlossaryWord, glossary } from '../../../show/report/glossary.ts'
import { type Style, wrap } from '../../../show/report/style.ts'

interface ExplainedWord {
  readonly kind: 'word'
  readonly word: string
  readonly meaning: string
  /** The page of the documentation that says more. */
  readonly page: string
}

/** The entry of the glossary, by the word or a form of it; undefined for a word that it does not have. */
export function glossaryWord(name: string): ExplainedWord | undefined {
  const found = glossary.find((one) => formsOf(one).includes(name.toLowerCase()))
  if (found === undefined) return undefined
  const { word, meaning, page } = found
  return { kind: 'word', word, meaning, page: `docs/${page?.file ?? 'glossary.md'}` }
}

function formsOf({ word, forms = [] }: GlossaryWord): readonly string[] {
  return [word, ...forms].flatMap((form) => [form, form.replaceAll(' ', '-')])
}

export function glossaryText(
  { word, meaning, page }: ExplainedWord,
  style: Style,
  width: number | undefined,
): string {
  return [style.bold(word), '', ...wrap(meaning, width), '', `more: ${page}`, ''].join('\n')
}

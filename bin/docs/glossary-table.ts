import { glossary } from '../../src/show/report/glossary.ts'
import { prose, table } from './markdown.ts'

/** The words of reports and pages. */
export function glossaryTable(): string {
  const rows = glossary.map(({ word, meaning, page }) => [
    word,
    prose(meaning) + (page === undefined ? '' : ` ([${page.title}](${page.file}))`),
  ])
  return table(['word', 'meaning'], rows)
}

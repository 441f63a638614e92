import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionsJsonSchema } from '../../src/run/plan/decisions.ts'
import { impactJsonSchema } from '../../src/run/plan/impact-schema.ts'
import { planJsonSchema } from '../../src/run/plan/plan.ts'
import { commandLinePage, exitCodeTable } from './command-line-page.ts'
import { configurationSchema } from './configuration-schema.ts'
import { exampleTexts } from './examples.ts'
import { findingsPage } from './findings-page.ts'
import { glossaryTable } from './glossary-table.ts'
import { manPage } from './man-page.ts'
import { fillMarks, marksOf } from './markdown.ts'
import { nativePage } from './native-page.ts'
import { onapPage } from './onap-page.ts'
import { outputPage } from './output-page.ts'
import { pictures } from './pictures.ts'
import { filesWithName, published, withPublishedName } from './published-name.ts'
import { reportSchemaText } from './report-schema.ts'
import { transformPages } from './transform-pages.ts'

/** Pages written by hand, which may show examples. */
function handwritten(root: string): readonly string[] {
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  return ['README.md', ...guides.sort().map((name) => `docs/${name}`)]
}

/** All pages that `npm run docs` writes, by their path in the project; hotshift must be built. */
export function pages(root: string): ReadonlyMap<string, string> {
  const examples: Readonly<Record<string, string>> = {
    ...exampleTexts(root),
    'exit-codes': exitCodeTable(),
    glossary: glossaryTable(),
  }
  const own = published(root)
  const read = (path: string) => withPublishedName(readFileSync(join(root, path), 'utf8'), own)
  const filled = handwritten(root).map((path) => {
    const text = read(path)
    const wanted = marksOf(text).map((mark) => [mark, examples[mark] ?? unknownExample(path, mark)])
    return [path, fillMarks(text, Object.fromEntries(wanted))] as const
  })
  return new Map([
    ...filled,
    ...filesWithName(root).map((path) => [path, read(path)] as const),
    ['docs/reference/command-line.md', commandLinePage()],
    ['docs/reference/findings.md', findingsPage()],
    ['docs/reference/hotshift.1', manPage()],
    ['docs/reference/hotshift.config.schema.json', configurationSchema()],
    ['docs/reference/report.schema.json', reportSchemaText()],
    ['docs/reference/native-types.md', nativePage()],
    ['docs/reference/onap-requirements.md', onapPage()],
    ['docs/reference/decisions.schema.json', `${JSON.stringify(decisionsJsonSchema(), null, 2)}\n`],
    ['docs/reference/impact.schema.json', `${JSON.stringify(impactJsonSchema(), null, 2)}\n`],
    ['docs/reference/plan.schema.json', `${JSON.stringify(planJsonSchema(), null, 2)}\n`],
    ['docs/reference/output.md', outputPage(examples['blocked.json'] ?? '')],
    ...pictures(root),
    ...transformPages(root),
  ])
}

function unknownExample(path: string, name: string): never {
  throw new Error(`${path}: there is no example ${name}`)
}

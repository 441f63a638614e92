/** Which pages the site has, where they stand, and how its menu groups them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'

/** A page of the handbook as it is written. */
export interface SourcePage {
  /** Relative to the project, with `/`. */
  readonly path: string
  readonly text: string
}

/** The menu: groups of pages, in the order in which a reader needs them. */
export const menu: readonly { readonly title: string; readonly paths: readonly string[] }[] = [
  {
    title: 'Start',
    paths: [
      'README.md',
      ...docs('installing', 'playground', 'cookbook', 'faq', 'troubleshooting', 'glossary'),
    ],
  },
  {
    title: 'Templates',
    paths: docs(
      'guide',
      'native',
      'upgrading',
      'checking',
      'seeing',
      'impact',
      'proof',
      'editing',
      'environments',
      'blueprints',
      'capabilities',
      'onap',
      'sdc',
    ),
  },
  {
    title: 'Every day',
    paths: docs('configuration', 'ci', 'editors', 'bulk', 'many-machines', 'rolling-back'),
  },
  { title: 'Programs', paths: docs('scripts', 'library', 'schemas') },
  {
    title: 'Reference',
    paths: docs(
      'reference/command-line',
      'reference/findings',
      'reference/transforms',
      'reference/native-types',
      'reference/onap-requirements',
      'reference/output',
    ),
  },
  {
    title: 'About',
    paths: [...docs('stability', 'security', 'seeds', 'decisions/README'), 'CONTRIBUTING.md', 'CHANGELOG.md'],
  },
]

function docs(...names: readonly string[]): readonly string[] {
  return names.map((name) => `docs/${name}.md`)
}

/** All pages, sorted: those at the top of the project, and those below `docs/`. */
export function sourcePages(root: string): readonly SourcePage[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return [...readdirSync(root), ...below.map((name) => `docs/${name.replaceAll('\\', '/')}`)]
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Where a file of the project stands in the site: `docs/` falls away, and a README is what its folder begins with. */
export function addressOf(path: string): string {
  const below = path.replace(/^docs\//, '')
  return below.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')
}

/** The way from one address of the site to another. */
export function wayTo(from: string, to: string): string {
  return relative(dirname(from), to)
}

/** The anchor that hosting sites of Markdown give a heading, before they number those that occur twice. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** The files of the site by address: its pages, and what the search looks through. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as escaped } from '../../src/show/report/html-markup.ts'
import { addressOf, menu, type SourcePage, sourcePages, wayTo } from './contents.ts'
import { type RenderedPage, renderPage } from './render.ts'

export interface Site {
  /** HTML by address. */
  readonly pages: ReadonlyMap<string, string>
  /** Files of the project that pages show or lead to; they stand in the site at their own address. */
  readonly files: readonly string[]
  /** A script that gives the search its sections. */
  readonly sections: string
}

/** Renders the whole handbook. */
export async function renderSite(root: string): Promise<Site> {
  const sources = sourcePages(root)
  const paths = new Set(sources.map(({ path }) => path))
  const around = { root, isPage: (path: string) => paths.has(path), explained: explanations(sources) }
  const rendered = await Promise.all(sources.map((page) => renderPage(page, around)))
  const frame = readFileSync(join(root, 'src/show/site/page.html'), 'utf8')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const titles = new Map(rendered.map(({ path, title }) => [path, title]))
  const pages = new Map(rendered.map((page) => [page.address, framed(page, frame, titles, version)]))
  const files = [...new Set(rendered.flatMap((page) => page.files))].sort()
  return { pages, files, sections: sectionsScript(rendered) }
}

/** Addresses of what `hotshift explain` shows: headings of the reference that are one word, or begin with it. */
function explanations(sources: readonly SourcePage[]): (word: string) => string | undefined {
  const found = new Map<string, string>()
  for (const { path, text } of sources) {
    if (!path.startsWith('docs/reference/')) continue
    const id = /^docs\/reference\/transforms\/(.+)\.md$/.exec(path)?.[1]
    if (id !== undefined) found.set(id, addressOf(path))
    for (const [, code = ''] of text.matchAll(/^#+ ([a-z][\w-]*|R-\d+)(?=\s|$)/gm))
      if (!found.has(code)) found.set(code, `${addressOf(path)}#${code.toLowerCase()}`)
  }
  return (word) => found.get(word)
}

function framed(
  page: RenderedPage,
  frame: string,
  titles: ReadonlyMap<string, string>,
  version: string,
): string {
  const { address, title, html } = page
  const parts: Readonly<Record<string, string>> = {
    title: escaped(address === 'index.html' ? title : `${title} · hotshift`),
    top: '../'.repeat(address.split('/').length - 1),
    menu: menuFor(page, titles),
    contents: contentsOf(page),
    html,
    around: neighbours(page, titles),
    version,
  }
  return frame.replace(/%(title|top|menu|contents|html|around|version)%/g, (_, name) => parts[name] ?? '')
}

function menuFor({ path, address }: RenderedPage, titles: ReadonlyMap<string, string>): string {
  const groups = menu.map(({ title, paths }) => {
    const links = paths.map((one) => {
      const current = one === path ? ' aria-current="page"' : ''
      return `<li><a href="${wayTo(address, addressOf(one))}"${current}>${escaped(titles.get(one) ?? one)}</a></li>`
    })
    return `<h2>${title}</h2>\n<ul>\n${links.join('\n')}\n</ul>\n`
  })
  return groups.join('')
}

/** Links to the parts of a long page. */
function contentsOf({ sections }: RenderedPage): string {
  const parts = sections.filter(({ level, heading }) => level === 2 && heading !== '')
  if (parts.length < 3) return ''
  const links = parts.map(({ anchor, heading }) => `<li><a href="#${anchor}">${escaped(heading)}</a></li>`)
  return `<nav class="contents" aria-label="On this page"><details open><summary>On this page</summary><h2>On this page</h2><ul>${links.join('')}</ul></details></nav>\n`
}

/** Links to the page before and the one after, in the order of the menu. */
function neighbours({ path, address }: RenderedPage, titles: ReadonlyMap<string, string>): string {
  const all = menu.flatMap(({ paths }) => paths)
  const at = all.indexOf(path)
  if (at === -1) return ''
  const link = (one: string | undefined, rel: 'prev' | 'next') =>
    one === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${wayTo(address, addressOf(one))}">${escaped(titles.get(one) ?? one)}</a>`
  return link(all[at - 1], 'prev') + link(all[at + 1], 'next')
}

function sectionsScript(pages: readonly RenderedPage[]): string {
  const sections = pages.flatMap(({ address, title, sections: all }) =>
    all.map(({ heading, anchor, text }) => ({
      page: title,
      heading: heading === '' ? title : heading,
      address: anchor === '' ? address : `${address}#${anchor}`,
      text: text.replace(/\s+/g, ' ').trim(),
    })),
  )
  return `hotshiftSections(${JSON.stringify(sections)})\n`
}

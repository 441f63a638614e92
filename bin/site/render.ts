/** A page of the handbook as HTML: what stands between header and footer of a page of the site. */

import { dirname, join } from 'node:path/posix'
import { Lexer, type Token, type Tokens } from 'marked'
import { answer } from '../../src/apps/playground/core.ts'
import { fragmentOf, type State } from '../../src/apps/playground/link.ts'
import { text as escaped } from '../../src/show/report/html-markup.ts'
import { addressOf, anchorOf, type SourcePage, wayTo } from './contents.ts'
import { blockRenderer, plainText } from './markdown.ts'
import { runnable } from './runnable.ts'

/** A part of a page that a search can find. */
export interface Section {
  /** Empty for what stands above the first heading but the title. */
  readonly heading: string
  readonly anchor: string
  readonly level: number
  readonly text: string
}

export interface RenderedPage {
  readonly path: string
  readonly address: string
  readonly title: string
  readonly html: string
  readonly sections: readonly Section[]
  /** Files of the project that it shows or leads to, other than pages. */
  readonly files: readonly string[]
}

/** What a page has to know of the others. */
export interface Surroundings {
  readonly root: string
  readonly isPage: (path: string) => boolean
  /** The address of what `hotshift explain <word>` shows. */
  readonly explained: (word: string) => string | undefined
}

/** Blocks that hold commands for a shell, and in `console` what they print. */
const OF_SHELLS = ['sh', 'console']
/** Blocks that a search looks into: the words of the command line. */
const SEARCHED = ['sh', 'text']

/** Renders one page. */
export async function renderPage(page: SourcePage, around: Surroundings): Promise<RenderedPage> {
  const address = addressOf(page.path)
  const files = new Set<string>()
  const rendered = blockRenderer((href) => siteHref(href, page.path, around.isPage, files))
  const anchors = new Anchors()
  const shown = new ShownFiles()
  const sections: Section[] = [{ heading: '', anchor: '', level: 1, text: '' }]
  let title = ''
  let html = ''
  for (const token of Lexer.lex(page.text)) {
    shown.see(token)
    if (token.type === 'heading') {
      const { depth, tokens } = token as Tokens.Heading
      const heading = plainText(token)
      const anchor = anchors.of(heading)
      if (depth === 1) title = heading
      else sections.push({ heading, anchor, level: depth, text: '' })
      const inner = rendered({ type: 'paragraph', raw: '', text: '', tokens } as Tokens.Paragraph)
      html += `<h${depth} id="${anchor}">${inner.replace(/^<p>|<\/p>\n$/g, '')}${hereLink(depth, anchor, heading)}</h${depth}>\n`
      continue
    }
    html += rendered(token)
    const last = sections.pop()
    if (last !== undefined) sections.push({ ...last, text: `${last.text} ${searchedText(token)}` })
    if (token.type === 'code') html += await tryLinks(token as Tokens.Code, page.path, shown.files, around)
  }
  return { path: page.path, address, title, html, sections, files: [...files] }
}

function searchedText(token: Token): string {
  const isCode = token.type === 'code'
  return isCode && !SEARCHED.includes((token as Tokens.Code).lang ?? '') ? '' : plainText(token)
}

/** A link from a heading to itself, for whoever wants to send its address. */
function hereLink(depth: number, anchor: string, heading: string): string {
  return depth === 1
    ? ''
    : ` <a class="here" href="#${anchor}" aria-label="Link to ${escaped(heading)}">#</a>`
}

/** Anchors of one page: those that occur again are numbered, as hosting sites do. */
class Anchors {
  readonly #seen = new Map<string, number>()

  of(heading: string): string {
    const anchor = anchorOf(heading)
    const times = this.#seen.get(anchor) ?? 0
    this.#seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}

/** Files that a page shows under its present heading, by the name that it gives them. */
class ShownFiles {
  readonly files = new Map<string, string>()
  #name: string | undefined

  see(token: Token): void {
    const { type, raw } = token
    if (type === 'heading') this.files.clear()
    // What is shown after a command is what the command makes.
    else if (type === 'code' && this.#name !== undefined)
      this.files.set(this.#name, `${(token as Tokens.Code).text}\n`)
    if (type !== 'space')
      this.#name = type === 'paragraph' ? /^Before, `([\w./-]+)`:$/.exec(raw.trim())?.[1] : undefined
  }
}

/** Where a link of a page leads in the site; files that are no pages are added to those that the site needs. */
function siteHref(href: string, from: string, isPage: (path: string) => boolean, files: Set<string>): string {
  if (/^(?:https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = pageOf(join(dirname(from), path))
  if (!isPage(target)) files.add(target)
  return wayTo(addressOf(from), addressOf(target)) + (anchor === undefined ? '' : `#${anchor}`)
}

/** The page of a transform shows its README. */
function pageOf(path: string): string {
  return path.replace(/^transforms\/(\w+\/[\w-]+)\/README\.md$/, 'docs/reference/transforms/$1.md')
}

/** Links to the playground for the commands of a block, and to what its `hotshift explain` would show. */
async function tryLinks(
  { text, lang = '' }: Tokens.Code,
  page: string,
  shown: ReadonlyMap<string, string>,
  around: Surroundings,
): Promise<string> {
  if (!OF_SHELLS.includes(lang)) return ''
  // What a shell prepares on the disk, such as a link or a mode, the playground cannot have.
  if (/^\$ (?!hotshift )/m.test(text)) return ''
  const lines = text.split('\n').flatMap((line) => /^(?:\$ )?(hotshift .*)$/.exec(line)?.[1] ?? [])
  const states = new Map<string, string>()
  for (const line of lines) {
    const state = runnable(line, page, shown, around.root)
    if (state !== undefined && saysTheSame(state, text))
      states.set(await playgroundHref(page, state), commandOf(state))
    const word = /^hotshift explain (\S+)/.exec(line)?.[1]
    const address = word === undefined ? undefined : around.explained(word)
    if (address !== undefined) states.set(wayTo(addressOf(page), address), `explain ${word}`)
  }
  if (states.size === 0) return ''
  const links = [...states].map(([href, label]) => {
    const isPlayground = href.includes('playground/')
    const words = isPlayground ? `Try <code>${escaped(label)}</code>` : `Read what it says`
    return `<a class="try" href="${escaped(href)}">${words}</a>`
  })
  return `<p class="tries">${links.join(' ')}</p>\n`
}

/** Whether the playground finds what the block says that the command reports: some findings are about the disk. */
function saysTheSame(state: State, block: string): boolean {
  const code = /^reports ([\w-]+)$/m.exec(block)?.[1]
  if (code === undefined) return true
  const { files } = answer({ number: 1, ...state })
  return files.some(({ remarks }) => remarks.some((remark) => remark.code === code))
}

async function playgroundHref(page: string, state: State): Promise<string> {
  return wayTo(addressOf(page), 'playground/index.html') + (await fragmentOf(state))
}

function commandOf({ command, to, options, files }: State): string {
  const version = to === undefined ? [] : ['--to', to]
  const given = options === undefined ? [] : [options]
  return [command, ...version, ...given, ...files.map(({ path }) => path)].join(' ')
}

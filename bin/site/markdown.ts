/** Markdown of the handbook as HTML, block by block. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import diff from 'highlight.js/lib/languages/diff'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import yaml from 'highlight.js/lib/languages/yaml'
import { Marked, Renderer, type Token, type Tokens } from 'marked'
import { text as escaped } from '../../src/show/report/html-markup.ts'

const languages = { bash, diff, javascript, json, python, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
/** What highlights a block, by the word behind its fence; all others are shown as they are. */
const HIGHLIGHTED: Readonly<Record<string, keyof typeof languages>> = {
  diff: 'diff',
  js: 'javascript',
  json: 'json',
  python: 'python',
  sh: 'bash',
  ts: 'javascript',
  yaml: 'yaml',
}

/**
 * What renders blocks of a page.
 *
 * @param hrefOf where a link or a picture of the page leads in the site
 */
export function blockRenderer(hrefOf: (href: string) => string): (token: Token) => string {
  const base = new Renderer()
  const marked = new Marked({
    renderer: {
      code({ text, lang = '' }) {
        const language = HIGHLIGHTED[lang.split(' ')[0] ?? '']
        const html =
          language === undefined ? escaped(text).replaceAll('&#10;', '\n') : coloured(text, language)
        // Browsers let the keyboard reach what scrolls.
        return `<pre tabindex="0"><code>${html}</code></pre>\n`
      },
      table(token) {
        base.parser = this.parser
        return `<div class="wide" tabindex="0">${base.table(token)}</div>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(hrefOf(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img src="${escaped(hrefOf(href))}" alt="${escaped(text)}" loading="lazy">`
      },
      html({ raw }) {
        // Marks for `npm run docs` are all the HTML that pages have.
        if (/^\s*(?:<!--.*?-->\s*)*$/s.test(raw)) return ''
        throw new Error(`HTML in Markdown: ${raw}`)
      },
    },
  })
  return (token) => marked.parser([token])
}

function coloured(text: string, language: string): string {
  return hljs.highlight(text, { language, ignoreIllegals: true }).value
}

/** The words of a token, without marks. */
export function plainText(token: Token): string {
  switch (token.type) {
    case 'list':
      return (token as Tokens.List).items.map(plainText).join(' ')
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => row.map(({ tokens }) => plainTexts(tokens)).join(' ')).join(' ')
    }
    case 'html':
    case 'space':
    case 'br':
      return ' '
    case 'escape':
      return (token as Tokens.Escape).text
    default: {
      const { tokens, text = '' } = token as Tokens.Generic
      return tokens === undefined ? text : plainTexts(tokens)
    }
  }
}

function plainTexts(tokens: readonly Token[]): string {
  return tokens.map(plainText).join('')
}

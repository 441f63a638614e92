// What rules say of their codes for `explain` and the pages alone: it stands with the rule, and no bundle holds it.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that may have codes of rules. */
export const RULE_FILES = /[\\/]src[\\/]rules[\\/].+\.ts$/

/** The keys of a code that only explain it. */
const KEY = /^( +)(why|example|page|partial|to):/

/** Where the entry of a code begins, and its first key, which tells it from other mappings. */
const CODE = /^( +)'?([\w-]+)'?: \{$/
const FIRST = /^ +title:/

/** A string that several examples have; nothing else uses it, so that no bundle holds it either. */
const SHARED = /^const \w+ = `[^`]*`$/gm

/**
 * The lines of a source, each with the code and the key that it explains; the formatter gives each key its own line.
 *
 * @param {string} text
 * @returns {readonly { readonly line: string, readonly code: string, readonly key?: string }[]}
 */
function explainedLines(text) {
  const lines = text.split('\n')
  let [code, indent, depth, isExplaining, isTemplate] = ['', '', 0, false, false]
  return lines.map((line, at) => {
    if (!isExplaining) {
      const [, outer, name] = CODE.exec(line) ?? []
      if (outer !== undefined && FIRST.test(lines[at + 1] ?? '')) [code, indent] = [name ?? '', `${outer}  `]
      else if (code !== '' && line === `${indent.slice(2)}},`) code = ''
      isExplaining = code !== '' && KEY.exec(line)?.[1] === indent
    }
    if (!isExplaining) return { line, code }
    ;({ depth, isTemplate } = after(line, depth, isTemplate))
    isExplaining = depth > 0 || isTemplate || !line.endsWith(',')
    return { line, code, key: code }
  })
}

/**
 * How many brackets are open after a line, and whether a template literal is.
 *
 * @param {string} line
 * @param {number} depth
 * @param {boolean} isTemplate
 */
function after(line, depth, isTemplate) {
  for (const [token] of line.matchAll(/\\.|`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[[\]{}()]/g)) {
    if (token === '`') isTemplate = !isTemplate
    else if (!isTemplate && token.length === 1) depth += '[{('.includes(token) ? 1 : -1
  }
  return { depth, isTemplate }
}

/**
 * A source without what only explains its codes.
 *
 * @param {string} text
 */
export function withoutExplanations(text) {
  return explainedLines(text)
    .flatMap(({ line, key }) => (key === undefined ? [line] : []))
    .join('\n')
}

/**
 * What explains each code of a source.
 *
 * @param {string} text
 * @returns {Readonly<Record<string, object>>}
 */
function explanationsIn(text) {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const { line, code, key } of explainedLines(text))
    if (key !== undefined) found.set(code, [...(found.get(code) ?? []), line])
  // Nothing but literals stands there, and the strings that several of them share.
  const shared = [...text.matchAll(SHARED)].map(([constant]) => constant).join('\n')
  return Object.fromEntries(
    [...found].map(([code, lines]) => [code, new Function(`${shared}\nreturn {\n${lines.join('\n')}\n}`)()]),
  )
}

/**
 * The explanations of all rules, as entries of a YAML file.
 *
 * @param {string} root the folder of the project
 */
export function ruleExplanations(root) {
  const folder = join(root, 'src/rules')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const all = files
    .sort()
    .flatMap((file) => Object.entries(explanationsIn(readFileSync(join(folder, file), 'utf8'))))
  return all.map(([code, said]) => `${code}: ${JSON.stringify(said)}\n`).join('')
}

/** Whether two findings are the same, and what hides what, is decided by what they are about: messages are for reading. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

const ROOT = join(import.meta.dirname, '../..')

/** Rooms that put messages before people, and where the messages are those of somebody else, with whose. */
const others: readonly (readonly [path: string, whose: string])[] = [
  ['src/apps/cli/', 'what people ask for and read'],
  ['src/show/report/', 'what looks alike to a reader is shown once'],
  ['src/run/plan/json-mistake.ts', 'the JSON reader of Node'],
  ['src/run/archive/archive.ts', 'the ZIP library'],
  ['src/apps/lsp/folders.ts', 'errors of the configuration, shown once'],
  ['src/engine/defect.ts', 'an exception'],
  ['src/heat/instead.ts', 'the facts about types'],
  ['src/meaning/impact/', 'Heat'],
  ['src/meaning/', 'Heat'],
]

/** A node of the syntax tree of swc, or a part of one. */
interface Tree {
  readonly type?: string
  readonly value?: unknown
  readonly operator?: string
  readonly left?: unknown
  readonly right?: unknown
  readonly base?: unknown
  readonly object?: unknown
  readonly property?: unknown
  readonly expression?: unknown
  readonly expressions?: unknown
  readonly callee?: unknown
  readonly arguments?: readonly Tree[]
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Whether an expression is a message, by its name. */
function isMessage(value: unknown): boolean {
  if (!isTree(value)) return false
  const { type, property, expression } = value
  if (type === 'Identifier') return value.value === 'message'
  if (type === 'MemberExpression') return isTree(property) && property.value === 'message'
  if (type === 'OptionalChainingExpression') return isMessage(value.base)
  if (type === 'CallExpression') return isTree(value.callee) && value.callee.value === 'messageOf'
  return isMessage(expression)
}

function mayHold(value: unknown): boolean {
  return (
    isMessage(value) ||
    (isTree(value) && Array.isArray(value.expressions) && value.expressions.some(isMessage))
  )
}

const equals = ['==', '===', '!=', '!==']
const methods = [
  'match',
  'matchAll',
  'includes',
  'startsWith',
  'endsWith',
  'split',
  'search',
  'replace',
  'indexOf',
]
const lookups = ['test', 'exec', 'has', 'get', 'add']

/** Without the optional chaining around it. */
function unwrapped(value: unknown): unknown {
  return isTree(value) && value.type === 'OptionalChainingExpression' ? value.base : value
}

/** Whether an expression decides something by a message: compares it, looks into it, or has it as a key. */
function decides(tree: Tree): boolean {
  if (tree.type === 'BinaryExpression' && equals.includes(tree.operator ?? '')) {
    const sides = [tree.left, tree.right]
    const isAbsence = sides.some(
      (one) => isTree(one) && one.type === 'Identifier' && one.value === 'undefined',
    )
    return !isAbsence && sides.some(mayHold)
  }
  const callee = unwrapped(tree.callee)
  if (tree.type !== 'CallExpression' || !isTree(callee) || callee.type !== 'MemberExpression') return false
  const name = isTree(callee.property) ? String(callee.property.value) : ''
  const given = tree.arguments ?? []
  return (
    (methods.includes(name) && isMessage(callee.object)) ||
    (lookups.includes(name) && given.some(({ expression }) => mayHold(expression)))
  )
}

function holds(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holds)
  return isTree(value) && (decides(value) || Object.values(value).some(holds))
}

function judged(source: string): boolean {
  return holds(parseSync(source, { syntax: 'typescript' }).body)
}

describe('a decision by a message', () => {
  it.each([
    'const same = one.message === other.message',
    'if (/Contrail/.test(message)) f()',
    'const known = all.filter(({ code, message }) => there.has(`${code} ${message}`))',
    'const [, why] = found?.message.split(": ")',
    'keys.add(finding.message)',
  ])('is seen in %s', (source) => {
    expect(judged(source)).toBe(true)
  })

  it.each([
    'if (message === undefined) f()',
    'report(code, at, message)',
    'said.push(`${path}: ${message}`)',
  ])('is not seen in %s', (source) => {
    expect(judged(source)).toBe(false)
  })

  it('is made nowhere but where messages are shown, or are somebody else’s', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    const found = files
      .map((path) => `src/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('essage'))
      .filter((path) => judged(readFileSync(join(ROOT, path), 'utf8')))
    expect(found.filter((path) => !others.some(([room]) => path.startsWith(room)))).toEqual([])
    // An exception that is not needed goes.
    const idle = others.filter(([room]) => room.endsWith('.ts') && !found.includes(room))
    expect(idle).toEqual([])
  })
})

/** What `render` shows, held against what Heat's engine resolves for the same request (rendering.py). */
import {
  type ResolvedResource,
  type ResolvedStack,
  resolve,
  type Shown,
} from '../../../src/engine/queries/resolved-stack.ts'
import { hiddenValue } from '../../../src/heat/parameters.ts'
import { parseJson } from '../../../src/heat/values/json-text.ts'
import { pythonStr } from '../../../src/heat/values/python-text.ts'
import { Float, isList, isMap, type Value } from '../../../src/heat/values/value.ts'
import { firstPseudo } from '../../../src/meaning/sample.ts'
import { answersOf } from './answers.ts'
import type { AskedStack } from './stacks.ts'

/** How many values were compared of each kind: resolved, open as in Heat, hidden, and open though Heat resolves them. */
export interface RenderCounts {
  stacks: number
  refused: number
  resolved: number
  open: number
  hidden: number
  unresolved: number
}

export interface RenderVerdict {
  readonly counts: RenderCounts
  /** Where something else is shown than Heat has. */
  readonly wrong: readonly string[]
  /** What is shown as open though Heat knows it. */
  readonly unresolved: readonly string[]
}

/** What a stack is called is open, and is the same in every sample. */
const ownNames = [
  ['<get_param OS::stack_name>', firstPseudo.stackName],
  ['<get_param OS::stack_id>', firstPseudo.stackId],
  ['<get_param OS::project_id>', firstPseudo.project],
] as const

/** What only the cloud knows stands between marks in answers of Heat, and between < and > in what is shown. */
const mark = '\u0001[^\u0001\u0002]*\u0002'
const symbolsIn = new RegExp(`(?:${mark})+`)
/** A list that only the cloud knows has three items in answers of Heat; so it is when it is joined, or written as JSON. */
const listIn =
  /(?:\["?)?\u0001([^\u0001\u0002]*):0\u0002([^\u0001]{0,9})\u0001\1:1\u0002\2\u0001\1:2\u0002(?:"?\])?/g
const isOpen = (text: string) => /<[^>]*>/s.test(text)
const isAllOpen = (value: Shown | undefined) => typeof value === 'string' && /^<.*>$/s.test(value)
/** Functions of attributes and references, whatever Heat's answer for a made-up attribute is. */
const ofCloud = /get_attr|get_resource|GetAtt|Ref\b|reference|attribute|zone|facade|OS::|AWS::/i

class Judge {
  readonly counts: RenderCounts = { stacks: 0, refused: 0, resolved: 0, open: 0, hidden: 0, unresolved: 0 }
  readonly wrong: string[] = []
  readonly unresolved: string[] = []

  stack(shown: ResolvedStack, theirs: Value, at: string): void {
    const resources = partOf(theirs, 'resources')
    if (!isMap(resources) || resources.has('<error>')) {
      this.counts.refused += 1
      return
    }
    this.counts.stacks += 1
    const names = new Set([...shown.resources.map(({ name }) => name), ...[...resources.keys()].map(String)])
    for (const name of names) {
      const own = shown.resources.find((one) => one.name === name)
      const heats = resources.get(name)
      if (own !== undefined && heats !== undefined) {
        this.#resource(own, heats, `${at} ${name}`)
        const inside = partOf(partOf(theirs, 'inside'), name)
        if (own.stack !== undefined && inside !== null) this.stack(own.stack, inside, `${at} ${name}/`)
      } else if (own?.condition === undefined)
        this.wrong.push(`${at} ${name}: ${own === undefined ? 'not shown' : 'not in Heat'}`)
    }
    const outputs = partOf(theirs, 'outputs')
    if (!isMap(outputs) || outputs.has('<error>')) return
    for (const { name, value } of shown.outputs)
      if (outputs.has(name))
        this.#value(value, partOf(outputs.get(name) ?? null, 'value'), `${at} output ${name}`)
  }

  #resource(own: ResolvedResource, heats: Value, at: string): void {
    this.#value(own.properties, partOf(heats, 'properties'), at)
    this.#value(own.metadata, partOf(heats, 'metadata'), `${at} metadata`)
    this.#value(own.externalId, partOf(heats, 'external_id'), `${at} external_id`)
    // What is not given is not shown: Heat has no update policy then, deletes, and keeps what is not its own.
    this.#value(
      own.updatePolicy ?? new Map(),
      partOf(heats, 'update_policy') ?? new Map(),
      `${at} update_policy`,
    )
    const unlessGiven = own.externalId === undefined ? 'Delete' : 'Retain'
    this.#value(own.deletionPolicy ?? unlessGiven, partOf(heats, 'deletion_policy'), `${at} deletion_policy`)
  }

  #value(shown: Shown | undefined, theirs: Value, at: string): void {
    const own = shown ?? null
    if (isRefused(theirs)) return
    if (own === hiddenValue) this.counts.hidden += 1
    else if (isOfMembers(own, theirs)) this.counts.open += 1
    else if (isAllOpen(own) && own !== theirs && !isOwnName(own)) this.#open(own as string, theirs, at)
    else if (typeof own === 'string') this.#text(withOwnNames(own), theirs, at)
    else if (own instanceof Map) this.#map(own as ReadonlyMap<string, Shown>, theirs, at)
    else if (Array.isArray(own)) this.#list(own, theirs, at)
    else if (own === (theirs instanceof Float ? theirs.value : theirs)) this.counts.resolved += 1
    else this.#wrong(String(own), theirs, at)
  }

  #wrong(own: string, theirs: Value, at: string): void {
    const text = pythonStr(theirs)
    let same = 0
    while (same < own.length && own[same] === text[same]) same += 1
    const shown = (one: string) => JSON.stringify(one.slice(Math.max(0, same - 30), same + 90))
    this.wrong.push(`${at}: ${shown(own)} | ${shown(text)}`)
  }

  #open(own: string, theirs: Value, at: string): void {
    if (symbolsIn.test(pythonStr(theirs)) || ofCloud.test(own)) this.counts.open += 1
    else {
      this.counts.unresolved += 1
      this.unresolved.push(`${at}: ${JSON.stringify([own, pythonStr(theirs)]).slice(0, 200)}`)
    }
  }

  #text(own: string, theirs: Value, at: string): void {
    const text = (typeof theirs === 'string' ? theirs : pythonStr(theirs)).replaceAll(
      /\\(?:u000|x0)([12])/g,
      marked,
    )
    if (own === text && typeof theirs === 'string') this.counts.resolved += 1
    else if (isSameFile(own, text)) this.counts.resolved += 1
    else if (own.includes(hiddenValue)) this.counts.hidden += 1
    else if (isOpen(own) && fits(own, text)) this.counts.open += 1
    else if (isOpen(own) && isAround(own, text)) this.#open(own, theirs, at)
    else this.#wrong(own, theirs, at)
  }

  #map(own: ReadonlyMap<string, Shown>, theirs: Value, at: string): void {
    if (!isMap(theirs)) {
      // Heat leaves out what is empty.
      if (own.size > 0 || theirs !== null) this.wrong.push(`${at}: a map | ${pythonStr(theirs)}`)
      return
    }
    const names = new Map([...theirs].map(([key, one]) => [pythonStr(key), one]))
    for (const key of new Set([...own.keys(), ...names.keys()])) {
      if (own.has(key) && names.has(key)) this.#value(own.get(key), names.get(key) ?? null, `${at}.${key}`)
      else this.wrong.push(`${at}.${key}: ${own.has(key) ? 'not in Heat' : 'not shown'}`)
    }
  }

  #list(own: readonly Shown[], theirs: Value, at: string): void {
    if (!isList(theirs) || theirs.length !== own.length)
      this.wrong.push(`${at}: ${own.length} items | ${pythonStr(theirs)}`)
    else for (const [index, one] of own.entries()) this.#value(one, theirs[index] ?? null, `${at}[${index}]`)
  }
}

function isRefused(theirs: Value): boolean {
  return isMap(theirs) ? theirs.has('<error>') : typeof theirs === 'string' && theirs.startsWith('error: ')
}

/** What is read of a group: it has its members here, and others in answers of Heat, which have a list, or one key. */
function isOfMembers(own: Shown, theirs: Value): boolean {
  if (typeof own === 'number') return /^\u0001attr:\w+:current_size\u0002$/.test(String(theirs))
  const items = own instanceof Map ? [...own.values()] : Array.isArray(own) ? own : []
  const others = isMap(theirs) ? [...theirs.values()] : isList(theirs) ? theirs : []
  const isOther =
    isList(theirs) || (isMap(theirs) && own instanceof Map && theirs.size === 1 && theirs.has('key'))
  const areOpen = others.length > 0 && others.every((one) => symbolsIn.test(pythonStr(one)))
  return isOther && areOpen && items.length > 0 && items.every(isAllOpen)
}

/** Marks are escaped where a list is written as JSON, or as Python does. */
const marked = (_: string, which: string) => (which === '1' ? '\u0001' : '\u0002')

const isOwnName = (own: Shown) => ownNames.some(([name]) => name === own)

function withOwnNames(text: string): string {
  return ownNames.reduce((made, [name, value]) => made.replaceAll(name, value), text)
}

/** The name of a file is an address in the request. */
function isSameFile(own: string, theirs: string): boolean {
  return theirs.startsWith('file:///') && decodeURI(theirs).endsWith(`/${own.replace(/^(?:\.{1,2}\/)+/, '')}`)
}

/** Whether all that Heat has around its marks is shown, in this order, with something between < and > for each mark. */
function fits(own: string, theirs: string): boolean {
  const parts = withoutInner(theirs).replace(listIn, '\u0001\u0002').split(symbolsIn)
  const pattern = parts.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')
  return parts.length > 1 && new RegExp(`^${pattern}$`).test(own)
}

/** A key may be a reference, with marks of its own. */
function withoutInner(text: string): string {
  return text.replace(/(\u0001[^\u0001\u0002]*)\u0001([^\u0001\u0002]*)\u0002/g, '$1$2')
}

/** Whether both begin and end alike, apart from what is between the first < and the last >. */
function isAround(own: string, theirs: string): boolean {
  return (
    theirs.startsWith(own.slice(0, own.indexOf('<'))) && theirs.endsWith(own.slice(own.lastIndexOf('>') + 1))
  )
}

function partOf(value: Value, key: string): Value {
  return isMap(value) ? (value.get(key) ?? null) : null
}

/** @param script rendering.py */
export function judgedRenders(stacks: readonly AskedStack[], script: string): RenderVerdict {
  const judge = new Judge()
  const answers = answersOf(script, `[${stacks.map(({ body }) => body).join(',\n')}]`, stacks.length)
  stacks.forEach(({ name, input }, index) => {
    const made = resolve(input, { depth: 3 })
    const theirs = parseJson(answers[index] ?? '')
    if ('problem' in made) judge.counts.refused += 1
    else judge.stack(made.stack, theirs, name)
  })
  return judge
}

/**
 * Parses the values of a template as `parse` of heat/engine/template.py does: which maps are functions, and which
 * functions.
 */

import { longName } from '../heat/calls.ts'
import type { FunctionTable } from '../heat/functions/classes.ts'
import {
  asSent,
  effectiveEntries,
  type FollowAlias,
  keyOf,
  plainName,
  scalarValue,
} from '../heat/values/data.ts'
import { Failure, type Key, setEntry, type Value } from '../heat/values/value.ts'
import { withoutTag } from '../text/document/build.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { aliasesOf } from './aliases.ts'
import { refusal } from './failing.ts'
import type { FunctionSite } from './functions/class.ts'
import { functionClassNamed, macros } from './functions/classes.ts'
import { type Computation, Dynamic, DynamicCall, DynamicList, DynamicMap, type Snippet } from './snippet.ts'

type Functions = ReadonlyMap<string, string>

/** The names that a template declares. */
interface DeclaredNames {
  readonly resources: ReadonlySet<string>
  readonly parameters: ReadonlySet<string>
}

export class Parser {
  readonly follow: FollowAlias
  readonly declared: DeclaredNames
  /** The source of the document, where numbers are needed as they were written. */
  readonly source: string | undefined
  readonly #values: Functions
  readonly #conditions: Functions
  readonly #tags: boolean
  /** The targets of aliases, parsed once. */
  readonly #shared = [new Map<Node, Snippet>(), new Map<Node, Snippet>()] as const

  /** @param tags whether the short tags of AWS are functions */
  constructor(
    root: Node,
    { values, conditions }: FunctionTable,
    tags: boolean,
    declared: DeclaredNames,
    source: string | undefined,
  ) {
    this.follow = aliasesOf(root)
    this.declared = declared
    this.source = source
    this.#values = values
    this.#conditions = conditions
    this.#tags = tags
  }

  /** A part of the template where the functions of the dialect are resolved. */
  parse(node: Node): Snippet {
    return this.read(node, this.#values)
  }

  /** A condition, where only few functions are allowed. */
  parseCondition(node: Node): Snippet {
    return this.read(node, this.#conditions)
  }

  /** Whether a node among values may be read as something else than the data it looks like. */
  mayBeCall(node: Node): boolean {
    if (node.tag !== undefined || node.kind === 'alias') return true
    if (node.kind !== 'map' || node.entries.length !== 1) return false
    const name = plainName((node.entries[0] as Entry).key)
    return name === undefined || this.#values.has(name)
  }

  read(node: Node, functions: Functions): Snippet {
    if (this.#tags && node.tag !== undefined && /^![A-Z]/.test(node.tag)) return this.#tagged(node, functions)
    return this.#untagged(node, functions)
  }

  /** A node without its tag. */
  #untagged(node: Node, functions: Functions): Snippet {
    switch (node.kind) {
      case 'scalar':
        return node.type === 'str' ? node.value : scalarValue(node)
      case 'seq':
        return this.#list(node.items, functions)
      case 'map':
        return this.#map(node, functions)
      case 'alias':
        return this.#alias(node, functions)
    }
  }

  #alias(node: Node & { readonly kind: 'alias' }, functions: Functions): Snippet {
    const shared = this.#shared[functions === this.#values ? 0 : 1]
    const target = this.follow(node)
    let snippet = shared.get(target)
    if (snippet === undefined) {
      snippet = this.read(target, functions)
      shared.set(target, snippet)
    }
    return snippet
  }

  #list(nodes: readonly Node[], functions: Functions): Snippet {
    const items: Snippet[] = []
    let dynamic = false
    for (const node of nodes) {
      const item = this.read(node, functions)
      if (item instanceof Dynamic) dynamic = true
      items.push(item)
    }
    return dynamic ? new DynamicList(items) : (items as Value[])
  }

  /** Nearly all maps have different keys, all of them strings, and no merge keys. */
  #map(node: Mapping, functions: Functions): Snippet {
    const { entries } = node
    if (entries.length === 1) return this.#single(node, entries[0] as Entry, functions)
    const map = new Map<Key, Snippet>()
    let dynamic = false
    for (let index = 0; index < entries.length; index += 1) {
      const { key, value } = entries[index] as Entry
      const name = plainName(key)
      if (name === undefined) return this.#fullMap(node, functions)
      const snippet = this.read(value, functions)
      if (snippet instanceof Dynamic) dynamic = true
      map.set(name, snippet)
    }
    // What remains of repeated keys may be a function.
    if (map.size === 1) return this.#fullMap(node, functions)
    return dynamic ? new DynamicMap(map) : (map as Map<Key, Value>)
  }

  /** A function, in most maps of one key. */
  #single(node: Mapping, { key, value }: Entry, functions: Functions): Snippet {
    const name = plainName(key)
    if (name === undefined) return this.#fullMap(node, functions)
    const className = functions.get(name)
    if (className !== undefined) return this.#call(name, className, value, functions, 'of the argument')
    const map = new Map<Key, Snippet>([[name, this.read(value, functions)]])
    return map.get(name) instanceof Dynamic ? new DynamicMap(map) : (map as Map<Key, Value>)
  }

  #fullMap(node: Mapping, functions: Functions): Snippet {
    const entries = effectiveEntries(node, this.follow)
    const call = this.#callIn(entries, functions)
    if (call !== undefined) return call
    const map = new Map<Key, Snippet>()
    let dynamic = false
    for (const entry of entries) {
      const value = this.read(entry.value, functions)
      if (value instanceof Dynamic) dynamic = true
      setEntry(map as Map<Key, Value>, keyOf(entry, this.follow), value as Value)
    }
    // A later entry may have replaced the function.
    const sent = asSent(map)
    return dynamic ? new DynamicMap(sent) : (sent as Map<Key, Value>)
  }

  /** A map of one key is a function when the key is the name of one; keys may be repeated. */
  #callIn(entries: readonly Entry[], functions: Functions): Snippet | undefined {
    const last = entries[entries.length - 1]
    if (last === undefined) return undefined
    const name = keyOf(last, this.follow)
    if (typeof name !== 'string') return undefined
    if (entries.length > 1 && !entries.every((entry) => keyOf(entry, this.follow) === name)) return undefined
    const className = functions.get(name)
    return className === undefined
      ? undefined
      : this.#call(name, className, last.value, functions, 'of the argument')
  }

  #tagged(node: Node, functions: Functions): Snippet {
    const name = longName(node.tag as string)
    const className = functions.get(name)
    return className === undefined
      ? new Map([[name, this.#untagged(node, functions) as Value]])
      : this.#call(name, className, node, functions, 'of the call')
  }

  /** @param tag before the argument: it may name the function */
  #call(
    name: string,
    className: string,
    argument: Node,
    functions: Functions,
    tag: 'of the call' | 'of the argument',
  ): DynamicCall {
    const parse = () =>
      tag === 'of the call' ? this.#untagged(argument, functions) : this.read(argument, functions)
    const site = new ParserSite(name, this)
    try {
      const macro = macros.get(className)
      // Only macros look at nodes themselves.
      if (macro !== undefined) {
        const own = tag === 'of the call' ? withoutTag(argument) : argument
        return new DynamicCall(name, className, parse, macro(own, site))
      }
      const parsed = parse()
      return new DynamicCall(name, className, parsed, functionClassNamed(className)(parsed, site))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return new DynamicCall(name, className, parse, failing(refusal(error)))
    }
  }
}

function failing(failure: Failure): Computation {
  return {
    refused: failure,
    run() {
      throw failure
    },
    dependencies() {},
    lower: (lowering) => lowering.refuse(failure),
  }
}

class ParserSite implements FunctionSite {
  readonly name: string
  readonly #parser: Parser

  constructor(name: string, parser: Parser) {
    this.name = name
    this.#parser = parser
  }

  parse(node: Node): Snippet {
    return this.#parser.parse(node)
  }

  parseCondition(node: Node): Snippet {
    return this.#parser.parseCondition(node)
  }

  hasResource(name: string): boolean {
    return this.#parser.declared.resources.has(name)
  }

  hasParameter(name: string): boolean {
    return this.#parser.declared.parameters.has(name)
  }

  sourceText(node: Node & { readonly kind: 'scalar' }): string {
    if (node.type === 'bool') return node.value === true ? 'true' : 'false'
    const { source } = this.#parser
    return node.start === undefined || source === undefined
      ? String(node.value)
      : source.slice(node.start, node.end)
  }

  resolved(node: Node): Exclude<Node, { readonly kind: 'alias' }> {
    return node.kind === 'alias' ? this.resolved(this.#parser.follow(node)) : node
  }
}

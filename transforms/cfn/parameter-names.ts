/** Parameters that replace what only AWS has: their names, and how they are referred to. */

import {
  call,
  declarations,
  freeName,
  type Mapping,
  type NewParameter,
  type Node,
  string,
  type TemplateScope,
} from '../../src/engine/authoring/authoring.ts'
import { capitalized } from '../../src/text/document/listed.ts'

/** A reference to a parameter where something else stood. */
export function refTo(name: string, node: Node): Mapping {
  return call('Ref', string(name, { for: node }), node)
}

/**
 * A free name made of the words of a string, in the way in which the template names its parameters: `NetworkVpcId`, or
 * `network_vpc_id` where none has a capital.
 */
function nameFromWords(root: Mapping, source: string, otherwise: string): string {
  const found = source.replaceAll('AWS::', '').match(/[A-Za-z0-9]+/g) ?? []
  const words = found.length === 0 ? [otherwise] : found
  const names = [...declarations(root).parameters.keys()]
  const isLower = names.length > 0 && names.every((name) => name === name.toLowerCase())
  const name = isLower ? words.map((word) => word.toLowerCase()).join('_') : words.map(capitalized).join('')
  const started = /^[A-Za-z]/.test(name) ? name : `${isLower ? 'p_' : 'P'}${name}`
  return freeName(root, started.slice(0, longest), [])
}

/** The parameters that one rewrite adds: each thing that is asked for has one, and no two the same name. */
export class NewParameters {
  readonly #scope: Pick<TemplateScope, 'root' | 'declare'>
  readonly #names = new Map<string, string>()

  constructor(scope: Pick<TemplateScope, 'root' | 'declare'>) {
    this.#scope = scope
  }

  /**
   * The name of the parameter for a thing, which is declared.
   * @param thing what tells it from others
   * @param words what it is named by, as for `nameFromWords`
   */
  of(thing: string, words: string, otherwise: string, said: Omit<NewParameter, 'name' | 'type'>): string {
    const known = this.#names.get(thing)
    if (known !== undefined) return known
    const taken = new Set(this.#names.values())
    const wanted = nameFromWords(this.#scope.root, words, otherwise)
    let name = wanted
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`
    this.#names.set(thing, name)
    this.#scope.declare({ name, type: 'String', ...said })
    return name
  }
}

/** Heat takes 255 characters; nobody reads as many. */
const longest = 60

import type { Node } from '../../text/document/node.ts'
import { type Computation, type Snippet, valueIn } from '../snippet.ts'

/** The queries of a function class to the template while it splits its arguments. */
export interface FunctionSite {
  /** The name under which the class was called. */
  readonly name: string
  /** Parses a part of the template where functions are those of values, or those of conditions. */
  parse(node: Node): Snippet
  parseCondition(node: Node): Snippet
  /** Whether a name is declared as a resource, enabled or not. */
  hasResource(name: string): boolean
  hasParameter(name: string): boolean
  /** The source of a number or boolean as the author wrote it. */
  sourceText(node: Node & { readonly kind: 'scalar' }): string
  /** The node with aliases followed. */
  resolved(node: Node): Exclude<Node, { readonly kind: 'alias' }>
}

/**
 * One class of Heat's functions: receives the parsed argument of a function, refuses by a `Failure` what the
 * constructor refuses, and gives what computes the result.
 */
export type FunctionClass = (argument: Snippet, site: FunctionSite) => Computation

/**
 * A class whose result is not computed: equal arguments give equal results.
 * @param why the predicate of a sentence about the function
 * @param of what the result depends on besides the arguments; the function's name where it is left out
 */
export function uninterpreted(why: string, of?: string): FunctionClass {
  return (argument, { name }) => ({
    transparent: true,
    lower: (lowering) => lowering.applied(of ?? name, [lowering.value(argument)]),
    run: (world) => world.opaque(of ?? name, [valueIn(argument, world)], `${name} ${why}`),
  })
}

/** A class that parses its argument itself: a macro of Heat's, or a function of AWS that needs the source. */
export type Macro = (argument: Node, site: FunctionSite) => Computation

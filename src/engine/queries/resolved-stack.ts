/** What Heat gets of a stack, and of one expression in it, from files: for `hotshift render` and `eval`, and the library. */

import { dialectOf } from '../../heat/dialect.ts'
import { recognise } from '../../heat/kind.ts'
import { readValue } from '../../heat/merge-keys.ts'
import type { Value } from '../../heat/values/value.ts'
import { TooLarge } from '../../meaning/budget.ts'
import {
  type ResolvedStack,
  type Resolving,
  resolvedOutput,
  resolvedStack,
  type Shown,
} from '../../meaning/impact/resolved-stack.ts'
import { emptyEnvironment } from '../../meaning/sample.ts'
import { entry, mapping, nothing, withEntries } from '../../text/document/build.ts'
import { readDocument } from '../../text/document/document.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { mapOf, nameOf } from '../../text/document/read.ts'
import { extended } from '../../text/document/records.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import {
  type ReadFile,
  sideOf,
  type VerifyInput,
  type VerifyProblem,
  type VerifySide,
} from '../proof/verify-side.ts'

import { asSent } from './client-files.ts'

export type { ResolvedResource, ResolvedStack, Shown } from '../../meaning/impact/resolved-stack.ts'

export interface ResolvedAnswer {
  readonly stack: ResolvedStack
  /** What the names in the templates lead to that was not read. */
  readonly open: readonly string[]
}

/**
 * The stack of a template, resolved as far as its values are known.
 *
 * @param read gives the files that the templates name
 * @throws TooLarge where a template takes more than any real one does
 */
export function resolve(
  input: VerifyInput,
  { values, depth = 1 }: Partial<Resolving> = {},
  read: ReadFile = () => undefined,
): ResolvedAnswer | { readonly problem: VerifyProblem } {
  const made = sideOf(input, input.read ?? read, asSent)
  return 'problem' in made ? made : resolvedSide(made, input.path, values, depth)
}

export interface EvaluatedAnswer {
  readonly value: Shown
  /** Why Heat refuses the expression, whatever the values are. */
  readonly refused?: string
}

/** The name of the output that an expression becomes; no template can have it. */
const expressionName = '\0expression'

/**
 * What an expression in the functions of a template, such as `{get_attr: [server, name]}`, gives in its stack.
 *
 * @param expression YAML
 * @throws TooLarge where a template takes more than any real one does
 */
export function evaluate(
  input: VerifyInput,
  expression: string,
  { values }: Partial<Resolving> = {},
  read: ReadFile = () => undefined,
): EvaluatedAnswer | { readonly problem: VerifyProblem } {
  const made = sideOf(input, input.read ?? read, asSent)
  if ('problem' in made) return made
  const reading = readDocument(expression)
  if ('problem' in reading) {
    const { code, message, start } = reading.problem
    const location = new LineIndex(expression).position(start)
    return { problem: { path: 'expression', ...location, code, message } }
  }
  return evaluatedIn(extended(made.side, { path: input.path }), reading.document.root ?? nothing(), values)
}

/**
 * What a part of a template gives, by the template alone; undefined for what is no template, and where it takes more than any real
 * template does.
 *
 * @param values of parameters, which count before defaults
 */
export function valueIn(
  root: Mapping,
  part: Node,
  values: ReadonlyMap<string, Value>,
): EvaluatedAnswer | undefined {
  const dialect = dialectOf(recognise(root, 'yaml'), 'heat')
  try {
    return dialect && evaluatedIn({ root, dialect }, part, values)
  } catch (error) {
    // A string that is longer than JavaScript can hold is a RangeError.
    if (error instanceof TooLarge || error instanceof RangeError) return undefined
    throw error
  }
}

function evaluatedIn(
  side: VerifySide['side'],
  expression: Node,
  values: Resolving['values'] = new Map(),
): EvaluatedAnswer {
  const isHot = side.dialect.kind === 'hot'
  const output = mapping([entry(isHot ? 'value' : 'Value', expression)])
  const root = withOutput(side.root, isHot ? 'outputs' : 'Outputs', output)
  const environment = side.environment ?? emptyEnvironment
  const made = resolvedOutput(extended(side, { root, environment }), expressionName, { values })
  const { value = null, refused } = made ?? {}
  return refused === undefined ? { value } : { value, refused }
}

function withOutput(root: Mapping, section: string, output: Mapping): Mapping {
  const known = mapOf(readValue(root, section))
  const outputs = mapping([...(known?.entries ?? []), entry(expressionName, output)])
  return withEntries(root, [
    ...root.entries.filter((one) => nameOf(one) !== section),
    entry(section, outputs),
  ])
}

function resolvedSide(
  { side }: Pick<VerifySide, 'side'>,
  path: string,
  values: Resolving['values'],
  depth: number,
): ResolvedAnswer {
  const environment = side.environment ?? emptyEnvironment
  const stack = resolvedStack(extended(side, { environment, path }), {
    depth,
    ...(values === undefined ? {} : { values }),
  })
  return { stack, open: (side.open ?? []).map(({ why }) => why) }
}

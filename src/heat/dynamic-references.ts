import type { Mapping, Node } from '../text/document/node.ts'
import { callsWithin, marks } from './calls-within.ts'
import { entriesRead, readValue } from './merge-keys.ts'
import type { Piece, Pieces } from './pieces.ts'
import { section } from './sections.ts'
import { rewriteValues } from './walk.ts'

interface DynamicReference {
  readonly at: Node
  /** As far as the service, or the whole where it ends in the same string. */
  readonly shown: string
}

/** Also the beginning of one that functions put together. */
const pattern = /\{\{resolve:(?:ssm|ssm-secure|secretsmanager):(?:[^{}\s]{0,80}\}\})?/

/** Those in the values and the parameter defaults of a template, CloudFormation or HOT. */
export function dynamicReferences(root: Mapping): readonly DynamicReference[] {
  const found: DynamicReference[] = []
  const look = (node: Node): Node => {
    const shown = node.kind === 'scalar' && node.type === 'str' ? pattern.exec(String(node.value)) : null
    if (shown !== null) found.push({ at: node, shown: shown[0] })
    return node
  }
  // Few templates have any, and every check asks.
  if ((callsWithin(root) & marks.resolve) === 0) return found
  rewriteValues(root, false, look)
  for (const { value } of entriesRead(section(root, 'parameters'))) {
    const preset = readValue(value, 'Default', 'default')
    if (preset !== undefined) look(preset)
  }
  return found
}

/** Whole ones; what Fn::Sub inserts into a name is written in it as `${…}`. */
const whole = /\{\{resolve:((?:ssm|ssm-secure|secretsmanager):(?:[^{}]|\$\{[^{}]*\}){0,500})\}\}/

/** A string split at its dynamic references, each given by what follows `resolve:`; no literal is empty. */
export function splitReferences(source: string): Pieces<string> {
  const pieces: Piece<string>[] = []
  let rest = source
  for (let found = whole.exec(rest); found !== null; found = whole.exec(rest)) {
    if (found.index > 0) pieces.push({ text: rest.slice(0, found.index) })
    pieces.push({ value: found[1] as string })
    rest = rest.slice(found.index + found[0].length)
  }
  return rest === '' ? pieces : [...pieces, { text: rest }]
}

/** Whether a string is the beginning of a dynamic reference, or a whole one. */
export function beginsReference(source: string): boolean {
  return /^\{\{resolve:(?:ssm|ssm-secure|secretsmanager):/.test(source)
}

/** A stack as one template and one environment, for tools that can be given no other files (Horizon, Terraform's provider). */

import { callOf } from '../../heat/calls.ts'
import { fileUrl, joinedUrl, pathOfUrl } from '../../heat/client-urls.ts'
import { declarations } from '../../heat/sections.ts'
import { dataOf } from '../../heat/values/data.ts'
import { jsonText } from '../../heat/values/json-text.ts'
import { isMap, type Key, type Value, type ValueMap } from '../../heat/values/value.ts'
import { rewriteValues } from '../../heat/walk.ts'
import { string } from '../../text/document/build.ts'
import { readDocument } from '../../text/document/document.ts'
import { type Mapping, type Node, rangeOf } from '../../text/document/node.ts'
import { mapOf, stringOf, valueOf } from '../../text/document/read.ts'
import { printDocument } from '../../text/print/print.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import type { GivenFile, VerifyInput, VerifyProblem } from '../proof/verify-side.ts'
import { asSent, encoded } from './client-files.ts'
import { addressIn, type StackRequest } from './request-body.ts'

interface SelfContained {
  /** The source of the template, with the contents of files in place of `get_file`. */
  readonly template: string
  /** All environments, merged. */
  readonly environment: ValueMap
  /** Its stack, for the proof. */
  readonly input: VerifyInput
  /** What the stack of the files has to have besides, for the proof: the values that became part of the environment. */
  readonly added: readonly GivenFile[]
}

interface SelfContaining {
  /** As for `stackRequest`. */
  readonly folder: string
  /** Values of parameters, which become part of the environment. */
  readonly values?: ReadonlyMap<string, Value>
  /** The sections that an environment may have, where that is less than for Heat. */
  readonly sections?: readonly string[]
}

type Failed = { readonly problem: VerifyProblem }

/**
 * @returns a problem where the template or an environment names other templates: Heat makes stacks of their own of these, with
 * names and IDs of their own, so that no single template has the same stack
 */
export function selfContained(
  input: VerifyInput,
  request: StackRequest,
  { folder, values = new Map(), sections }: SelfContaining,
): SelfContained | Failed {
  const reading = readDocument(new TextDecoder().decode(asSent(input.bytes, 'template')))
  const root = 'document' in reading ? mapOf(reading.document.root) : undefined
  if (!('document' in reading) || root === undefined) return unfit(input.path, 'the file is not a template')
  const { document } = reading
  const own = addressIn(`${fileUrl(folder)}/`, input.path) ?? ''
  const [nested] = request.asTemplates
  if (nested !== undefined) return ofNested(nested, own, { input, root, text: document.text })
  const contents = withContents(root, (name) => request.files.get(joinedUrl(own, name) ?? ''))
  const template = withBreak(printDocument(document, contents, document.syntax))
  const environment = withValues(request.environment, values)
  const unknown = [...environment.keys()].find((key) => sections?.includes(String(key)) === false)
  if (unknown !== undefined)
    return unfit(
      input.environments?.[0]?.path ?? input.path,
      `an environment may only have ${sections?.join(', ')} there, and has "${String(unknown)}"`,
    )
  const made = {
    path: input.path,
    bytes: encoded(template),
    environments: asEnvironment(environment),
    read: () => undefined,
  }
  return { template, environment, input: made, added: asEnvironment(withValues(new Map(), values)) }
}

function asEnvironment(data: ValueMap): readonly GivenFile[] {
  return data.size === 0 ? [] : [{ path: 'merged.env', bytes: encoded(jsonText(data, 'as it is')) }]
}

function unfit(path: string, message: string, at = { line: 1, column: 1 }): Failed {
  return { problem: { path, ...at, code: 'not-self-contained', message } }
}

/** Where the first resource uses the template, or else the environment that registers it. */
function ofNested(
  url: string,
  own: string,
  { input, root, text }: { readonly input: VerifyInput; readonly root: Mapping; readonly text: string },
): Failed {
  const name = pathOfUrl(url)?.split('/').at(-1) ?? url
  for (const [resource, node] of declarations(root).resources) {
    const type = valueOf(mapOf(node), 'type', 'Type')
    if (type === undefined || joinedUrl(own, stringOf(type) ?? '') !== url) continue
    const at = new LineIndex(text).position(rangeOf(type)?.start ?? 0)
    return unfit(input.path, `"${resource}" is a nested stack of ${name}, which needs a file of its own`, at)
  }
  const path = input.environments?.[0]?.path ?? input.path
  return unfit(path, `the stack needs the nested template ${name}, a file of its own`)
}

function withContents(root: Mapping, contentOf: (name: string) => string | undefined): Mapping {
  const change = (node: Node): Node => {
    const call = callOf(node)
    const name = call?.name === 'get_file' ? stringOf(call.argument) : undefined
    const content = name === undefined ? undefined : contentOf(name)
    return content === undefined ? node : string(content)
  }
  return rewriteValues(root, true, change, ['get_file'])
}

/** With a line break at its end, unless that would be one more in the string that is there. */
function withBreak(source: string): string {
  if (source.endsWith('\n')) return source
  const dataIn = (text: string) => {
    const reading = readDocument(text)
    return 'document' in reading && reading.document.root !== undefined
      ? jsonText(dataOf(reading.document.root), 'as it is')
      : undefined
  }
  return dataIn(`${source}\n`) === dataIn(source) ? `${source}\n` : source
}

function withValues(environment: ValueMap, values: ReadonlyMap<string, Value>): ValueMap {
  if (values.size === 0) return environment
  const before = environment.get('parameters') ?? null
  const parameters = new Map<Key, Value>([...(isMap(before) ? before : []), ...values])
  return new Map([...environment, ['parameters', parameters]])
}

/** hotshift's commands over files in memory. Nothing here needs Node, or a page. */

import { toHot } from '../../../transforms/blueprint/to-hot/index.ts'
import { moveDefaultsWith } from '../../../transforms/env/move-defaults/index.ts'
import { passNestedDefaultsWith } from '../../../transforms/env/pass-nested-defaults/index.ts'
import { transforms } from '../../../transforms/registry.ts'
import { createChecker } from '../../engine/check.ts'
import { createPackageEngine, type Preset } from '../../engine/engine.ts'
import type { FileInput } from '../../engine/engine-contract.ts'
import { catalogueEntry } from '../../engine/findings/catalogue.ts'
import { type FileOutcome, outcomesOf } from '../../engine/outcome.ts'
import { impactOf } from '../../engine/proof/impact.ts'
import { verify } from '../../engine/proof/verify.ts'
import { resolve } from '../../engine/queries/resolved-stack.ts'
import { graphOf } from '../../engine/queries/resource-graph.ts'
import { rewriteInMemory } from '../../engine/rewrite-in-memory.ts'
import { fileInput } from '../../engine/rewrite-request.ts'
import { usualVersion } from '../../heat/versions.ts'
import { graphText } from '../../show/report/graph.ts'
import { impactExcerpt, impactText } from '../../show/report/impact.ts'
import { headline } from '../../show/report/impact-tally.ts'
import { resolvedYaml } from '../../show/report/resolved.ts'
import { plainStyle } from '../../show/report/style.ts'
import { entry, list, mapping, nothing, number } from '../../text/document/build.ts'
import { fromData } from '../../text/document/from-data.ts'
import type { Node } from '../../text/document/node.ts'
import { newDocument } from '../../text/print/print.ts'
import { type KnownOptions, optionsIn } from './options.ts'
import type { Answer, AnsweredFile, Question, Remark } from './protocol.ts'

/** Answers a question; a version that there is not, for example, is a problem of the answer. */
export function answer(question: Question): Answer {
  const { number } = question
  try {
    if (question.stack !== undefined) return { number, files: [], ...lookInto(question) }
    if (question.command === 'diff') return { number, files: [], ...comparison(question) }
    return { number, files: outcomesFor(question).map(answeredFile) }
  } catch (error) {
    return { number, files: [], problem: error instanceof Error ? error.message : String(error) }
  }
}

/** What the command makes of all files, as the command line does. */
function outcomesFor({ command, to, options = '', files }: Question): readonly FileOutcome[] {
  const inputs = files.map(fileInput)
  const paths = new Set(files.map(({ path }) => path))
  const given = optionsIn(command, options)
  switch (command) {
    case 'check': {
      const bytes = new Map(inputs.map((input) => [input.path, input.bytes]))
      const checker = createChecker({
        readFile: (path) => bytes.get(path),
        exists: (path) => paths.has(path),
        besides: [...paths],
      })
      return inputs.flatMap((input) => outcomesOf(checker.run(input)))
    }
    case 'extract-defaults': {
      const chain = [passNestedDefaultsWith({}), moveDefaultsWith({})]
      const engine = createPackageEngine({
        transforms: chain,
        rounds: 'settled',
        naming: { suffix: '.env' },
        exists: (path) => paths.has(path),
      })
      return engine.runTogether?.(inputs) ?? []
    }
    case 'nativize':
      return rewritten(inputs, 'nativize', to ?? 'latest', given, ['login-user'])
    case 'migrate':
      return given.native
        ? rewritten(inputs, 'migrate-natively', to ?? 'auto', given, ['login-user'])
        : rewritten(inputs, 'migrate', to ?? 'auto', given)
    case 'upgrade':
      return rewritten(inputs, given.modernize ? 'modernize' : 'upgrade', to ?? usualVersion, given)
    case 'diff':
    case 'render':
    case 'graph':
      return []
  }
}

function rewritten(
  inputs: readonly FileInput[],
  chain: Preset,
  to: string,
  { accept, partial, from }: KnownOptions,
  acceptedToo: readonly string[] = [],
): readonly FileOutcome[] {
  return rewriteInMemory(inputs, {
    chain,
    to,
    accept: [...accept, ...acceptedToo],
    partial,
    ...(from === undefined ? {} : { from }),
    registry: transforms,
    besides: [toHot],
  })
}

const proofs: Readonly<Record<FileOutcome['proof'], string>> = {
  equal:
    'Proved equal: both give the same parameters, resources and outputs for all values of parameters and attributes.',
  corresponds:
    'Proved to correspond: resources have native types, their properties agree with the facts about them, and all else is equal.',
  differs: 'The meaning differs.',
  unproved: 'It could not be shown that the meaning is the same.',
  none: '',
}

function answeredFile(outcome: FileOutcome): AnsweredFile {
  const { path, status, proof, assumptions = [], impact, after } = outcome
  const isChanged = outcome.status === 'changed'
  return {
    path,
    status,
    isNew: isChanged && outcome.isNew === true,
    reason: outcome.reason ?? '',
    name: (isChanged ? outcome.newPath : undefined) ?? path,
    ...(after === undefined ? {} : { after }),
    proof: proofs[proof],
    assumptions,
    transforms: outcome.transforms.map(({ id }) => id),
    remarks: outcome.findings.map(remarkOf),
    effect:
      impact === undefined
        ? []
        : [headline(impact), ...impactExcerpt(impact, plainStyle, { resources: 20, changes: 5 })],
  }
}

function remarkOf(finding: FileOutcome['findings'][number]): Remark {
  const { code, severity, message, line, column, endLine, endColumn } = finding
  const entry = catalogueEntry(code)
  return {
    code,
    severity,
    message,
    line,
    column,
    ...(endLine === undefined || endColumn === undefined ? {} : { endLine, endColumn }),
    title: entry?.title ?? '',
    help: finding.help ?? entry?.help ?? '',
  }
}

function comparison({ files, compared }: Question): Pick<Answer, 'comparison' | 'problem'> {
  const bytes = new Map(files.map(fileInput).map((input) => [input.path, input.bytes]))
  const [before, after] = (compared ?? []).map((path) => ({ path, bytes: bytes.get(path) }))
  if (before?.bytes === undefined || after?.bytes === undefined)
    return { problem: 'choose two templates, that of the live stack and the new one' }
  const sides = [
    { path: before.path, bytes: before.bytes },
    { path: after.path, bytes: after.bytes },
  ] as const
  const read = (path: string) => bytes.get(path)
  const impact = impactOf(...sides, { gate: 'checked' }, read)
  if ('problem' in impact) return { problem: `${impact.problem.path}: ${impact.problem.message}` }
  const command = `openstack stack update --template ${after.path} STACK`
  const verified = verify(...sides, read)
  const verdict = 'problem' in verified ? verified.problem.message : verdictText(verified.verdict)
  return { comparison: { effect: impactText(impact.impact, command, plainStyle), verdict } }
}

/** What `render` and `graph` show of a stack. */
function lookInto({ command, files, stack = [''] }: Question): Pick<Answer, 'stack' | 'problem'> {
  const bytes = new Map(files.map(fileInput).map((input) => [input.path, input.bytes]))
  const [template, ...environments] = stack.flatMap((path) => {
    const found = bytes.get(path)
    return found === undefined ? [] : [{ path, bytes: found }]
  })
  if (template === undefined) return { problem: 'open a template' }
  const input = { ...template, environments, read: (path: string) => bytes.get(path) }
  const answer = command === 'graph' ? graphOf(input) : resolve(input)
  if ('problem' in answer) return { problem: `${answer.problem.path}: ${answer.problem.message}` }
  return { stack: 'graph' in answer ? graphText(answer, plainStyle) : resolvedYaml(answer, yamlOf) }
}

const yamlOf = (data: unknown) => newDocument(nodeOf(data))

function nodeOf(value: unknown): Node {
  if (value instanceof Map)
    return mapping([...(value as ReadonlyMap<string, unknown>)].map(([key, one]) => entry(key, nodeOf(one))))
  if (Array.isArray(value)) return list(value.map(nodeOf))
  if (value === null) return nothing()
  if (typeof value === 'number' && !Number.isInteger(value)) return number({ type: 'float', value })
  return fromData(value as string | number | boolean)
}

function verdictText(verdict: Extract<ReturnType<typeof verify>, { verdict: object }>['verdict']): string {
  const lines = verdict.differences.map(
    ({ path, before, after, world }) => `${path}  (${world})\n  - ${before}\n  + ${after}`,
  )
  const reasons = verdict.reasons.map(({ path, why }) => (path === '' ? why : `${path}: ${why}`))
  const assumptions = verdict.assumptions.map(({ text }) => `assumes: ${text}`)
  return [proofs[verdict.verdict], ...lines, ...reasons, ...assumptions].join('\n')
}

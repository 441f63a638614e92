/** `--accept-file`: codes of findings whose rewrite somebody has agreed to, each with the reason. */

import type { FileOutcome } from '../../../engine/outcome.ts'
import type { Node } from '../../../text/document/node.ts'
import { mapOf, nameOf, stringOf } from '../../../text/document/read.ts'
import { LineIndex } from '../../../text/yaml/position.ts'
import type { Arguments } from '../command.ts'
import { givenDocument } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { acceptableCode } from './options.ts'

const OPTION = 'accept-file'

/** What files said, by the command line that names them: one that is a pipe says it once. */
const known = new WeakMap<Arguments['named'], Map<string, ReadonlyMap<string, string>>>()

/**
 * The codes of the file with their reasons; none without the option.
 * @throws UsageError for what is no mapping of codes to reasons, with its location
 */
export function acceptedByFile(args: Arguments, cwd: string): ReadonlyMap<string, string> {
  const path = args.value(OPTION)
  if (path === undefined) return new Map()
  const read = known.get(args.named) ?? new Map<string, ReadonlyMap<string, string>>()
  known.set(args.named, read)
  const reasons = read.get(path) ?? reasonsIn(path, cwd)
  read.set(path, reasons)
  return reasons
}

function reasonsIn(path: string, cwd: string): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  const { root, text } = givenDocument(path, OPTION, cwd)
  const lines = new LineIndex(text)
  const where = (node: Node | undefined) => {
    const { line, column } = lines.position(node?.start ?? 0)
    return `--${OPTION} ${path}:${line}:${column}`
  }
  const hint = 'for example import-value: the network team gives the values'
  const map = mapOf(root)
  if (map === undefined)
    throw new UsageError(`${where(root)}: a mapping of codes to reasons is expected here`, [hint])
  for (const one of map.entries) {
    const code = acceptableCode(nameOf(one) ?? '', `${where(one.key)}:`)
    if (reasons.has(code)) throw new UsageError(`${where(one.key)}: ${code} is given more than once`)
    const reason = stringOf(one.value)?.trim() ?? ''
    if (reason === '') throw new UsageError(`${where(one.key)}: ${code} needs a reason`, [hint])
    reasons.set(code, reason)
  }
  return reasons
}

/** What says the reasons in reports, of files that an override is about by its own; undefined where there are none. */
export async function reasonsOf(
  args: Arguments,
  cwd: string,
): Promise<((outcome: FileOutcome) => FileOutcome) | undefined> {
  const whole = acceptedByFile(args, cwd)
  const parts = await overridden(args, cwd)
  if (whole.size === 0 && parts.every(({ reasons }) => reasons.size === 0)) return undefined
  return (outcome) =>
    withReasons(outcome, parts.findLast((part) => part.isOf(outcome.path))?.reasons ?? whole)
}

async function overridden(args: Arguments, cwd: string) {
  if (args.overrides.length === 0) return []
  const { fileMatcher } = await import('../routed-engine.ts')
  return args.overrides.map((override) => ({
    isOf: fileMatcher(override, cwd),
    reasons: acceptedByFile(args.forFilesOf(override), cwd),
  }))
}

function withReasons(outcome: FileOutcome, reasons: ReadonlyMap<string, string>): FileOutcome {
  const findings = outcome.findings.map((finding) => {
    const reason = reasons.get(finding.code)
    if (reason === undefined || finding.severity === 'error') return finding
    return { ...finding, message: `${finding.message}; the reason: ${reason}` }
  })
  return { ...outcome, findings }
}

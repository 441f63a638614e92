import { createEngine, type EngineOptions } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { toHot } from '../../transforms/blueprint/to-hot/index.ts'
import { transforms } from '../../transforms/registry.ts'

/** An engine with all transforms that runs `migrate` to the usual version, unless told otherwise. */
export function engineFor(options: Partial<EngineOptions> = {}) {
  return createEngine({
    chain: 'migrate',
    to: '2018-08-31',
    accept: [],
    partial: false,
    registry: transforms,
    besides: [toHot],
    ...options,
  })
}

/** What becomes of one file with this text. */
export function runText(
  text: string,
  options: Partial<EngineOptions> = {},
  path = 'stack.yaml',
): FileOutcome {
  return engineFor(options).run({ path, bytes: Buffer.from(text) })
}

/** The findings as `code line:column`, in the order of the report. */
export function locations(outcome: FileOutcome): readonly string[] {
  return outcome.findings.map(({ code, line, column }) => `${code} ${line}:${column}`)
}

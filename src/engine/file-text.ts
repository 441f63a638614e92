/** The source to write for a file, and the intermediate sources that lead to it. */
import type { SourceFile } from '../stack/source-file.ts'
import type { ChainResult } from './chain.ts'
import type { Command } from './command.ts'
import { defectFinding } from './defect.ts'
import type { FileRun } from './file-run.ts'
import { findingOf } from './findings/finding.ts'
import type { Step } from './outcome.ts'
import { type Printed, printFile } from './print-file.ts'

/** Refuses single steps of a chain on JSON: they mix dialects, which only YAML can express. Whole files print as JSON. */
export function fileText(file: SourceFile, isOpen: boolean, { transforms }: Command): Printed {
  if (
    isOpen &&
    file.syntax === 'json' &&
    file.kind !== 'hot' &&
    transforms.some(({ keeps }) => keeps === 'meaning of the chain')
  ) {
    const message = 'JSON is not rewritten as JSON; run cfn/json-to-yaml first'
    return { refusal: findingOf('json-not-edited', message) }
  }
  try {
    return printFile(file, isOpen ? 'templates' : 'packages')
  } catch (error) {
    return { refusal: defectFinding(error) }
  }
}

/** What each transform made of a file, as far as that can be written; the last one made what is written. */
export function stepsTo(
  text: string,
  { path, before, closed }: FileRun,
  { states }: ChainResult,
  command: Command,
): readonly Step[] {
  const steps: Step[] = []
  let last = before
  for (const { transform, pkg } of states) {
    const file = pkg.files.get(path)
    if (file === undefined || (file.root === last?.root && file.syntax === last.syntax)) continue
    last = file
    const one = fileText(file, closed === undefined, command)
    if ('after' in one && one.after !== steps.at(-1)?.after) steps.push({ transform, after: one.after })
  }
  const final = steps.pop()
  return final === undefined ? [] : [...steps, { ...final, after: text }]
}

/** Which outputs feed which parameters, as the closing table of a run has it. */
import type { ReportedOutcome } from '../../engine/outcome.ts'

interface FeedRow {
  /** The output, as `network.yaml: VpcId`. */
  readonly from: string
  /** The parameter likewise. */
  readonly to: string
  /** Whether the file of the output is still CloudFormation. */
  readonly isLeft: boolean
}

/** Collects them, file by file. */
export class FeedTally {
  readonly #feeds: { readonly file: string; readonly output: string; readonly to: string }[] = []
  /** Templates of CloudFormation by their paths: what they become, undefined for those that cannot be converted. */
  readonly #results = new Map<string, string | undefined>()

  add({ path, kind, status, newPath, findings }: ReportedOutcome): void {
    if (!kind.includes('cfn')) return
    if (newPath !== undefined) this.#results.set(path, newPath)
    else if (status !== 'changed' && status !== 'unchanged') this.#results.set(path, undefined)
    if (status !== 'changed') return
    for (const { feed } of findings)
      if (feed !== undefined)
        this.#feeds.push({
          file: feed.file,
          output: feed.output,
          to: `${newPath ?? path}: ${feed.parameter}`,
        })
  }

  /** Under the names that the files have after the run. */
  rows(): readonly FeedRow[] {
    return this.#feeds.map(({ file, output, to }) => {
      const result = this.#results.get(file)
      const isLeft = result === undefined && this.#results.has(file)
      return { from: `${result ?? file}: ${output}`, to, isLeft }
    })
  }
}

/** What the templates of a run export to one another. */
import { type Export, exportsOf } from '../heat/exports.ts'
import { isCfn } from '../heat/template.ts'
import { areBinary, decode, type FileInput, load } from './load.ts'

/** An output that stacks import, and the template that has it. */
export interface ExportedOutput extends Export {
  /** As given to the engine. */
  readonly path: string
}

/**
 * The outputs that templates among some files export, in the order of the files; none where no file imports anything.
 * Only files that mention exports are read.
 */
export function exportedOutputs(inputs: Iterable<FileInput>): readonly ExportedOutput[] {
  const exporting: FileInput[] = []
  let isImported = false
  for (const input of inputs) {
    const { bytes } = input
    const decoded = areBinary(bytes) ? undefined : decode(bytes)
    if (decoded === undefined || !('text' in decoded)) continue
    isImported ||= decoded.text.includes('ImportValue')
    if (decoded.text.includes('Export')) exporting.push(input)
  }
  if (!isImported) return []
  return exporting.flatMap((input) => {
    const loaded = load(input)
    if (loaded.is !== 'file' || !isCfn(loaded.file.kind)) return []
    return exportsOf(loaded.file.root).map((one) => ({ ...one, path: input.path }))
  })
}

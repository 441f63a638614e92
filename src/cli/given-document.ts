import { type Document, readDocument } from '../document/document.ts'
import { LineIndex } from '../yaml/position.ts'
import { givenText } from './text-file.ts'
import { UsageError } from './usage-error.ts'

/** The YAML or JSON that an option names. @throws UsageError when it cannot be read, with the location of the mistake */
export function givenDocument(path: string, option: string, cwd: string): Document {
  const text = givenText(path, `--${option} ${path}`, cwd)
  const reading = readDocument(text)
  if ('document' in reading) return reading.document
  const { line, column } = new LineIndex(text).position(reading.problem.start)
  throw new UsageError(`--${option} ${path}:${line}:${column}: ${reading.problem.message}`)
}

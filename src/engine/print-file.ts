/** Writes a changed file, and reads it again before anybody relies on it. */

import type { SourceFile } from '../stack/source-file.ts'
import { sameData } from '../text/document/data.ts'
import { type Document, isJson, isJsonOfPython, lineEnding, readDocument } from '../text/document/document.ts'
import { editJson, newDocument, printDocument } from '../text/print/print.ts'
import type { DocumentProblem } from '../text/yaml/position.ts'
import { type Finding, findingOf } from './findings/finding.ts'

/** The new source of a file with its parsed document, or why it must not be written. */
export type Printed = { readonly after: string; readonly document: Document } | { readonly refusal: Finding }

/**
 * The source of a file that a chain changed or created.
 * @param by what changed it: `packages` accepts strict JSON only
 */
export function printFile(file: SourceFile, by: 'templates' | 'packages'): Printed {
  const printed = textOf(file, by)
  if ('message' in printed) {
    const { message, help } = printed
    return { refusal: findingOf('json-not-edited', message, undefined, help === undefined ? {} : { help }) }
  }
  const { after } = printed
  // Heat reads environments as YAML always.
  const reading = readDocument(after, file.kind === 'environment' ? 'yaml' : undefined)
  if ('document' in reading) {
    const { document } = reading
    if (document.root !== undefined && sameData(document.root, file.root)) return { after, document }
  }
  const { onlyInPython } = file.document
  if (onlyInPython !== undefined) return ofOneLoader(onlyInPython)
  if ('problem' in reading) return defect(`the result cannot be read: ${reading.problem.message}`)
  return defect('the result does not contain the intended data')
}

/** Heat's two loaders part over a date, which every HOT template has, and over a question mark in brackets. */
function ofOneLoader({ start, end }: DocumentProblem): Printed {
  const message =
    'a ":" directly before a bracket, comma or question mark: one of Heat\'s two loaders rejects that, and the other would misread the result'
  const help = 'Put a blank behind the ":".'
  return { refusal: findingOf('yaml-syntax', message, { start, end }, { help }) }
}

function defect(message: string): Printed {
  return { refusal: findingOf('output-differs', message) }
}

type Text = { readonly after: string } | { readonly message: string; readonly help?: string }

function textOf({ document, root, syntax, created }: SourceFile, by: 'templates' | 'packages'): Text {
  if (created !== undefined)
    return { after: newDocument(root, { eol: lineEnding(created.like.text), like: created.like }) }
  if (syntax === 'json' && (isJson(document.text) || isJsonOfPython(document.text))) {
    const after = editJson(document, root)
    return after === undefined ? { message: 'the result holds a value that JSON has no word for' } : { after }
  }
  if (syntax === 'json' && hasJsonComments(document))
    return { message: 'JSON with comments is not edited', help: helpOfLoose('comments') }
  // What begins with a brace may also be YAML, and trailing commas make it YAML.
  if (by === 'templates') return { after: printDocument(document, root, syntax) }
  if (syntax === 'json')
    return { message: 'JSON with trailing commas is not edited', help: helpOfLoose('trailing commas') }
  return { after: printDocument(document, root, 'yaml') }
}

/** Comments in slashes: Heat reads such a source neither as JSON nor as YAML, which has others. */
function hasJsonComments({ comments, text }: Document): boolean {
  return comments.some(({ start }) => text[start] === '/')
}

function helpOfLoose(what: string): string {
  return `Remove the ${what}, or write the file as YAML.`
}

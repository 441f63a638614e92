/** Whether a file is open to transforms of single templates, and what becomes of one that is not. */

import type { Recognition } from '../heat/kind.ts'
import { isCfn } from '../heat/template.ts'
import { isNamedTemplated, templatedByName } from '../heat/templated.ts'
import { isForHeat, type Loaded, type LoadedFile, type UnreadableInput, unreadableAs } from '../stack/load.ts'
import type { SourceFile } from '../stack/source-file.ts'
import { textRange } from '../text/document/node.ts'
import { blocked, skipped, unchanged } from './file-outcome.ts'
import type { FindingCode } from './findings/catalogue.ts'
import { type Finding, findingOf } from './findings/finding.ts'
import type { FileOutcome } from './outcome.ts'

/**
 * Whether a file that cannot be read is one that another program makes a template of first. Without a name that says
 * so, this is believed of HOT, of which many are generated.
 */
export function isGenerated(
  loaded: UnreadableInput,
): loaded is UnreadableInput & { readonly templated: string } {
  const { kind, templated } = loaded
  return templated !== undefined && (isNamedTemplated(templated) || kind === 'hot')
}

/**
 * What becomes of a file that is no template or cannot be read; undefined for one that was read. A template that
 * cannot be read is blocked; what only looks like one, or is generated, is skipped.
 */
export function unreadOutcome(loaded: Exclude<Loaded, LoadedFile>): FileOutcome {
  const { path, text } = loaded
  if (loaded.is === 'other') return skipped(path, loaded.reason, text)
  const { kind, code, range, templated } = loaded
  const stuck = (as: FindingCode, message: string) =>
    blocked(path, kind, loaded.text, [
      findingOf(as, message, range, loaded.help === undefined ? {} : { help: loaded.help }),
    ])
  // The message of what is not read asks another reader: it waits until it is wanted.
  if (unreadableAs(code) === 'string') return stuck(code, loaded.message)
  if (isGenerated(loaded)) return skipped(path, loaded.templated, text)
  if (!isForHeat(loaded)) return skipped(path, 'not a template', text)
  return templated === undefined ? stuck(code, loaded.message) : stuck('template-language', templated)
}

/** What becomes of a file that transforms of single templates leave alone; undefined for one that is open to them. */
export function closedOutcome(
  { path, document, recognition }: SourceFile,
  isConcerned: boolean,
): FileOutcome | undefined {
  const { kind } = recognition
  if (!isConcerned) return unchanged(path, kind, { before: document.text })
  const refused = versionProblem(recognition)
  if (refused !== undefined) return blocked(path, kind, document.text, [refused])
  // What becomes of tags in quotes is as unknown as of those that keep a file from being read.
  const templated = templatedByName(document.text, path)
  return templated === undefined ? undefined : skipped(path, templated, document.text, kind)
}

function versionProblem({ kind, problem, versionNode, versionText }: Recognition): Finding | undefined {
  const isConcerned = isCfn(kind) ? problem !== 'no-version' : problem === 'several-versions'
  if (problem === undefined || !isConcerned) return undefined
  const messages: Readonly<Record<string, string>> = {
    'several-versions': 'the template names several versions; Heat rejects it',
    'version-not-text': 'the version of the template is not a string',
    'unknown-version': `"${versionText}" is not a version that Heat knows`,
  }
  const message = messages[problem]
  if (message === undefined) return undefined
  return findingOf('template-version', message, textRange(versionNode))
}

/**
 * What is to be said of a template as it was read: in which of two meanings, with which version, and what is left in it of
 * CloudFormation.
 */

import { embeddedTest, foreignMeaning, isForeign } from '../../heat/calls.ts'
import { isCfnName } from '../../heat/dialects.ts'
import { hotVersions } from '../../heat/facts/facts.ts'
import { entriesRead, entryRead, readValue } from '../../heat/merge-keys.ts'
import type { ReadingChoice } from '../../heat/reading.ts'
import { isCfn } from '../../heat/template.ts'
import { proposeVersion } from '../../heat/version-needs.ts'
import { hasFunction, versionOf } from '../../heat/versions.ts'
import { callSites } from '../../heat/walk.ts'
import { versionAdvice } from '../../rules/heat/declared-version.ts'
import { type SourceFile, unknownVersion } from '../../stack/source-file.ts'
import { type Entry, type Node, rangeOf } from '../../text/document/node.ts'
import { nameOf, stringOf } from '../../text/document/read.ts'
import { asRead } from '../../text/document/shadowed.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import type { FileOutcome } from '../outcome.ts'
import type { FindingCode } from './catalogue.ts'
import { type Finding, findingOf } from './finding.ts'

/** How a template was read, and why; empty for other kinds of files. */
export function readingOf({
  document,
  readingChoice,
}: SourceFile): Pick<FileOutcome, 'reading' | 'readingBecause' | 'refused'> {
  if (readingChoice === undefined) return {}
  const { reading, because, refused } = readingChoice
  if (refused === undefined) return { reading, readingBecause: because }
  const start = rangeOf(refused.at)?.start
  const line = start === undefined ? '' : `, line ${new LineIndex(document.text).position(start).line}`
  return { reading, readingBecause: because, refused: `${refused.what}${line}` }
}

/** Where Heat and AWS both load a template and read it differently; empty where the user chose. */
export function readingFindings({ readingChoice }: SourceFile): readonly Finding[] {
  return readingChoice === undefined ? [] : findingsOf(readingChoice)
}

function findingsOf({ reading, differences }: ReadingChoice): readonly Finding[] {
  const [who, other] = reading === 'aws' ? ['AWS', 'Heat'] : ['Heat', 'AWS']
  const told = differences.filter(({ isConstant }) => isConstant !== true)
  return told.map(({ at, what }) =>
    findingOf(
      'readings-differ',
      `${what} is read as ${who} reads it; ${other} reads it differently`,
      rangeOf(at),
    ),
  )
}

/**
 * Why a change of such a template is not made: without the version nobody knows what its functions mean, so that nothing can
 * be shown of it.
 * @param made what a chain made of it
 */
export function unreadVersion(before: SourceFile | undefined, made: SourceFile): readonly Finding[] {
  if (before === undefined || before.root === made.root || unknownVersion(before) === undefined) return []
  // Heat refuses what declares none, or one that it does not have: with the one that it declares now nothing means anything else.
  if (made.version !== undefined) return []
  const { at, message, version } = proposeVersion(before.root)
  return [
    findingOf(
      'no-such-version',
      message,
      rangeOf(at),
      version === undefined ? {} : { help: versionAdvice(version) },
    ),
  ]
}

// What a HOT template still has of CloudFormation, because an earlier run rewrote it in part (`--partial`).

/**
 * CloudFormation functions that the version of the template lacks, and sections and keys of resources and outputs spelled
 * as in CloudFormation; empty for all other kinds of files. No transform of a migration takes HOT, so that a person has
 * to edit what is left.
 */
export function leftOfCfn({ root, recognition, version }: SourceFile): readonly Finding[] {
  if (recognition.kind !== 'hot' || version === undefined) return []
  const found: Finding[] = []
  const add = (code: FindingCode, at: Node | Entry, message: string): void => {
    found.push({ ...findingOf(code, message, rangeOf(at)), needsEdit: true })
  }
  for (const section of entriesRead(root)) {
    const name = nameOf(section) ?? ''
    if (isCapitalised(name)) add('unknown-section', section, `HOT has no section "${name}"`)
    if (name === 'parameters') addTypes(section, add)
    if (name !== 'resources' && name !== 'outputs') continue
    for (const part of entriesRead(section.value))
      for (const one of entriesRead(part.value))
        if (isCapitalised(nameOf(one) ?? ''))
          add('unknown-key', one, `HOT has no key "${nameOf(one)}" in ${name}`)
  }
  const isEmbedded = embeddedTest(root)
  for (const { call, at } of callSites(asRead(root)))
    if (isForeign(call.name, version) && !isEmbedded(call))
      add('foreign-function', at, foreignMeaning(call.name, version))
  return found
}

/** Functions of CloudFormation in the result of a migration, whose version has them as newer ones do not. */
export function functionsKept({ kind, root }: SourceFile): readonly Finding[] {
  const version = versionOf(stringOf(readValue(root, 'heat_template_version')) ?? '')
  if (!isCfn(kind) || version === undefined) return []
  return [...callSites(asRead(root))].flatMap(({ call: { name }, at }) => {
    if (!isCfnName(name) || !hasFunction(version, name)) return []
    const having = hotVersions.filter((one) => hasFunction(one, name))
    const which = having.length === 1 ? `only ${version} has it` : `HOT has it only up to ${having.at(-1)}`
    return [findingOf('function-kept', `${name} is not replaced; ${which}`, rangeOf(at))]
  })
}

/** Types of AWS, and those that are written as CloudFormation writes them. */
function addTypes(
  { value }: Entry,
  add: (code: FindingCode, at: Node | Entry, message: string) => void,
): void {
  for (const parameter of entriesRead(value)) {
    const type = entryRead(parameter.value, 'type')
    const name = stringOf(type?.value)
    if (type !== undefined && name !== undefined && isCapitalised(name))
      add('unknown-parameter-type', type, `HOT has no parameter type "${name}"`)
  }
}

function isCapitalised(name: string): boolean {
  return /^[A-Z]/.test(name)
}

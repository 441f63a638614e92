/** What a HOT template still has of CloudFormation, because an earlier run rewrote it in part (`--partial`). */

import { type Entry, type Node, rangeOf } from '../document/node.ts'
import { mapOf, nameOf, textOf } from '../document/read.ts'
import { embeddedTest, foreignMeaning, isForeign } from '../heat/calls.ts'
import { entriesRead, entryRead } from '../heat/merge-keys.ts'
import { callSites } from '../heat/values.ts'
import type { PackageFile } from '../package/package-file.ts'
import type { FindingCode } from './catalogue.ts'
import { type Finding, findingOf } from './finding.ts'

/**
 * The calls of CloudFormation that the version of the template does not have, and the sections and keys of resources
 * and outputs that are written as CloudFormation writes them; empty for all other kinds of files.
 */
export function leftOfCfn({ root, recognition, version }: PackageFile): readonly Finding[] {
  if (recognition.kind !== 'hot' || version === undefined) return []
  const found: Finding[] = []
  const add = (code: FindingCode, at: Node | Entry, message: string): void => {
    const range = rangeOf(at)
    found.push(findingOf(code, message, range))
  }
  for (const section of entriesRead(root)) {
    const name = nameOf(section) ?? ''
    if (isCapitalised(name)) add('unknown-section', section, `HOT has no section "${name}"`)
    if (name === 'parameters') addTypes(section, add)
    if (name !== 'resources' && name !== 'outputs') continue
    for (const part of entriesRead(mapOf(section.value)))
      for (const one of entriesRead(mapOf(part.value)))
        if (isCapitalised(nameOf(one) ?? ''))
          add('unknown-key', one, `HOT has no key "${nameOf(one)}" in ${name}`)
  }
  const isEmbedded = embeddedTest(root)
  for (const { call, at } of callSites(root))
    if (isForeign(call.name, version) && !isEmbedded(call))
      add('foreign-function', at, foreignMeaning(call.name, version))
  return found
}

/** Types of AWS, and those that are written as CloudFormation writes them. */
function addTypes(
  { value }: Entry,
  add: (code: FindingCode, at: Node | Entry, message: string) => void,
): void {
  for (const parameter of entriesRead(mapOf(value))) {
    const type = entryRead(mapOf(parameter.value), 'type')
    const name = textOf(type?.value)
    if (type !== undefined && name !== undefined && isCapitalised(name))
      add('unknown-parameter-type', type, `HOT has no parameter type "${name}"`)
  }
}

function isCapitalised(name: string): boolean {
  return /^[A-Z]/.test(name)
}

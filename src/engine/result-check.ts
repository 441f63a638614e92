/** What Heat would refuse in a result, so that a migration never ends in a template that looks done and is not. */
import { checkTemplate } from '../check/check-template.ts'
import type { CheckProblem } from '../check/scope.ts'
import { cfnVocabulary, hotVocabulary } from '../check/vocabulary.ts'
import { childEnd, type Entry, type Mapping, rangeOf } from '../document/node.ts'
import { hasLocalTag, nameOf } from '../document/read.ts'
import { countFirst } from '../document/sorted.ts'
import { versionKeyOf } from '../heat/dialects.ts'
import { forEachTagged } from '../heat/values.ts'
import type { HotVersion } from '../heat/versions.ts'
import type { PackageFile } from '../package/package-file.ts'
import { catalogue } from './catalogue.ts'
import { allowed, type Finding, findingOf } from './finding.ts'

/**
 * The errors that `check` finds in what a CloudFormation template became. Those that the template did not have are the
 * rewrite's, and block it; the others are warnings, since Heat refuses the result as it refuses the original.
 * @param made with the tree that the chain made, whose nodes know where they stood
 */
export function resultFindings(before: PackageFile, made: Mapping, version: HotVersion): readonly Finding[] {
  const problems = checkTemplate(made, hotVocabulary(version, version))
  const errors = problems.filter(({ code }) => catalogue[code].severity === 'error')
  if (errors.length === 0) return []
  const parts = new Parts(before.root)
  const isKnown = problemsOf(before)
  return errors.flatMap(({ code, at, message, rule }) => {
    const range = rangeOf(at)
    const where = parts.of(range?.start)
    const known = isKnown(code, where)
    const help = `${catalogue[code].help} See ${rule}.`
    if (known === 'unseen') return []
    const said = known ? `${message}; Heat refuses the original, too` : `${message}, in the result`
    const finding = findingOf(code, said, range, { help })
    return [known ? allowed(finding) : finding]
  })
}

/** Whether a template has a problem of a kind in one of its parts; `unseen` where it could not be looked for. */
function problemsOf({
  root,
  kind,
}: PackageFile): (code: CheckProblem['code'], part: string | undefined) => boolean | 'unseen' {
  const parts = new Parts(root)
  const words = cfnVocabulary(versionKeyOf(kind))
  const problems = checkTemplate(root, words)
  const known = new Set(problems.map(({ code, at }) => `${code} ${parts.of(rangeOf(at)?.start)}`))
  // What short tags stand for is not looked at, so that values are not judged.
  let hasTags = false
  forEachTagged(root, (node) => {
    hasTags ||= hasLocalTag(node)
  })
  return (code, part) => {
    if (known.has(`${code} ${part}`)) return true
    return hasTags && part?.startsWith('Parameters/') !== true ? 'unseen' : false
  }
}

interface Part {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** Tells in which part of a template, such as one resource, something stands. */
class Parts {
  /** In the order of the text: each ends before the next begins. */
  readonly #found: Part[] = []

  constructor(root: Mapping) {
    for (const section of root.entries) {
      const name = nameOf(section) ?? '?'
      // What stands under an anchor elsewhere is part of what stands there.
      const map = section.value.kind === 'map' ? section.value : undefined
      for (const part of map?.entries ?? []) this.#add(part, `${name}/${nameOf(part)}`)
      if (map === undefined) this.#add(section, name)
    }
  }

  of(offset: number | undefined): string | undefined {
    if (offset === undefined) return undefined
    const next = this.#endingFrom(offset)
    return next !== undefined && next.start <= offset ? next.name : undefined
  }

  /** The first part that ends at an offset or behind it. */
  #endingFrom(offset: number): Part | undefined {
    return this.#found[countFirst(this.#found, ({ end }) => end < offset)]
  }

  #add(entry: Entry, name: string): void {
    const { key } = entry
    if (key.start === undefined) return
    this.#found.push({ start: key.start, end: childEnd(entry), name })
  }
}

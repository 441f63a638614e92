/** What a report may show of a comparison: neither values of hidden parameters nor contents of files. */

import { createHash } from 'node:crypto'
import { text, withEntries, withValue } from '../document/build.ts'
import type { Entry, Mapping } from '../document/node.ts'
import { mapOf, nameOf } from '../document/read.ts'
import { flattenedTree } from '../heat/merge-keys.ts'
import { hiddenValue } from '../heat/parameters.ts'
import { declaredParameters } from '../package/effective-value.ts'
import { isHidden } from '../package/truth.ts'
import type { NestedTemplate, Verdict } from '../semantics/compare.ts'
import type { EnvironmentValues } from '../semantics/sample.ts'
import type { FileContent, Side } from '../semantics/side.ts'

/**
 * The verdict with nothing in it that may not be shown. Both sides are compared a second time, with other values in
 * the place of hidden ones and of contents: what shows then owes nothing to them, wherever they would have gone.
 *
 * @param compare as the verdict was made
 */
export function masked<One extends Side>(
  verdict: Verdict,
  before: One,
  after: One,
  compare: (before: One, after: One) => Verdict,
): Verdict {
  const found = [...verdict.differences, ...verdict.tolerated, ...verdict.reasons]
  const names = new Set([...hiddenNames(before), ...hiddenNames(after)])
  const hasContents = [before, after].some(({ files }) => files !== undefined && files.size > 0)
  if (found.length === 0 || (names.size === 0 && !hasContents)) return verdict
  const open = compare(maskedSide(before, names), maskedSide(after, names))
  const differences = new Map([...open.differences, ...open.tolerated].map((one) => [locationKey(one), one]))
  const reasons = new Map(open.reasons.map((one) => [locationKey(one), one]))
  const shown = (one: Verdict['differences'][number]) => {
    const known = differences.get(locationKey(one))
    return known === undefined
      ? { ...one, path: outerPath(one.path), before: hiddenValue, after: hiddenValue, world: 'hidden values' }
      : { ...one, before: known.before, after: known.after, world: known.world }
  }
  return {
    ...verdict,
    differences: verdict.differences.map(shown),
    tolerated: verdict.tolerated.map(shown),
    reasons: verdict.reasons.map((one) => {
      const known = reasons.get(locationKey(one))
      return (
        known ?? {
          ...one,
          path: outerPath(one.path),
          why: 'depends on a hidden value, or on the content of a file',
        }
      )
    }),
  }
}

function locationKey({ path, template }: { readonly path: string; readonly template?: string }): string {
  return JSON.stringify([template ?? null, path])
}

/** As far as the template itself says it: what lies deeper may be a key out of a value. */
function outerPath(path: string): string {
  const [outer = ''] = /^[^.[]*(?:\.[^.[]*){0,3}/.exec(path) ?? []
  return outer
}

/** Names that some template of a side hides; the environment gives values by name. */
function hiddenNames({ root, nested }: Side): ReadonlySet<string> {
  const roots = [root, ...[...(nested ?? [])].map(([, template]) => template.root)]
  return new Set(
    roots.flatMap((one) =>
      declaredParameters(one)
        .filter(({ map }) => isHidden(map))
        .map(({ name }) => name),
    ),
  )
}

function maskedSide<One extends Side>(side: One, names: ReadonlySet<string>): One {
  const { environment, files, nested } = side
  return {
    ...side,
    root: withoutDefaults(side.root),
    ...(environment === undefined ? {} : { environment: maskedValues(environment, names) }),
    ...(files === undefined
      ? {}
      : { files: new Map([...files].map(([name, content]) => [name, summaryOf(content)])) }),
    ...(nested === undefined
      ? {}
      : { nested: new Map([...nested].map(([name, template]) => [name, maskedTemplate(template)])) }),
  }
}

function maskedTemplate(template: NestedTemplate): NestedTemplate {
  return { ...template, root: withoutDefaults(template.root) }
}

function maskedValues(
  { parameters, defaults, ...others }: EnvironmentValues,
  names: ReadonlySet<string>,
): EnvironmentValues {
  const open = (values: EnvironmentValues['parameters']) =>
    new Map([...values].map(([name, value]) => [name, names.has(name) ? hiddenValue : value]))
  return { ...others, parameters: open(parameters), defaults: open(defaults) }
}

function summaryOf(content: FileContent): FileContent {
  if (typeof content !== 'string') return content
  const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return `file of ${lines} ${lines === 1 ? 'line' : 'lines'}, SHA-256 ${hash}`
}

/** The template with other defaults for its hidden parameters. */
function withoutDefaults(given: Mapping): Mapping {
  // The result is compared, and never written: it may say in place what merge keys bring in.
  const root = flattenedTree(given)
  const hidden = new Set(
    declaredParameters(root)
      .filter(({ map }) => isHidden(map))
      .map(({ entry }) => entry),
  )
  if (hidden.size === 0) return given
  const attribute = (one: Entry) =>
    /^default$/i.test(nameOf(one) ?? '') ? withValue(one, text(hiddenValue)) : one
  const declaration = (one: Entry) => (hidden.has(one) ? withEach(one, attribute) : one)
  const section = (one: Entry) => (/^parameters$/i.test(nameOf(one) ?? '') ? withEach(one, declaration) : one)
  return withEntries(root, root.entries.map(section))
}

/** The entry, whose value is a mapping, with other entries in it. */
function withEach(one: Entry, change: (inner: Entry) => Entry): Entry {
  const map = mapOf(one.value)
  return map === undefined ? one : withValue(one, withEntries(map, map.entries.map(change)))
}

/** Values and types that an environment overrides in an earlier one (heat/common/environment_util.py: merge_environments). */

import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { type RegistryMapping, registryMappings } from '../../stack/registry.ts'
import { valueSections } from '../../stack/values.ts'
import { sameData } from '../../text/document/data.ts'
import type { Entry, Mapping } from '../../text/document/node.ts'
import { mapOf, nameOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { Report } from '../scope.ts'
import type { StackView } from '../stack-view.ts'

type Earlier = StackView['earlier'][number]

export const laterEnvironments = rule({
  codes: {
    'later-environment': {
      title: 'An environment that overrides one before it',
      severity: 'info',
      behaves: ['accepted by Heat'],
      help: 'Remove the one that does not count, or name the environments in the other order.',
      why: 'Where several environments give a parameter a value, or map a type, the one that is named last counts (heat/common/environment_util.py).',
      example: {
        command: 'check disk.yaml -e small.env -e large.env',
        at: 'large.env:1',
        before: {
          'disk.yaml': `heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
`,
          'small.env': `parameters: {size: 1}
`,
          'large.env': `parameters: {size: 100}
`,
        },
        after: {
          'small.env': `parameters: {size: 100}
`,
        },
      },
    },
  },
  source: 'heat/common/environment_util.py: merge_environments',
  asks: 'stack',
  find({ root, path, earlier }, report) {
    if (earlier.length === 0) return
    // With strategies values may be merged instead.
    const areMerged = [root, ...earlier.map((one) => one.root)].some(
      (one) => readValue(one, 'parameter_merge_strategies') !== undefined,
    )
    for (const section of areMerged ? [] : valueSections) checkValues(root, section, earlier, report)
    checkMappings(root, path, earlier, report)
  },
})

type LaterReport = Report<'later-environment'>

function checkValues(root: Mapping, section: string, earlier: readonly Earlier[], report: LaterReport): void {
  const named = ({ root: map }: Pick<Earlier, 'root'>) =>
    entriesRead(mapOf(readValue(map, section))).flatMap((one) => {
      const name = nameOf(one)
      return name === undefined ? [] : [[name, one] as const]
    })
  const before = lastOfEarlier(earlier, named)
  for (const [name, one] of named({ root })) {
    const last = before.get(name)
    if (last !== undefined && !sameData(last.of.value, one.value))
      said(one, `"${name}" has another value in`, last.by, last.of, report)
  }
}

function checkMappings(root: Mapping, path: string, earlier: readonly Earlier[], report: LaterReport): void {
  const named = (one: Pick<Earlier, 'path' | 'root'>) =>
    registryMappings(one.path, one.root).map(
      (mapping) => [JSON.stringify([mapping.name, mapping.resource]), mapping] as const,
    )
  const before = lastOfEarlier(earlier, named)
  for (const [key, one] of named({ path, root })) {
    const last = before.get(key)
    if (last !== undefined && targetOf(one) !== targetOf(last.of))
      said(one.entry, `${one.name} is mapped to something else in`, last.by, last.of.entry, report)
  }
}

/** What counts of all earlier environments, by its key: the last of them. */
function lastOfEarlier<T>(
  earlier: readonly Earlier[],
  named: (by: Earlier) => readonly (readonly [key: string, of: T])[],
): ReadonlyMap<string, { readonly by: Earlier; readonly of: T }> {
  return new Map(earlier.flatMap((by) => named(by).map(([key, of]) => [key, { by, of }] as const)))
}

function targetOf({ targets: [first] }: RegistryMapping): string | undefined {
  return first && (first.path ?? first.target)
}

function said(one: Entry, what: string, { path, locate }: Earlier, before: Entry, report: LaterReport): void {
  report('later-environment', one, `${what} ${path}, which is given earlier; this one wins`, {
    related: locate(before, 'this does not count'),
  })
}

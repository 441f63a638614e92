/** What templates refer to: files, types and parameters in parameters. */

import { callOf, callRead } from '../../../heat/calls.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { freeName } from '../../../heat/parameters.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { trailTo } from '../../../stack/refactor/tree-edits.ts'
import { typeReferences } from '../../../stack/references.ts'
import { directoryOf, fileName } from '../../../stack/source-file.ts'
import { plainData } from '../../../text/document/data.ts'
import type { Node } from '../../../text/document/node.ts'
import { join } from '../../../text/document/paths.ts'
import { listOf, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, type Report } from '../rule.ts'
import type { Way } from '../step.ts'
import { forEachNode } from '../vnf/parameter-reads.ts'
import { entriesOf, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

export const referenceRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-10834', 'R-41888', 'R-53952', 'R-71699', 'R-76718']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    const files = new Set([...vnf.pkg.files.keys(), ...vnf.pkg.unreadable.keys(), ...vnf.pkg.others])
    for (const template of vnf.templates) {
      checkTypes(template, report)
      for (const { id, properties } of template.resources) {
        if (properties !== undefined) checkNesting(template, id, properties, report)
      }
      for (const { entry } of entriesOf(template.root)) checkFiles(template, entry.value, files, report)
    }
  },
})

/** R-53952 and R-71699: the latter when what is fetched is a template. */
function checkTypes(template: VnfTemplate, report: Report): void {
  for (const { name, at, resource, how } of typeReferences(template.root)) {
    if (!/^https?:\/\//i.test(name)) continue
    const isFile = how !== 'type' || /\.(?:ya?ml|template)(?:[?#]|$)/i.test(name)
    for (const requirement of isFile ? (['R-53952', 'R-71699'] as const) : (['R-53952'] as const)) {
      report({
        requirement,
        path: template.path,
        at,
        message:
          requirement === 'R-71699'
            ? `the nested file of "${resource}" is fetched by URL`
            : `the type of "${resource}" is fetched by URL`,
        remedy: byHand('Fetch and review the file, put it into the package and name it here.'),
        subject: { kind: 'property', resource, name: 'type' },
      })
    }
  }
}

/** R-10834: the index of a get_param may be a get_param, and that one names a parameter and nothing else. */
function checkNesting(template: VnfTemplate, resource: string, properties: Node, report: Report): void {
  forEachNode(properties, (node) => {
    const outer = callOf(node) === undefined ? undefined : parameterRead(node)
    for (const inner of outer?.path ?? []) {
      const call = callRead(inner)
      if (call?.name !== 'get_param' || stringOf(call.argument) !== undefined) continue
      if (listOf(call.argument)?.items.length === 1) continue
      report({
        requirement: 'R-10834',
        path: template.path,
        at: inner,
        message: `a get_param inside a get_param of "${resource}" must name a parameter directly`,
        remedy: byHand('Make a parameter of the index that it looks up.', () => {
          const write = trailTo(template.root, inner)
          const to = freeName(template.root, `${resource}_index`.replace(/\W/g, '_'), [])
          const value = { get_param: to }
          const { path: file } = template
          return write === undefined
            ? []
            : [
                {
                  steps: [
                    { file, write, value, was: plainData(inner) },
                    { file, declare: to, type: 'number' },
                  ],
                },
              ]
        }),
        subject: { kind: 'resource', id: resource },
      })
    }
  })
}

function checkFiles(template: VnfTemplate, section: Node, files: ReadonlySet<string>, report: Report): void {
  forEachNode(section, (node) => {
    const call = callOf(node)
    if (call?.name !== 'get_file') return
    const name = stringOf(call.argument)
    if (name === undefined) return
    const about = {
      path: template.path,
      at: call.argument,
      subject: { kind: 'file' },
    } as const
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) {
      const message = `get_file takes files of the package, no URL: ${name}`
      const advice = 'Fetch and review the file, put it into the package and name it here.'
      report({
        requirement: 'R-41888',
        message,
        remedy: byHand(advice, () => fileWays(template, call.argument, name, files)),
        ...about,
      })
      return
    }
    const path = join(directoryOf(template.path), name)
    if (files.has(path)) return
    const message = `the file "${name}" is not in the package`
    report({
      requirement: 'R-76718',
      message,
      remedy: byHand('Add the file, or correct its name.', () =>
        fileWays(template, call.argument, name, files),
      ),
      ...about,
    })
  })
}

/** Files of the package that may be meant: those of its name or of one like it, then those of its extension. */
function fileWays(
  { path, root }: VnfTemplate,
  at: Node,
  name: string,
  files: ReadonlySet<string>,
): readonly Way[] {
  const write = trailTo(root, at)
  const directory = directoryOf(path)
  const inside = [...files]
    .filter((one) => one.startsWith(directory))
    .map((one) => one.slice(directory.length))
  const own = fileName(name)
  const extension = /\.\w+$/.exec(own)?.[0]
  const near = nearNames(own, inside)
  const alike = inside.filter((one) => one.endsWith(extension ?? '\n') && !/\.(?:ya?ml|env)$/.test(one))
  return write === undefined
    ? []
    : [...new Set([...near, ...alike])]
        .slice(0, 3)
        .map((value) => ({ steps: [{ file: path, write, value, was: name }] }))
}

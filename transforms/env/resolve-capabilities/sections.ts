/** What templates and environments say of capabilities, taken out. */

import type { PackageContext } from '../../../src/engine/authoring/package-transform.ts'
import { mappingsOf, templatesOf } from '../../../src/rules/capabilities/model.ts'
import type { SourceFile } from '../../../src/stack/source-file.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { withoutEntry } from '../../../src/text/document/build.ts'
import { commentsOf } from '../../../src/text/document/comments.ts'
import { entryOf, nameOf } from '../../../src/text/document/read.ts'

/** Takes out what templates and the environments say of capabilities; what explains it goes along. */
export function withoutSections(
  pkg: Workspace,
  environments: readonly SourceFile[],
  context: PackageContext,
): Workspace {
  for (const file of pkg.environments()) {
    const isOther = environments.every(({ path }) => path !== file.path)
    const list =
      isOther && mappingsOf({ environments: [file], templates: new Map() }).find(({ isList }) => isList)
    if (!list) continue
    const message = 'chooses by what is taken out of the templates, and is not resolved along with them'
    context.report('capability-left', file.path, list.entry, message)
  }
  const sections = [
    ...environments.map(({ path }) => [path, 'requires'] as const),
    ...templatesOf(pkg).map(({ path }) => [path, 'capabilities'] as const),
  ]
  return sections.reduce((current, [path, name]) => {
    const file = current.files.get(path)
    const section = entryOf(file?.root, name)
    if (file === undefined || section === undefined) return current
    const { above, beside } = commentsOf(file.document, section)
    const comments = [...above, ...beside].map(({ text }) => text.trim())
    const said = comments.length === 0 ? '' : `, with its comments: ${comments.join(' ')}`
    context.report('capability-removed', path, section, `${nameOf(section)} is taken out${said}`)
    if (name === 'capabilities')
      context.intend({ kind: 'declaration', change: 'capabilities-removed', path, parameter: undefined })
    return current.withRoot(path, withoutEntry(file.root, section))
  }, pkg)
}

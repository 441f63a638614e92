/** Renames that a user asks for, as a transform. */

import type { Blocker } from '../../stack/refactor/edit.ts'
import {
  kindsCalled,
  type Rename,
  type Renamed,
  type RenameKind,
  type RenameScope,
  renamedAll,
} from '../../stack/refactor/rename.ts'
import { unreadConcern } from '../../stack/refactor/unknown-callers.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { reportValuesElsewhere } from '../names/values-elsewhere.ts'
import type { PackageContext, Transform } from './package-transform.ts'

interface RenameOptions {
  /** Called for each rename that applies to some package. */
  readonly used?: (rename: Rename) => void
  /** Whether outputs of modules go along with parameters, as ONAP matches them by name. */
  readonly withOutputs?: boolean
  /** The templates whose names they are; all of a package without it. */
  readonly templates?: RenameScope
  /** Whether it is made although a file that cannot be read may use the old name. */
  readonly isPartial?: boolean
}

/** In the order given: a later one sees the names that an earlier one made. */
export function renameTransform(renames: readonly Rename[], options: RenameOptions = {}): Transform {
  return {
    id: 'rename',
    title: 'Give what is named another name',
    description:
      'Renames parameters, resources and outputs in all locations of a package: references, what is passed to nested templates and asked of them, environments.',
    references: ['HOT specification, Template structure'],
    safety: 'lossy',
    run: (pkg, context) => renames.reduce((current, one) => renamedIn(current, one, options, context), pkg),
  }
}

function renamedIn(
  pkg: Workspace,
  rename: Rename,
  options: RenameOptions,
  context: PackageContext,
): Workspace {
  const { from, to } = rename
  const { used, withOutputs = false, templates: scope, isPartial = false } = options
  const kinds = [...kindsCalled(pkg, from, scope)].filter(
    ([one]) => rename.kind === undefined || one === rename.kind,
  )
  const [first, second] = kinds
  if (first === undefined) {
    if (rename.kind === undefined || rename.kind === 'parameter')
      reportValuesElsewhere(pkg, from, 'keeps its name', context)
    return pkg
  }
  used?.(rename)
  const [kind, templates] = first
  const [path = ''] = templates
  const refuse = (message: string, where: Pick<Blocker, 'path' | 'at'> = { path, at: undefined }) => {
    context.report('not-renamed', where.path, where.at, message)
    return pkg
  }
  const ways = [kind, second?.[0]].map((one) => `${one}:${from}=${to}`).join(' or ')
  if (second !== undefined)
    return refuse(`the ${kind} and the ${second[0]} are both called "${from}"; write ${ways}`)
  const unread = isPartial
    ? undefined
    : templates.map((one) => unreadConcern(pkg, one, kind === 'parameter' ? from : undefined)).find(Boolean)
  const impossible = `the ${kind} "${from}" cannot be renamed to "${to}"`
  if (unread !== undefined) return refuse(`${impossible}: ${unread}`)
  const renamed = renamedAll(pkg, { ...rename, kind, templates, withOutputs })
  if ('blocker' in renamed) {
    const { blocker } = renamed
    return refuse(`${impossible}: ${blocker.why}`, pkg.files.has(blocker.path) ? blocker : undefined)
  }
  reportRenamed(pkg, renamed.done, { ...rename, kind }, path, context)
  return renamed.done.pkg
}

function reportRenamed(
  pkg: Workspace,
  { pkg: made, repaired }: Renamed,
  { kind, from, to }: Rename & { readonly kind: RenameKind },
  first: string,
  context: PackageContext,
): void {
  for (const [path, { root }] of made.files)
    if (pkg.files.get(path)?.root !== root) context.change(path, undefined, `Rename the ${kind} ${from}`)
  for (const { path, at } of repaired) {
    const message = `"${to}" was used here without such a ${kind}; it now refers to the former "${from}"`
    context.report('rename-repairs', path, at, message)
  }
  if (kind !== 'resource') return
  const message = `existing stacks replace "${from}" with the new resource "${to}"`
  context.report('resource-renamed', first, undefined, message)
}

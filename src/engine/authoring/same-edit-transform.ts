/** The edit that was made in one template, made in those that are nearly the same. */
import { alikeness } from '../../stack/refactor/alikeness.ts'
import { isSameEdit, type MadeEdit, sameEdit } from '../../stack/refactor/same-edit.ts'
import { unreadConcern } from '../../stack/refactor/unknown-callers.ts'
import { isEnvironment, type SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { PackageContext, Transform } from './package-transform.ts'

interface SameEditOptions extends MadeEdit {
  /** The path of the template in which it was made. */
  readonly path: string
  /** Paths of its versions, which are no copies. */
  readonly not: ReadonlySet<string>
  /** How much of a template has to be as it was there, from 0 to 1. */
  readonly alike: number
  /** Called with each template that is nearly the same. */
  readonly found?: () => void
  /** Whether it is made although a file that cannot be read may call the template. */
  readonly isPartial?: boolean
}

export function sameEditTransform(options: SameEditOptions): Transform {
  return {
    id: 'same-edit',
    title: 'Make the same edit in near-copies',
    description:
      'Makes an edit of one template in those that are nearly the same, where they had what was edited.',
    references: ['HOT specification, Template structure'],
    safety: 'lossy',
    run: (pkg, context) =>
      [...pkg.files.values()].reduce(
        (current, file) =>
          isEnvironment(file) || options.not.has(file.path) || file.recognition.kind !== 'hot'
            ? current
            : editedIn(current, file, options, context),
        pkg,
      ),
  }
}

function editedIn(
  pkg: Workspace,
  file: SourceFile,
  options: SameEditOptions,
  context: PackageContext,
): Workspace {
  const { path, root } = file
  // A copy that has the edit already is like what the template is now.
  const share = Math.max(alikeness(options.before, root), alikeness(options.after, root))
  if (share < options.alike) return pkg
  const made = sameEdit(options, root, file.document)
  options.found?.()
  const all = made.made.length + made.already.length + made.left.length
  const alike = `${Math.round(share * 100)} % as ${options.path}`
  const leave = (why: string) => {
    context.report('edit-left', path, undefined, `${alike}: ${why}`)
    return pkg
  }
  if (!isSameEdit(options, root, made)) return leave('taken back, the edit would not give this template')
  const unread = options.isPartial === true || !isOfCallers(made.made) ? undefined : unreadConcern(pkg, path)
  if (unread !== undefined) return leave(`the edit is not made: ${unread}`)
  const had = made.already.length === 0 ? '' : `, and ${made.already.length} had it already`
  const message = `${alike}; the edit applies at ${made.made.length} of ${all} locations${had}`
  context.report('near-copy', path, undefined, message)
  for (const { trail, change, at, why } of made.left)
    context.report(
      'edit-left',
      path,
      at,
      `${trail.join('.')} is ${change} in ${options.path} but not here: ${why}`,
    )
  for (const { trail } of made.made) context.change(path, undefined, `Edit ${trail.join('.')}`)
  return pkg.withRoot(path, made.root)
}

/** Whether parts of an edit are what callers pass or ask for. */
function isOfCallers(parts: readonly { readonly trail: readonly string[] }[]): boolean {
  return parts.some(({ trail: [section = ''] }) =>
    ['parameters', 'outputs', 'Parameters', 'Outputs'].includes(section),
  )
}

/** Edits of one parameter that a user asks for, through every layer of a workspace that has to do with it. */
import { isEnvironment } from '../source-file.ts'
import { declaredParameter } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { addParameter, passToNested } from './add-parameter.ts'
import { dropDefault, retype, setDefault } from './change-declaration.ts'
import { type Blocker, Stuck } from './edit.ts'
import { firstOther } from './only-about.ts'
import type { Edited, EditScope, ParameterAttempt, ParameterEdit } from './parameter-edit.ts'
import { removeLayers } from './remove-layers.ts'
import { unreadConcern } from './unknown-callers.ts'

/**
 * Makes an edit everywhere or nowhere. Whatever way it is made: what is not about the parameter has to be the same
 * afterwards, which is looked at apart from the edit.
 */
export function editParameter(
  pkg: Workspace,
  edit: ParameterEdit,
  scope: EditScope,
  extent: 'whole' | 'partial' = 'whole',
): ParameterAttempt {
  try {
    const made = madeBy(pkg, edit, scope)
    if (made === undefined || 'blockers' in made)
      return made === undefined ? { is: 'none' } : { is: 'blocked', ...made }
    if (extent === 'whole') refuseUnreadConcerns(pkg, made)
    const other = firstOther(pkg, made.pkg, made)
    if (other === undefined) return { is: 'made', made }
    throw new Stuck({ path: other, at: undefined, why: 'the edit would change more than the parameter here' })
  } catch (error) {
    if (error instanceof Stuck) return { is: 'blocked', blockers: [error.blocker] }
    throw error
  }
}

/** @throws Stuck where a file that cannot be read may have to do with a template that changes */
function refuseUnreadConcerns(pkg: Workspace, { pkg: made, names }: Edited): void {
  for (const { path, root } of made.files.values()) {
    const before = pkg.files.get(path)
    if (before === undefined || before.root === root || isEnvironment(before)) continue
    const why = [undefined, ...names].map((name) => unreadConcern(pkg, path, name)).find(Boolean)
    if (why !== undefined) throw new Stuck({ path, at: undefined, why })
  }
}

function madeBy(
  pkg: Workspace,
  edit: ParameterEdit,
  scope: EditScope,
): Edited | { readonly blockers: readonly Blocker[] } | undefined {
  const declaring = [...pkg.files.values()].flatMap((file) =>
    !isEnvironment(file) && scope.has(file.path) && declaredParameter(file.root, edit.name) !== undefined
      ? [file.path]
      : [],
  )
  switch (edit.kind) {
    case 'add':
      return addParameter(pkg, edit, scope)
    case 'pass':
      return passToNested(pkg, edit, declaring)
    case 'remove':
      return declaring.length === 0 ? undefined : removeLayers(pkg, edit, declaring)
    case 'drop-default':
      return dropDefault(pkg, edit.name, declaring)
    case 'set-default':
      return declaring.length === 0 ? undefined : setDefault(pkg, edit, declaring)
    case 'set-type':
      return declaring.length === 0 ? undefined : retype(pkg, edit, declaring)
  }
}

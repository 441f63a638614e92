/** Renames that a user asks for, as a transform. */

import { valueEntries } from '../refactor/environment.ts'
import { kindsCalled, type Rename, renamedAll } from '../refactor/rename.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { PackageContext, Transform } from './package-transform.ts'

export interface RenameOptions {
  /** Is told of each rename that some package has something for. */
  readonly used?: (rename: Rename) => void
  /** Whether outputs of modules go along with parameters, as ONAP matches them by name. */
  readonly withOutputs?: boolean
}

/** In the order given: a later one sees the names that an earlier one made. */
export function renameTransform(renames: readonly Rename[], options: RenameOptions = {}): Transform {
  return {
    id: 'rename',
    title: 'Give what is named another name',
    description:
      'Renames parameters, resources and outputs in all locations of a package: references, properties passed to nested templates, environments.',
    references: ['HOT specification, Template structure'],
    safety: 'lossy',
    run: (pkg, context) => renames.reduce((current, one) => renamedIn(current, one, options, context), pkg),
  }
}

function renamedIn(
  pkg: Workspace,
  rename: Rename,
  { used, withOutputs = false }: RenameOptions,
  context: PackageContext,
): Workspace {
  const { from, to } = rename
  const kinds = kindsCalled(pkg, from).filter((one) => rename.kind === undefined || one === rename.kind)
  const [kind, second] = kinds
  if (kind === undefined) {
    if (rename.kind === undefined || rename.kind === 'parameter') reportElsewhere(pkg, from, context)
    return pkg
  }
  used?.(rename)
  const [first = ''] = pkg.files.keys()
  if (second !== undefined) {
    const message = `the ${kind} and the ${second} are both called "${from}": say ${kind}:${from}=${to} or ${second}:${from}=${to}`
    context.report('not-renamed', first, undefined, message)
    return pkg
  }
  const made = renamedAll(pkg, { ...rename, kind, withOutputs })
  if ('blocker' in made) {
    const { path, at, why } = made.blocker
    context.report('not-renamed', path, at, `the ${kind} "${from}" cannot be renamed to "${to}": ${why}`)
    return pkg
  }
  for (const [path, { root }] of made.done.files)
    if (pkg.files.get(path)?.root !== root) context.change(path, undefined, `Rename the ${kind} ${from}`)
  if (kind === 'resource') {
    const at = undefined
    context.report(
      'resource-renamed',
      first,
      at,
      `for existing stacks "${to}" is another resource than "${from}"`,
    )
  }
  return made.done
}

/** Environments of templates that are read elsewhere: whether a parameter of these got another name is not known here. */
function reportElsewhere(pkg: Workspace, name: string, context: PackageContext): void {
  for (const environment of pkg.unpairedEnvironments())
    for (const at of valueEntries(environment, name)) {
      const message = `"${name}" keeps its name here, because no template beside this environment declares it`
      context.report('undeclared-parameter', environment.path, at, message)
    }
}

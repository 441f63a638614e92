/** Environments that give a value to a parameter which is edited, in a package that has no such parameter. */
import { valueEntries } from '../../stack/values.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { PackageContext } from '../authoring/package-transform.ts'

/** Whether their templates are among those of the edit is not known: they are read elsewhere, or nowhere. */
export function reportValuesElsewhere(
  pkg: Workspace,
  name: string,
  what: 'keeps its name' | 'stays',
  context: PackageContext,
): void {
  for (const environment of pkg.unpairedEnvironments())
    for (const at of valueEntries(environment, name)) {
      const message = `"${name}" ${what} here, because no template beside this environment declares it: if stacks are created with it, give it with --env`
      context.report('undeclared-parameter', environment.path, at, message)
    }
}

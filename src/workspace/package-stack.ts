/** The stacks that are made from the modules of a package. */

import { readValue } from '../heat/merge-keys.ts'
import { Names, PossibleNames } from './names.ts'
import { isEnvironment, type SourceFile, type UnreadableFile } from './source-file.ts'
import { type Stack, type StackFiles, stackOf } from './stack.ts'
import type { Workspace } from './workspace.ts'

const possible = new WeakMap<Workspace, PossibleNames>()

/** What types lead to in a stack: its own environments first, then those that are named after no template. */
function namesIn(pkg: Workspace, together: readonly SourceFile[]): Names {
  const others = possible.get(pkg) ?? new PossibleNames(pkg.unpairedEnvironments())
  possible.set(pkg, others)
  return new Names({ together, possible: others, unreadable: [...pkg.unreadable.values()] })
}

/** The environments with a registry of which nobody knows whether stacks of the package are created with them. */
export function possibleEnvironments(pkg: Workspace): readonly string[] {
  return pkg
    .unpairedEnvironments()
    .flatMap(({ path, root }) => (readValue(root, 'resource_registry') === undefined ? [] : [path]))
}

/** How a stack of a module is made. */
export interface PackageStackOptions {
  /** What `get_file` gives: no transform changes such a file, so that in a rewrite its path says enough. */
  readonly contents: 'by path' | 'as read'
  /** An environment that it is created with beside its own. */
  readonly besides?: string
}

/** @returns undefined for a path that is no template of the package */
export function packageStack(
  pkg: Workspace,
  module: string,
  { contents, besides }: PackageStackOptions,
): Stack | undefined {
  const file = pkg.files.get(module)
  if (file === undefined || isEnvironment(file)) return undefined
  const added = besides === undefined ? undefined : pkg.files.get(besides)
  const environments = [...pkg.environmentsOf(module), ...(added === undefined ? [] : [added])]
  return stackOf(file, filesIn(pkg, contents), { environments, names: namesIn(pkg, environments) })
}

function filesIn(pkg: Workspace, contents: 'by path' | 'as read'): StackFiles {
  return {
    template(path) {
      const file = pkg.files.get(path)
      if (file !== undefined && !isEnvironment(file)) return { is: 'there', thing: file }
      return { is: 'unknown', why: whyUnread(pkg.unreadable.get(path)) }
    },
    content(path) {
      const text = contents === 'as read' ? pkg.files.get(path)?.document.text : undefined
      return { is: 'there', thing: text ?? { digest: path } }
    },
  }
}

function whyUnread(file: UnreadableFile | undefined): string {
  return file === undefined ? 'is no part of this run' : `cannot be read: ${file.why}`
}

/** The stacks that are made from the modules of a package. */

import type { Package } from '../package/package.ts'
import { isEnvironment, type UnreadableFile } from '../package/package-file.ts'
import { Names, PossibleNames } from './names.ts'
import { type Stack, type StackFiles, stackOf } from './stack.ts'

const possible = new WeakMap<Package, PossibleNames>()

/** What types lead to in a stack of a module: its own environments first, then those that are named after no template. */
export function namesIn(pkg: Package, module: string): Names {
  const together = pkg.environmentsOf(module)
  const others = possible.get(pkg) ?? new PossibleNames(pkg.unpairedEnvironments())
  possible.set(pkg, others)
  return new Names({ together, possible: others, unreadable: [...pkg.unreadable.values()] })
}

/**
 * @param contents what `get_file` gives: no transform changes such a file, so that in a rewrite its path says enough
 * @returns undefined for a path that is no template of the package
 */
export function packageStack(
  pkg: Package,
  module: string,
  contents: 'by path' | 'as read',
): Stack | undefined {
  const file = pkg.files.get(module)
  if (file === undefined || isEnvironment(file)) return undefined
  return stackOf(file, filesIn(pkg, contents), {
    environments: pkg.environmentsOf(module),
    names: namesIn(pkg, module),
  })
}

function filesIn(pkg: Package, contents: 'by path' | 'as read'): StackFiles {
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

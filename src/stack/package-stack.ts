/** The stacks that are made from the modules of a package. */

import { readValue } from '../heat/merge-keys.ts'
import { withEntries } from '../text/document/build.ts'
import { nameOf } from '../text/document/read.ts'
import { extended } from '../text/document/records.ts'
import { NameResolver, PossibleNames } from './names.ts'
import { templatePath } from './registry.ts'
import { isEnvironment, type SourceFile, type UnreadableFile } from './source-file.ts'
import { type Stack, type StackFiles, stackOf } from './stack.ts'
import type { TypedTemplate, TypeMeaning } from './type-of.ts'
import type { Workspace } from './workspace.ts'

const possible = new WeakMap<Workspace, PossibleNames>()

/** What types lead to in a stack: its own environments first, then those that are named after no template. */
function namesIn(pkg: Workspace, together: readonly SourceFile[]): NameResolver {
  const others = possible.get(pkg) ?? new PossibleNames(pkg.unpairedEnvironments())
  possible.set(pkg, others)
  return new NameResolver({ together, possible: others, unreadable: [...pkg.unreadable.values()] })
}

/** The environments with a registry of which it is unknown whether stacks of the package are created with them. */
export function possibleEnvironments(pkg: Workspace): readonly string[] {
  return pkg
    .unpairedEnvironments()
    .flatMap(({ path, root }) => (readValue(root, 'resource_registry') === undefined ? [] : [path]))
}

/** How a stack of a module is made. */
interface PackageStackOptions {
  /** The contents for `get_file`: no transform changes such a file, so that in a rewrite its path identifies it. */
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
  const environments = [...ownEnvironments(pkg, module), ...(added === undefined ? [] : [added])]
  return stackOf(file, filesIn(pkg, contents), { environments, names: namesIn(pkg, environments) })
}

function ownEnvironments(pkg: Workspace, template: string): readonly SourceFile[] {
  return pkg.roleOf(template) === 'nested' ? inherited(pkg, template) : pkg.environmentsOf(template)
}

/** A template of a package, with what the types in it stand for. */
export function typedTemplate(pkg: Workspace, path: string): TypedTemplate {
  let names: NameResolver | undefined
  const templateAt = (file: string | undefined): TypeMeaning => {
    const found = file === undefined ? undefined : pkg.files.get(file)
    return found === undefined || isEnvironment(found) ? { is: 'open' } : { is: 'template', template: found }
  }
  return {
    root: pkg.fileAt(path).root,
    type(name, resource) {
      names ??= namesIn(pkg, ownEnvironments(pkg, path))
      const named = names.type(path, name, resource)
      if (named.is === 'class') return named
      return templateAt(named.is === 'file' ? named.path : undefined)
    },
    stack: (name) => templateAt(templatePath(path, name)),
  }
}

/** What the stacks around a nested template, however created, hand down of the environments that are given for all. */
function inherited(pkg: Workspace, template: string): readonly SourceFile[] {
  if (pkg.naming.common === undefined) return []
  return pkg.environmentsBeside(template).map((one) => {
    const { root } = one
    const rest = root.entries.filter((entry) => nameOf(entry) !== 'parameters')
    return rest.length === root.entries.length ? one : extended(one, { root: withEntries(root, rest) })
  })
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
  return file === undefined ? 'is not part of this run' : `cannot be read: ${file.why}`
}

import { sameData } from '../../../src/document/data.ts'
import type { PackageContext, PackageTransform } from '../../../src/engine/package-transform.ts'
import { type Declaration, declaredParameters } from '../../../src/package/effective-value.ts'
import type { Package } from '../../../src/package/package.ts'
import { directoryOf, fileName, type PackageFile } from '../../../src/package/package-file.ts'
import { valueText } from '../../../src/package/value-text.ts'
import { type Destination, destinationOf } from '../../../src/refactor/default-destination.ts'
import { attempt } from '../../../src/refactor/obstacle.ts'
import {
  type CommentFate,
  movedEntry,
  type OwnDefault,
  ownDefault,
  withoutDefault,
} from '../../../src/refactor/own-default.ts'
import { putValue } from '../../../src/refactor/put-value.ts'
import { type DefaultMoveOptions, isConcerned, reportAssigned, reportKept } from '../default-moves.ts'

/** With the given exceptions; a profile such as ONAP's has some. */
export function moveDefaultsWith(options: DefaultMoveOptions): PackageTransform {
  return {
    id: 'env/move-defaults',
    title: 'Move defaults into the environment',
    description:
      'Moves the default of each parameter of a template that no other one calls into its environment file.',
    references: ['HOT specification, Parameters section', 'heat.engine.environment', 'R-90526', 'R-26124'],
    safety: 'exact',
    requirements: ['R-90526', 'R-26124'],
    run: (pkg, context) => {
      const modules = pkg.modules().filter((module) => isConcerned(module, context, options))
      if (pkg.naming.common !== undefined) {
        const run: Run = { whole: pkg, context, options, lonely: new Map() }
        return modules.reduce((current, { path }) => moveAll(current, path, run), pkg)
      }
      const run: Run = { whole: pkg, context, options, lonely: lonelyEnvironments(pkg) }
      return pkg.withFiles(modules.flatMap(({ path }) => movedFiles(pkg, path, run)))
    },
  }
}

export const moveDefaults: PackageTransform = moveDefaultsWith({})

interface Run {
  /** The package as the transform got it. */
  readonly whole: Package
  readonly context: PackageContext
  readonly options: DefaultMoveOptions
  /** Names of environments that belong to no template, by directory. */
  readonly lonely: ReadonlyMap<string, readonly string[]>
}

/** What changes with one module: nothing but its own text and that of its environment. */
function movedFiles(pkg: Package, path: string, run: Run): readonly PackageFile[] {
  const environment = pkg.environmentPathOf(path)
  const few = pkg.part([environment, ...pkg.templatesOf(environment).map((file) => file.path)])
  const next = moveAll(few, path, run)
  return [...next.files.values()].filter((file) => file !== few.files.get(file.path))
}

function moveAll(pkg: Package, path: string, run: Run): Package {
  const module = pkg.files.get(path)
  let current = pkg
  let moved = 0
  for (const declaration of module === undefined ? [] : declaredParameters(module.root)) {
    const next = moveOne(current, path, declaration, run)
    if (next.isMoved) moved += 1
    current = next.pkg
  }
  if (moved > 0) reportOthers(current, path, run)
  return current
}

interface Moved {
  readonly pkg: Package
  readonly isMoved: boolean
}

function moveOne(
  pkg: Package,
  path: string,
  declaration: Declaration,
  { whole, context, options }: Run,
): Moved {
  const unmoved: Moved = { pkg, isMoved: false }
  const module = pkg.files.get(path)
  if (module === undefined) return unmoved
  const tried = attempt((): Moved => {
    const own = ownDefault(module, declaration)
    if (own === undefined) return unmoved
    if (own.isNull) {
      context.change(path, own.entry, 'Delete a default that is null')
      return { pkg: pkg.withRoot(path, withoutDefault(module.root, own, 'stay')), isMoved: false }
    }
    if (reportAssigned(context, whole, path, declaration, options)) return unmoved
    const destination = destinationOf(pkg, module, declaration.name, own.value)
    const root = withoutDefault(module.root, own, fateOf(destination))
    context.change(path, own.entry, 'Move a default into the environment')
    if (destination.kind === 'nowhere') {
      reportDropped(context, pkg, own, destination)
      return { pkg: pkg.withRoot(path, root), isMoved: false }
    }
    const filled = putValue(pkg, module, destination.section, movedEntry(own))
    context.change(pkg.environmentPathOf(path), undefined, 'Take a default over')
    return { pkg: filled.withRoot(path, root), isMoved: true }
  })
  if ('done' in tried) return tried.done
  reportKept(context, path, declaration, tried.obstacle)
  return unmoved
}

/** Comments go with the value; into the line of a null go those that stood on the line of the value. */
function fateOf(destination: Destination): CommentFate {
  if (destination.kind === 'nowhere') return 'stay'
  return destination.place === 'null' ? 'go-beside' : 'go'
}

/** The environment won all the same; what it kept from having an effect is lost now. */
function reportDropped(
  context: PackageContext,
  pkg: Package,
  own: OwnDefault,
  { because, value }: Extract<Destination, { kind: 'nowhere' }>,
): void {
  if (sameData(value, own.value)) return
  const { file, declaration, entry, isHidden } = own
  const environment = pkg.environmentOf(file.path)
  const secrecy = isHidden ? 'hidden' : 'open'
  const dropped = valueText(file.document, own.value, secrecy)
  const given = environment === undefined ? 'another value' : valueText(environment.document, value, secrecy)
  const message = `the default of "${declaration.name}" is dropped, which was ${dropped}: ${because} of ${environment?.path ?? 'the environment'} say ${given}`
  context.report('default-dropped', file.path, entry, message)
}

function lonelyEnvironments(pkg: Package): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { path } of pkg.environments()) {
    if (pkg.templatesOf(path).length > 0) continue
    const others = found.get(directoryOf(path))
    if (others === undefined) found.set(directoryOf(path), [fileName(path)])
    else others.push(fileName(path))
  }
  return found
}

/** Environments that belong to no template of their name do not get the value, and may need it. */
function reportOthers(pkg: Package, path: string, { context, lonely }: Run): void {
  const others = lonely.get(directoryOf(path)) ?? []
  if (others.length === 0) return
  const own = fileName(pkg.environmentPathOf(path))
  const message = `${others.join(', ')} in this directory did not get the defaults that moved to ${own}`
  context.report('other-environment', path, undefined, message)
}

import { sameData } from '../../../src/document/data.ts'
import type { PackageContext, PackageTransform } from '../../../src/engine/package-transform.ts'
import { type Destination, destinationOf } from '../../../src/heat/package/default-destination.ts'
import { type Declaration, declaredParameters } from '../../../src/heat/package/effective-value.ts'
import { attempt } from '../../../src/heat/package/obstacle.ts'
import {
  type CommentFate,
  movedEntry,
  type OwnDefault,
  ownDefault,
  withoutDefault,
} from '../../../src/heat/package/own-default.ts'
import type { Package } from '../../../src/heat/package/package.ts'
import { directoryOf, fileName } from '../../../src/heat/package/package-file.ts'
import { putValue } from '../../../src/heat/package/put-value.ts'
import { valueText } from '../../../src/heat/package/value-text.ts'
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
    run: (pkg, context) =>
      pkg
        .modules()
        .filter((module) => isConcerned(module, options))
        .reduce((current, { path }) => moveAll(current, path, context, options), pkg),
  }
}

export const moveDefaults: PackageTransform = moveDefaultsWith({})

function moveAll(pkg: Package, path: string, context: PackageContext, options: DefaultMoveOptions): Package {
  const module = pkg.files.get(path)
  let current = pkg
  let moved = 0
  for (const declaration of module === undefined ? [] : declaredParameters(module.root)) {
    const next = moveOne(current, path, declaration, context, options)
    if (next.isMoved) moved += 1
    current = next.pkg
  }
  if (moved > 0) reportOthers(current, path, context)
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
  context: PackageContext,
  options: DefaultMoveOptions,
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
    if (reportAssigned(context, pkg, path, declaration, options)) return unmoved
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

/** Environments that belong to no template of their name do not get the value, and may need it. */
function reportOthers(pkg: Package, path: string, context: PackageContext): void {
  const own = pkg.environmentPathOf(path)
  const others = pkg
    .environments()
    .filter(
      (other) =>
        other.path !== own &&
        directoryOf(other.path) === directoryOf(path) &&
        pkg.templatesOf(other.path).length === 0,
    )
    .map((other) => fileName(other.path))
  if (others.length === 0) return
  const message = `${others.join(', ')} in this directory did not get the defaults that moved to ${fileName(own)}`
  context.report('other-environment', path, undefined, message)
}

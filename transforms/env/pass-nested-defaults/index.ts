import type { PackageContext, PackageTransform } from '../../../src/engine/package-transform.ts'
import { type Declaration, declaredParameters } from '../../../src/package/effective-value.ts'
import type { Package } from '../../../src/package/package.ts'
import { attempt } from '../../../src/refactor/obstacle.ts'
import { ownDefault, withoutDefault } from '../../../src/refactor/own-default.ts'
import { passDefault } from '../../../src/refactor/pass-default.ts'
import { type DefaultMoveOptions, isConcerned, reportAssigned, reportKept } from '../default-moves.ts'

/** With the given exceptions; a profile such as ONAP's has some. */
export function passNestedDefaultsWith(options: DefaultMoveOptions): PackageTransform {
  return {
    id: 'env/pass-nested-defaults',
    title: 'Pass the defaults of nested templates at their calls',
    description:
      'Takes the defaults out of nested templates, after each call that relied on one passes it from the environment of its module.',
    references: ['HOT specification, Template composition', 'heat.engine.environment', 'R-90526', 'R-708564'],
    safety: 'exact',
    requirements: ['R-90526', 'R-26124'],
    run: (pkg, context) =>
      innermostFirst(pkg).reduce((current, path) => passAll(current, path, context, options), pkg),
  }
}

export const passNestedDefaults: PackageTransform = passNestedDefaultsWith({})

/** Nested templates, those that are called before those that call them; a circle is entered once. */
function innermostFirst(pkg: Package): readonly string[] {
  const order = new Set<string>()
  const open = new Set<string>()
  const visit = (path: string): void => {
    if (open.has(path)) return
    open.add(path)
    for (const { callee } of pkg.callsFrom(path)) visit(callee)
    if (pkg.roleOf(path) === 'nested') order.add(path)
  }
  for (const { path } of pkg.nestedFiles()) visit(path)
  return [...order]
}

function passAll(pkg: Package, path: string, context: PackageContext, options: DefaultMoveOptions): Package {
  const file = pkg.files.get(path)
  if (file === undefined || !isConcerned(file, context, options)) return pkg
  const next = declaredParameters(file.root).reduce(
    (current, declaration) => passOne(current, path, declaration, context, options),
    pkg,
  )
  if (next !== pkg) reportOrphan(pkg, path, context)
  return next
}

function passOne(
  pkg: Package,
  path: string,
  declaration: Declaration,
  context: PackageContext,
  options: DefaultMoveOptions,
): Package {
  const file = pkg.files.get(path)
  if (file === undefined) return pkg
  const tried = attempt((): Package => {
    const own = ownDefault(file, declaration)
    if (own === undefined) return pkg
    if (own.isNull) {
      context.change(path, own.entry, 'Delete a default that is null')
      return pkg.withRoot(path, withoutDefault(file.root, own, 'stay'))
    }
    const passed = passDefault(pkg, own, () => reportAssigned(context, pkg, path, declaration, options))
    if (passed === undefined) return pkg
    context.change(path, own.entry, 'Delete a default that every call passes')
    for (const caller of passed.callers) context.change(caller, undefined, 'Pass what was a default')
    for (const environment of passed.environments)
      context.change(environment, undefined, 'Take a default over')
    for (const one of passed.shared) reportShared(context, one.path, one.declaration, path)
    return passed.pkg
  })
  if ('done' in tried) return tried.done
  reportKept(context, path, declaration, tried.obstacle)
  return pkg
}

/** Who gives the parameter of the caller another value gives it to the nested template now, too. */
function reportShared(
  context: PackageContext,
  path: string,
  { name, entry }: Declaration,
  nested: string,
): void {
  context.assume(path, name)
  const message = `"${name}" had the same value as the default in ${nested}, and is passed there now: another value for it reaches that template too`
  context.report('default-shared', path, entry, message)
}

/** An environment beside a nested template has no effect on the stacks that call it. */
function reportOrphan(pkg: Package, path: string, context: PackageContext): void {
  const beside = pkg.environmentBeside(path)
  if (beside === undefined || pkg.naming.common !== undefined) return
  const message = `${beside.path} is named after this nested template, and has no effect on the templates that call it; it did not get the defaults`
  context.report('other-environment', path, undefined, message)
}

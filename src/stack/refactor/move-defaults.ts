/** Moves defaults out of templates: those of modules into their environments, those of nested templates to the callers. */

import { type SourceFile, unknownVersion } from '../source-file.ts'
import { type Declaration, declaredParameters, effectiveDefault } from '../values.ts'
import { sharedEnvironments, type Workspace } from '../workspace.ts'
import type { DefaultMove } from './default-move.ts'
import { attempt } from './edit.ts'
import { type Destination, destinationOf, putValue } from './environment.ts'
import { inheritDefault, isInheritable } from './inherit-default.ts'
import { innermostFirst } from './innermost-first.ts'
import { type CommentFate, movedEntry, type OwnDefault, ownDefault, withoutDefault } from './own-default.ts'
import { concernedBy, passDefault } from './pass-default.ts'

/** Which defaults move; a profile such as ONAP's makes exceptions. */
export interface DefaultMoveOptions {
  /** Paths of the templates whose defaults are to go; all when absent. */
  readonly templates?: Pick<ReadonlySet<string>, 'has'>
  /** Whether all defaults of the template at a path are preserved; none when absent. */
  readonly isLeft?: (template: string) => boolean
  /** Whether the default of a parameter of this name is to go; every one when absent. */
  readonly isWanted?: (parameter: string) => boolean
  /** Why a parameter gets its value from elsewhere, so that its default must not enter an environment. */
  readonly assigned?: (pkg: Workspace, template: string, parameter: string) => string | undefined
}

/** Called for each parameter that has a default with what was done with it. */
export type RecordMove = (path: string, declaration: Declaration, move: DefaultMove) => void

/** What moving gave: the package, and the modules of which some default went to an environment. */
interface MovedDefaults {
  readonly pkg: Workspace
  readonly modules: readonly string[]
}

/** The package in which the defaults of modules stand in their environments. */
export function moveDefaults(pkg: Workspace, options: DefaultMoveOptions, record: RecordMove): MovedDefaults {
  const modules = pkg.modules().filter((module) => isConcerned(module, options, record))
  const filled: string[] = []
  const noting: RecordMove = (path, declaration, move) => {
    if (move.kind === 'moved' && filled.at(-1) !== path) filled.push(path)
    record(path, declaration, move)
  }
  const moved = (from: Workspace, path: string) =>
    moveAll(from, path, { whole: pkg, options, record: noting })
  if (sharedEnvironments(pkg.naming).length > 0) {
    const next = modules.reduce((current, { path }) => moved(current, path), pkg)
    return { pkg: next, modules: filled }
  }
  // A move changes nothing but the module and its environment, so that modules can be processed separately.
  const files = modules.flatMap(({ path }) => {
    const environment = pkg.environmentPathOf(path)
    const few = pkg.part([environment, ...pkg.templatesOf(environment).map((file) => file.path)])
    return [...moved(few, path).files.values()].filter((file) => file !== few.files.get(file.path))
  })
  return { pkg: pkg.withFiles(files), modules: filled }
}

/** The package in which nested templates have no defaults, and calls that relied on one pass it from their modules. */
export function passNestedDefaults(
  pkg: Workspace,
  options: DefaultMoveOptions,
  record: RecordMove,
): Workspace {
  const nested = innermostFirst(
    pkg,
    pkg.nestedFiles().map(({ path }) => path),
  ).filter((path) => isConcerned(pkg.fileAt(path), options, record))
  const start = inheritAll(pkg, nested, options, record)
  const moved = (from: Workspace, path: string) =>
    declaredParameters(from.fileAt(path).root).reduce(
      (state, declaration) =>
        isInheritable(pkg, path, declaration.name)
          ? state
          : passOne(state, pkg, path, declaration, options, record),
      from,
    )
  if (sharedEnvironments(pkg.naming).length > 0) return nested.reduce(moved, start)
  // One caller of thousands of templates changes with each of them: nothing is asked of the whole in between.
  const changed = new Map<string, SourceFile>()
  for (const path of nested) {
    const paths = concernedBy(path, pkg)
    const few = start
      .part(paths, 'of the whole')
      .withFiles([...paths].flatMap((one) => changed.get(one) ?? []))
    for (const file of moved(few, path).files.values())
      if (file !== few.files.get(file.path)) changed.set(file.path, file)
  }
  return start.withFiles([...changed.values()])
}

/** Of the package only the environments and one template after the other change: of thousands, the others are not looked at. */
function inheritAll(
  pkg: Workspace,
  paths: readonly string[],
  options: DefaultMoveOptions,
  record: RecordMove,
): Workspace {
  const shared = sharedEnvironments(pkg.naming)
  if (shared.length === 0) return pkg
  const changed: SourceFile[] = []
  let environments = pkg.part(shared)
  for (const path of paths) {
    const file = pkg.fileAt(path)
    const next = declaredParameters(file.root)
      .filter(({ name }) => isInheritable(pkg, path, name))
      .reduce(
        (few, declaration) => inheritOne(few, pkg, path, declaration, options, record),
        environments.withFile(file),
      )
    if (next.fileAt(path) !== file) changed.push(next.fileAt(path))
    environments = next.part(shared)
  }
  return pkg.withFiles([...changed, ...environments.files.values()])
}

/** Whether the defaults of a template are to go: it is HOT, and of a version that Heat has, which is recorded else. */
function isConcerned(
  file: SourceFile,
  { templates, isLeft }: DefaultMoveOptions,
  record: RecordMove,
): boolean {
  const { path, root, recognition } = file
  if (recognition.kind !== 'hot' || templates?.has(path) === false || isLeft?.(path) === true) return false
  const why = unknownVersion(file)
  if (why === undefined) return true
  for (const declaration of declaredParameters(root)) {
    if (effectiveDefault(declaration) !== undefined)
      record(path, declaration, { kind: 'kept', blocker: { path, at: declaration.entry, why } })
  }
  return false
}

// --- modules

interface Run {
  /** The package as it was before any default moved. */
  readonly whole: Workspace
  readonly options: DefaultMoveOptions
  readonly record: RecordMove
}

function moveAll(pkg: Workspace, path: string, run: Run): Workspace {
  const module = pkg.files.get(path)
  const declarations = module === undefined ? [] : declaredParameters(module.root)
  const { record, options } = run
  return declarations.reduce(
    (current, declaration) =>
      moveOwn(current, path, declaration, { ...options, record }, (own) => moveOne(current, own, run)),
    pkg,
  )
}

interface Moved {
  readonly pkg: Workspace
  readonly move: DefaultMove
}

/** @param own of a module, and not null */
function moveOne(pkg: Workspace, own: OwnDefault, { whole, options }: Run): Moved {
  const { file: module, declaration } = own
  const { path } = module
  const why = options.assigned?.(whole, path, declaration.name)
  if (why !== undefined) return { pkg, move: { kind: 'assigned', why } }
  const secrecy = own.isHidden ? 'hidden' : 'open'
  const destination = destinationOf(pkg, module, declaration.name, own.value, secrecy, whole)
  const root = withoutDefault(module.root, own, fateOf(destination))
  if (destination.kind === 'nowhere') {
    const { because, value, environment } = destination
    return { pkg: pkg.withRoot(path, root), move: { kind: 'overridden', own, because, value, environment } }
  }
  const filled = putValue(pkg, module, destination.section, movedEntry(own), 'stays', destination.path)
  const isCreated = !pkg.files.has(destination.path)
  const move: DefaultMove = { kind: 'moved', own, environment: destination.path, isCreated }
  return { pkg: filled.withRoot(path, root), move }
}

function withoutNull(pkg: Workspace, own: OwnDefault): Moved {
  const { path, root } = own.file
  return { pkg: pkg.withRoot(path, withoutDefault(root, own, 'stay')), move: { kind: 'null-deleted', own } }
}

/** Comments go with the value; into the line of a null go those that stood on the line of the value. */
function fateOf(destination: Destination): CommentFate {
  if (destination.kind === 'nowhere') return 'stay'
  return destination.location === 'null' ? 'go-beside' : 'go'
}

// --- nested templates

function passOne(
  pkg: Workspace,
  whole: Workspace,
  path: string,
  declaration: Declaration,
  options: DefaultMoveOptions,
  record: RecordMove,
): Workspace {
  return moveOwn(pkg, path, declaration, { ...options, record }, (own) => {
    const exemption = () => options.assigned?.(whole, path, declaration.name)
    // What is passed for one parameter does not depend on the others.
    const passing = passDefault(pkg, own, exemption, { known: whole, whole })
    return 'exempt' in passing
      ? { pkg, move: { kind: 'assigned', why: passing.exempt } }
      : { pkg: passing.pkg, move: { kind: 'passed', own, passing } }
  })
}

function inheritOne(
  pkg: Workspace,
  whole: Workspace,
  path: string,
  declaration: Declaration,
  options: DefaultMoveOptions,
  record: RecordMove,
): Workspace {
  return moveOwn(pkg, path, declaration, { ...options, record }, (own) => {
    const why = options.assigned?.(whole, path, declaration.name)
    return why === undefined ? inheritDefault(pkg, own, whole) : { pkg, move: { kind: 'assigned', why } }
  })
}

// --- both

/**
 * The package without the default of a parameter, as far as it has one that is to go and can go.
 * @param move for a default that is not null
 */
function moveOwn(
  pkg: Workspace,
  path: string,
  declaration: Declaration,
  { isWanted, record }: Pick<DefaultMoveOptions, 'isWanted'> & { readonly record: RecordMove },
  move: (own: OwnDefault) => Moved,
): Workspace {
  if (isWanted?.(declaration.name) === false) return pkg
  const tried = attempt((): Moved | undefined => {
    const file = pkg.files.get(path)
    const own = file === undefined ? undefined : ownDefault(file, declaration)
    if (own === undefined) return undefined
    return own.isNull ? withoutNull(pkg, own) : move(own)
  })
  const made: Moved | undefined =
    'done' in tried ? tried.done : { pkg, move: { kind: 'kept', blocker: tried.blocker } }
  if (made === undefined) return pkg
  record(path, declaration, made.move)
  return made.pkg
}

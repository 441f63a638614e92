/**
 * Keeps families of types whole: the resources of a family in the templates that hang together by calls become others all of
 * them or none, whatever single templates could make of their own part.
 */

import { renamedType } from '../../heat/deprecations.ts'
import { deadType } from '../../heat/instead.ts'
import { joinedFiles } from '../../stack/connected-files.ts'
import { type TypeReference, typeReferences } from '../../stack/references.ts'
import { isEnvironment, type SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { type PackageContext, runOver } from '../authoring/package-transform.ts'
import { Scope } from '../authoring/scope.ts'
import type { TemplateContext, TemplateTransform } from '../authoring/transform.ts'
import { behaves } from '../findings/catalogue.ts'

/** What a transform said of one template, said for good only once it is known whether its change is made. */
interface Ledger {
  readonly said: (() => void)[]
  /** Its findings about resources that it left unchanged, with their locations. */
  readonly kept: { readonly at: Node | Entry; readonly why: string | undefined; readonly say: () => void }[]
}

type FamilyTransform = TemplateTransform & Required<Pick<TemplateTransform, 'family'>>

export function isOfFamily(transform: TemplateTransform): transform is FamilyTransform {
  return transform.family !== undefined
}

/** `runOver` for a transform of a family, see `TransformFacts.family`. */
export function runFamily(
  pkg: Workspace,
  transform: FamilyTransform,
  context: PackageContext,
  accept: ReadonlySet<string>,
  onError: (path: string, error: unknown) => void,
): Workspace {
  const ledgers = new Map<string, Ledger>()
  const contexts = new Map<string, TemplateContext>()
  const trial: PackageContext = {
    ...context,
    forTemplate(file) {
      const own = context.forTemplate(file)
      if (own === undefined) return undefined
      const ledger: Ledger = { said: [], kept: [] }
      ledgers.set(file.path, ledger)
      contexts.set(file.path, own)
      return recording(own, ledger, accept)
    },
  }
  const made = runOver(pkg, transform, trial, onError)
  const reasonAt = (path: string, at: Node) => {
    const why = ledgers.get(path)?.kept.find((one) => one.at === at)?.why
    return why === undefined ? '' : ` (${why})`
  }
  const taken = takenBack(pkg, made, new Set(transform.family), reasonAt)
  for (const [path, { said, kept }] of ledgers) {
    const because = taken.get(path)
    for (const say of because === undefined ? said : kept.map((one) => one.say)) say()
    const own = contexts.get(path)
    if (because !== undefined && own !== undefined) for (const one of because) reportKept(own, one)
  }
  return made.withFiles([...taken.keys()].flatMap((path) => pkg.files.get(path) ?? []))
}

/** A context that records what is reported, and answers questions at once. */
function recording(own: TemplateContext, { said, kept }: Ledger, accept: ReadonlySet<string>): Scope {
  const say = (one: () => void): void => {
    said.push(one)
  }
  const { target: _target, ...rest } = Object.getOwnPropertyDescriptors(own)
  const answers = Object.defineProperties({}, rest) as Omit<TemplateContext, 'target'>
  return new Scope(
    {
      ...answers,
      report: (code, at, message, help, why) => {
        const one = () => own.report(code, at, message, help, why)
        said.push(one)
        if (behaves(code, 'type preserved')) kept.push({ at, why, say: one })
      },
      accepts: (code, at, message) => {
        say(() => void own.accepts(code, at, message))
        return accept.has(code)
      },
      isAccepted: (code) => {
        say(() => void own.isAccepted(code))
        return accept.has(code)
      },
      pass: (parameter) => say(() => own.pass(parameter)),
      follow: (...args) => say(() => own.follow(...args)),
      change: (at, message) => say(() => own.change(at, message)),
      intend: (...args) => say(() => own.intend(...args)),
    },
    () => own.target,
  )
}

/** A resource that could become another one, and is not changed because of one that cannot. */
interface Held {
  readonly type: string
  readonly at: Node | Entry
  readonly why: string
}

/** By path, what of the change of a template is not made: all of it, where a part of its family is not changed anywhere. */
function takenBack(
  before: Workspace,
  after: Workspace,
  family: ReadonlySet<string>,
  reasonAt: (path: string, at: Node) => string,
): ReadonlyMap<string, readonly Held[]> {
  const changed = [...after.files.values()].filter((file) => before.files.get(file.path)?.root !== file.root)
  const taken = new Map<string, readonly Held[]>()
  if (changed.length === 0) return taken
  const pairs = before.calls.map(({ caller, callee }) => [caller, callee] as const)
  const sets = joinedFiles([...after.files.keys()], pairs)
  for (const paths of sets) {
    const own = changed.filter(({ path }) => paths.includes(path))
    const left = own.length === 0 ? undefined : firstOf(paths, after, family, reasonAt)
    if (left === undefined) continue
    for (const { path, root } of own) taken.set(path, heldIn(before.fileAt(path), root, left, family))
  }
  return taken
}

interface Left {
  readonly path: string
  readonly resource: string
  readonly type: string
  /** Why it is not changed, in brackets, as far as the transform reported it. */
  readonly reason: string
}

function firstOf(
  paths: readonly string[],
  pkg: Workspace,
  family: ReadonlySet<string>,
  reasonAt: (path: string, at: Node) => string,
): Left | undefined {
  for (const path of paths) {
    const file = pkg.files.get(path)
    if (file === undefined || isEnvironment(file)) continue
    const one = membersOf(file.root, family)[0]
    if (one !== undefined)
      return { path, resource: one.resource, type: one.name, reason: reasonAt(path, one.at) }
  }
  return undefined
}

function membersOf(root: SourceFile['root'], family: ReadonlySet<string>): readonly TypeReference[] {
  return typeReferences(root).filter(({ name }) => family.has(renamedType(name)?.to ?? name))
}

/** Those that the change would have made others. */
function heldIn(
  { path, root }: SourceFile,
  made: SourceFile['root'],
  left: Left,
  family: ReadonlySet<string>,
): readonly Held[] {
  const placeOf = ({ trail }: TypeReference) => trail.join('\0')
  const still = new Set(membersOf(made, family).map(placeOf))
  const where = left.path === path ? `"${left.resource}"` : `"${left.resource}" in ${left.path}`
  const why = `${where} (${left.type}) is not converted${left.reason}, and both must change together`
  return membersOf(root, family)
    .filter((one) => !still.has(placeOf(one)))
    .map(({ name, at }) => ({ type: name, at, why }))
}

function reportKept(context: TemplateContext, { type, at, why }: Held): void {
  const dead = deadType(renamedType(type)?.to ?? type, context.cloud)
  if (dead === undefined) context.report('native-kept', at, `${type} is not converted: ${why}`)
  else context.report('removed-resource-type', at, `${type} ${dead}. It is not converted: ${why}`)
}

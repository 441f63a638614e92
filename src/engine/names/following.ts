/** What asks for resources of other templates, and follows when a transform gives their answers other names. */

import { readValue } from '../../heat/merge-keys.ts'
import { mapNodes } from '../../heat/walk.ts'
import { type Asked, askedFromCallers, askingInstead, type Instead } from '../../stack/asked-from-callers.ts'
import type { NestedCall } from '../../stack/calls.ts'
import { type PassedOn, passNewParameter, type WantedParameter } from '../../stack/refactor/declare.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { extended } from '../../text/document/records.ts'
import type { AskedHere } from '../authoring/transform.ts'

/** A resource, or the members of the group of that name, whose answers have other names from now on. */
export interface Following {
  readonly resource: string
  readonly of: Asked['of']
  readonly instead: Instead
}

/** What is asked of a template, and what of that may change along. */
export function openlyAsked(
  pkg: Workspace,
  template: string,
  isOpen: (file: SourceFile) => boolean,
): readonly AskedHere[] {
  return askedFromCallers(pkg, template).map((one) => {
    const file = pkg.files.get(one.caller)
    const stays = file === undefined ? { why: 'cannot be read' } : staying(file, template, isOpen)
    return {
      ...one,
      ...(stays === undefined ? {} : { stays }),
      canAsk: (instead) =>
        file !== undefined &&
        stays === undefined &&
        (instead === undefined || askingInstead(one, instead, file.document) !== undefined),
    }
  })
}

function staying(
  file: SourceFile,
  template: string,
  isOpen: (file: SourceFile) => boolean,
): AskedHere['stays'] {
  if (file.outside !== undefined)
    return {
      why: 'is not part of this run',
      help: `Name ${file.path} beside ${template}, so that both change together.`,
    }
  if (!isOpen(file)) return { why: 'stays as it is' }
  // What a chain makes of CloudFormation is HOT by now, whatever it was.
  const isHot = readValue(file.root, 'heat_template_version') !== undefined
  return isHot ? undefined : { why: 'is not HOT' }
}

/** The package with all that asks for something under its old name asking for the new one, and who asked whom. */
export function followed(
  pkg: Workspace,
  following: ReadonlyMap<string, readonly Following[]>,
): { readonly made: Workspace; readonly pairs: readonly (readonly [caller: string, callee: string])[] } {
  const pairs: (readonly [string, string])[] = []
  const changes = new Map<string, Map<Node, Mapping>>()
  for (const [template, resources] of following) {
    const byName = new Map(resources.map((one) => [`${one.of} ${one.resource}`, one]))
    for (const one of askedFromCallers(pkg, template)) {
      const instead = byName.get(`${one.of} ${one.resource}`)?.instead
      const steps = one.attribute === 'unclear' ? undefined : instead?.(attributeOf(one))
      const file = pkg.files.get(one.caller)
      if (steps === undefined || file === undefined || one.at === undefined) continue
      const asking = askingInstead(one, steps, file.document)
      // A transform asks before whether it can be followed.
      if (asking === undefined) throw new RangeError(`${one.caller} cannot follow ${template}`)
      pairs.push([one.caller, template])
      const own = changes.get(one.caller) ?? new Map<Node, Mapping>()
      changes.set(one.caller, own.set(one.at, asking))
    }
  }
  return { made: pkg.withFiles([...changes].map(([path, own]) => withAsking(pkg, path, own))), pairs }
}

/** The callers of a template that pass a parameter which it gets, so far as they may change. */
export function passedOn(
  pkg: Workspace,
  template: string,
  wanted: WantedParameter,
  isOpen: (file: SourceFile) => boolean,
): PassedOn {
  // The parameters of a stack of its own are another matter.
  const mayPass = (file: SourceFile, { how }: NestedCall) =>
    how !== 'stack' && staying(file, template, isOpen) === undefined
  return passNewParameter(pkg, template, wanted, mayPass)
}

function attributeOf({ attribute }: Asked): string | undefined {
  return typeof attribute === 'string' ? undefined : attribute.name
}

function withAsking(pkg: Workspace, path: string, changes: ReadonlyMap<Node, Mapping>): SourceFile {
  const file = pkg.fileAt(path)
  let count = 0
  const root = mapNodes(file.root, (node) => {
    const made = changes.get(node)
    if (made !== undefined) count += 1
    return made ?? node
  })
  if (count < changes.size || root.kind !== 'map') throw new RangeError(`${path} lost what follows`)
  return extended(file, { root })
}

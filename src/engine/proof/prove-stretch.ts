/** Asks for the proof of a part of a chain: of one template, or of the modules of a package. */

import { renamedType } from '../../heat/deprecations.ts'
import { memberDefinitionOf } from '../../heat/group-types.ts'
import { type Recognition, recognise } from '../../heat/kind.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { counterpartOf, type NativeType, nativeSteps, targetOf } from '../../heat/native-types.ts'
import { refusal, refusedNeed } from '../../heat/refusal.ts'
import { declarations, section } from '../../heat/sections.ts'
import { canSay } from '../../heat/version-needs.ts'
import { type HotVersion, versionOf } from '../../heat/versions.ts'
import type {
  AnswersInside,
  Both,
  DeclarationChange,
  DeclaredChanges,
  NewInside,
} from '../../meaning/side.ts'
import { type Asked, askedBySteps, stepsInstead } from '../../stack/asked-from-callers.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { push } from '../../text/document/multimap.ts'
import { type Mapping, rangeOf } from '../../text/document/node.ts'
import { mapOf, stringOf } from '../../text/document/read.ts'
import { defined } from '../../text/document/records.ts'
import type { IntendedChange, Transform } from '../authoring/package-transform.ts'
import { runChain, type Stretch } from '../chain.ts'
import { milliseconds } from '../clock.ts'
import { neutralCommand } from '../command.ts'
import { behaves } from '../findings/catalogue.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import { guardedProof, type ModuleProof, provePackage } from './package-proof.ts'
import { type Original, prove } from './proof.ts'

interface StretchToProve extends Stretch {
  /** The files whose change is to be shown to keep the meaning. */
  readonly changed: ReadonlySet<string>
  /** Files whose tree no transform changed; printing has verified that the new sources parse to their trees. */
  readonly sameTrees: ReadonlySet<string>
  /** Whether transforms of single templates alone changed it, so that each template is proved by itself. */
  readonly isSingle: boolean
  /** Transforms of the chain that write what Heat itself reads otherwise written. */
  readonly translating: readonly Transform[]
  readonly target: HotVersion
}

export function proveStretch(stretch: StretchToProve): readonly ModuleProof[] {
  const { from, to, changed, intended } = stretch
  // Callers pass what they passed, and what they ask of native resources is held against these.
  if (stretch.isSingle || stretch.keeps === 'correspondence')
    return [...changed].flatMap((path) => {
      const file = from.files.get(path)
      return file === undefined ? [] : [guardedProof(path, [path], () => proveTemplate(file, stretch))]
    })
  return provePackage(from, to, changed, valuesOf(intended), declarationsOf(intended))
}

function proveTemplate(file: SourceFile, stretch: StretchToProve): ModuleProof {
  const started = milliseconds()
  const { path } = file
  const after = stretch.to.files.get(path)
  const about = { module: path, paths: [path] }
  if (after === undefined) return { verdict: 'none', milliseconds: 0, findings: new Map(), ...about }
  const codesOf = (kind: IntendedChange['kind']) =>
    stretch.intended.flatMap((change) => (change.kind === kind && 'code' in change ? [change.code] : []))
  const accepted = new Set(codesOf('accepted'))
  const document =
    after.document.root === after.root ? after.document : { ...after.document, root: after.root }
  const declared = declarationsOf(stretch.intended).get(path)
  const original = originalOf(file, accepted, stretch)
  if (stretch.sameTrees.has(path) && original.root === file.root)
    return {
      verdict: 'equal',
      milliseconds: milliseconds() - started,
      findings: new Map([[path, []]]),
      ...about,
    }
  const { verdict, findings, assumptions } = prove(
    original,
    document,
    accepted,
    codesOf('repaired'),
    declared,
  )
  const took = milliseconds() - started
  const found =
    original.recognition === file.recognition
      ? findings
      : [...findings, ...refusedBefore(file, stretch.target)]
  return {
    verdict,
    milliseconds: took,
    findings: new Map([[path, found]]),
    ...about,
    ...defined({ assumptions }),
  }
}

/** What Heat refuses in the version that was declared, but for removed functions: what replaces those says so. */
function refusedBefore({ document, version }: SourceFile, target: HotVersion): readonly Finding[] {
  const need = refusedNeed({ document, version })
  if (need === undefined || need.until !== undefined || !canSay(target, need)) return []
  const message = `Heat rejects the original because of ${need.what}, which ${version} does not have, and accepts the result`
  return [findingOf('refused-before', message, rangeOf(need.at))]
}

/**
 * The template that was read, in the words that the user chose for it. Where an accepted change is made in what was,
 * too, it has been made here, and all else is proved. What Heat refuses in its own version says what it was meant to
 * say in the target, if anything.
 */
function originalOf(
  file: SourceFile,
  accepted: ReadonlySet<string>,
  { from, to, translating, target, keeps }: StretchToProve,
): Original {
  const { document } = file
  // A stretch behind another one begins with what that one made, which may be HOT by now.
  const now = file.root === document.root ? file.recognition : recognise(file.root, file.syntax)
  const isHotNow = now.kind === 'hot' && file.recognition.kind !== 'hot'
  const [recognition, reading] = isHotNow ? [now, 'heat' as const] : [file.recognition, file.reading]
  const isTranslated = translating.length > 0 || keeps === 'correspondence'
  const names = isTranslated ? 'as Heat translates' : 'as written'
  const types = keeps === 'correspondence' ? 'natively' : 'as written'
  const isReplayed = [...accepted].some((code) => behaves(code, 'replayed'))
  const again = isReplayed
    ? runChain(from.part([file.path]), translating, {
        ...neutralCommand,
        target,
        accept: accepted,
        isOpen: () => true,
        failures: new Map(),
        keepsMeaning: () => true,
      })
    : undefined
  const root = again?.pkg.files.get(file.path)?.root
  return {
    document,
    root: root ?? file.root,
    recognition: readable(file, recognition, target),
    reading,
    names,
    types,
    ...(keeps === 'correspondence' ? aboutInside({ before: from, after: to }, file.path) : {}),
  }
}

function readable({ document }: SourceFile, recognition: Recognition, target: HotVersion): Recognition {
  const version = versionOf(recognition.versionText ?? '')
  if (recognition.kind !== 'hot' || refusal({ document, version }) === undefined) return recognition
  return { ...recognition, versionText: target }
}

function valuesOf(intended: readonly IntendedChange[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const change of intended) {
    if (change.kind !== 'value') continue
    values.set(change.path, [...(values.get(change.path) ?? []), change.parameter])
  }
  return values
}

function declarationsOf(intended: readonly IntendedChange[]): ReadonlyMap<string, DeclaredChanges> {
  const declared = new Map<string, Map<DeclarationChange, Set<string | undefined>>>()
  for (const one of intended) {
    if (one.kind !== 'declaration') continue
    const changes = declared.get(one.path) ?? new Map<DeclarationChange, Set<string | undefined>>()
    const parameters = changes.get(one.change) ?? new Set()
    declared.set(one.path, changes.set(one.change, parameters.add(one.parameter)))
  }
  return declared
}

// What native resources inside of stacks and groups return, for the proof: decided by the resource types
// of both packages, independent of what a transform declares.

/** @param caller the template whose functions ask, and whose resources pass parameters */
function aboutInside(packages: Both<Workspace>, caller: string) {
  const added = newInside(packages, caller)
  return {
    inside: answersInside(packages, caller),
    newInside: (resource: string) => added.get(resource) ?? [],
  }
}

/** What only the rewrites of nested templates have for parameters; their own proof says what these may be. */
function newInside(
  { before, after }: Both<Workspace>,
  caller: string,
): ReadonlyMap<string, readonly NewInside[]> {
  const found = new Map<string, NewInside[]>()
  for (const one of after.callsFrom(caller)) {
    const [was, is] = [before, after].map((pkg) => pkg.files.get(one.callee)?.root)
    if (was === undefined || is === undefined || was === is) continue
    const known = declarations(was).parameters
    const added = [...declarations(is).parameters.keys()].filter((name) => !known.has(name))
    const [, , , ...trail] = [...one.trail, one.propertiesKey]
    for (const name of added) push(found, one.resource, { name, trail })
  }
  return found
}

function answersInside(packages: Both<Workspace>, caller: string): AnswersInside {
  return (resource, steps) => {
    for (const one of askedBySteps(packages.before, caller, resource, steps)) {
      const facts = one.resource === undefined ? undefined : retypedBy(packages, one)
      if (facts === undefined || one.attribute === 'unclear') continue
      const asked = one.attribute === 'reference' ? undefined : one.attribute.name
      const instead = nativeSteps(asked, facts)
      if (instead === undefined || one.way === undefined) continue
      const known = steps.filter((step) => step !== undefined)
      if (known.length < steps.length) continue
      const writing = {
        make: (step: string | number) => step,
        textOf: (step: string | number) => (typeof step === 'string' ? step : undefined),
      }
      return stepsInstead(known, one.way, instead, writing)
    }
    return undefined
  }
}

type Question = Pick<Asked, 'of' | 'resource' | 'attribute'> & { readonly template: string }

/** The facts by which a resource, or the members of a group, became native; undefined where they did not. */
function retypedBy({ before, after }: Both<Workspace>, one: Question): NativeType | undefined {
  const [was, is] = [typeIn(before, one), typeIn(after, one)]
  const facts = was === undefined || was === is ? undefined : counterpartOf(renamedType(was)?.to ?? was)
  const target = facts === undefined ? undefined : targetOf(facts)
  return target === undefined || target === is ? facts : undefined
}

function typeIn(pkg: Workspace, { template, resource = '', of }: Question): string | undefined {
  const root = pkg.files.get(template)?.root
  const definition = root === undefined ? undefined : definitionIn(root, resource)
  const type = stringOf(readValue(definition, 'type', 'Type'))
  if (of === 'resource' || type === undefined) return type
  const property = memberDefinitionOf(type)
  const properties = mapOf(readValue(definition, 'properties', 'Properties'))
  const member = property === undefined ? undefined : mapOf(readValue(properties, property))
  return stringOf(readValue(member, 'type', 'Type'))
}

function definitionIn(root: Mapping, name: string): Mapping | undefined {
  return mapOf(readValue(section(root, 'resources'), name))
}

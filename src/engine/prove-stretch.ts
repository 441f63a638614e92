/** Asks for the proof of a part of a chain: of one template, or of the modules of a package. */
import { rangeOf } from '../document/node.ts'
import { type Recognition, recognise } from '../heat/kind.ts'
import { refusal, refusedNeed } from '../heat/refusal.ts'
import { canSay } from '../heat/version-needs.ts'
import { type HotVersion, versionOf } from '../heat/versions.ts'
import type { PackageFile } from '../package/package-file.ts'
import type { DeclarationChange, DeclaredChanges } from '../semantics/side.ts'
import { aboutInside } from './answers-inside.ts'
import { catalogueEntry } from './catalogue.ts'
import { runChain, type Stretch } from './chain.ts'
import { milliseconds } from './clock.ts'
import { type Finding, findingOf } from './finding.ts'
import { guardedProof, type ModuleProof, provePackage } from './package-proof.ts'
import type { IntendedChange, Transform } from './package-transform.ts'
import { type Original, prove } from './proof.ts'

export interface StretchToProve extends Stretch {
  /** The files whose change is to be shown to keep the meaning. */
  readonly changed: ReadonlySet<string>
  /** Those of them whose tree no transform changed; that their new texts read as their trees, their printing has shown. */
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

function proveTemplate(file: PackageFile, stretch: StretchToProve): ModuleProof {
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
      ...about,
      verdict: 'equal',
      milliseconds: milliseconds() - started,
      findings: new Map([[path, []]]),
    }
  const { verdict, findings } = prove(original, document, accepted, codesOf('repaired'), declared)
  const took = milliseconds() - started
  const found =
    original.recognition === file.recognition
      ? findings
      : [...findings, ...refusedBefore(file, stretch.target)]
  return { verdict, milliseconds: took, findings: new Map([[path, found]]), ...about }
}

/** What Heat refuses in the version that was declared, but for removed functions: what replaces those says so. */
function refusedBefore({ document, version }: PackageFile, target: HotVersion): readonly Finding[] {
  const need = refusedNeed({ document, version })
  if (need === undefined || need.until !== undefined || !canSay(target, need)) return []
  const message = `Heat refuses the original because of ${need.what}, which ${version} does not have, and accepts the result`
  return [findingOf('refused-before', message, rangeOf(need.at))]
}

/**
 * The template that was read, in the words that the user chose for it. Where an accepted change is made in what was,
 * too, it has been made here, and all else is proved. What Heat refuses in its own version says what it was meant to
 * say in the target, if anything.
 */
function originalOf(
  file: PackageFile,
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
  const isReplayed = [...accepted].some((code) => catalogueEntry(code)?.isReplayed === true)
  const again = isReplayed
    ? runChain(from.part([file.path]), translating, { target, accept: accepted, keepsMeaning: () => true })
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

function readable({ document }: PackageFile, recognition: Recognition, target: HotVersion): Recognition {
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

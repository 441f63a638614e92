/** Shows that the modules of a rewritten package deploy what they deployed before. */

import type { Verdict } from '../../meaning/compare.ts'
import { compareDeployments, type Deployment } from '../../meaning/deployment.ts'
import type { CompareOptions, DeclaredChanges } from '../../meaning/side.ts'
import { stackSide } from '../../meaning/stack-side.ts'
import { packageStack, possibleEnvironments } from '../../stack/package-stack.ts'
import { fileName, isEnvironment } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { defined, extended } from '../../text/document/records.ts'
import { milliseconds } from '../clock.ts'
import { defectFinding, isDefect } from '../defect.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import type { ProofVerdict } from '../outcome.ts'
import { rangeOfPath, saidOf } from './proof.ts'
import { distinct } from './tree-guards.ts'

/** What is proved of one module: it stands for its template, its environment and all that it calls. */
export interface ModuleProof {
  readonly module: string
  /** The files that take part. */
  readonly paths: readonly string[]
  readonly verdict: ProofVerdict
  readonly milliseconds: number
  /** Where the two differ, or what could not be shown, by path: errors; or what Heat refuses of the original: warnings. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  /** The assumptions of the verdict, as sentences; absent for none. */
  readonly assumptions?: readonly string[]
}

/** The proof of a module that could not be done, because of a defect: it lets nothing through. */
function brokenProof(module: string, paths: readonly string[], error: unknown): ModuleProof {
  const findings = new Map([[module, [defectFinding(error, 'the proof could not be done')]]])
  return { module, paths, verdict: 'unproved', milliseconds: 0, findings }
}

export function isBroken({ findings }: ModuleProof): boolean {
  return [...findings.values()].some((found) => found.some(isDefect))
}

/** The proof that `prove` makes of a module; a defect that it meets is the failure of this module alone. */
export function guardedProof(
  module: string,
  paths: readonly string[],
  prove: () => ModuleProof,
): ModuleProof {
  try {
    return prove()
  } catch (error) {
    return brokenProof(module, paths, error)
  }
}

/**
 * Compares every module that a change may reach, as it was and as it would be.
 * @param changed paths of changed and created files
 * @param assumed by template, the parameters that the changes take to have their own value
 * @param declared what may differ in declarations, by template
 */
export function provePackage(
  before: Workspace,
  after: Workspace,
  changed: ReadonlySet<string>,
  assumed: ReadonlyMap<string, readonly string[]> = new Map(),
  declared: ReadonlyMap<string, DeclaredChanges> = new Map(),
): ModuleProof[] {
  const pair = { before: withDeclaredVersions(before, after), after, assumed, declared }
  const proofOf = (module: string): ModuleProof => {
    const paths = deployedFiles(after, module)
    return guardedProof(module, paths, () => proveModule(pair, module, paths))
  }
  const reached = new Set<string>()
  const outermost = outermostTemplates(after, changed)
  const proofs = outermost.flatMap((path) => {
    const paths = deployedFiles(after, path)
    for (const one of paths) reached.add(one)
    return paths.some((one) => changed.has(one)) ? [proofOf(path)] : []
  })
  // What none of them reaches, as files that call one another, somebody elsewhere may call: that is to mean the same by itself.
  const alone: string[] = []
  for (const path of changed) {
    const file = after.files.get(path)
    if (reached.has(path) || !before.files.has(path) || file === undefined || isEnvironment(file)) continue
    alone.push(path)
    for (const one of deployedFiles(after, path)) reached.add(one)
  }
  return [...proofs, ...alone.map(proofOf)]
}

/**
 * The modules, and what else calls a changed template and is called by none: its callers are elsewhere, such as a registry
 * that cannot be read.
 */
function outermostTemplates(pkg: Workspace, changed: ReadonlySet<string>): readonly string[] {
  const modules = pkg.modules().map(({ path }) => path)
  const known = new Set(modules)
  const others = [...pkg.callersAbove(changed)].filter((path) => {
    const file = pkg.files.get(path)
    return file !== undefined && !isEnvironment(file) && !known.has(path) && pkg.callsOf(path).length === 0
  })
  return [...modules, ...others]
}

/** A template that declares no version Heat refuses. All else in it is compared under the version that it declares now. */
function withDeclaredVersions(before: Workspace, after: Workspace): Workspace {
  const bare = [...before.files.values()].filter(({ recognition }) => recognition.problem === 'no-version')
  return before.withFiles(
    bare.flatMap((file) => {
      const now = after.files.get(file.path)
      if (now?.version === undefined) return []
      const { recognition, kind, version } = now
      return [extended(file, { recognition, kind, version })]
    }),
  )
}

interface Pair {
  readonly before: Workspace
  readonly after: Workspace
  readonly assumed: ReadonlyMap<string, readonly string[]>
  readonly declared: ReadonlyMap<string, DeclaredChanges>
}

/** So many environments are looked at one by one, where what a type leads to depends on which of them a stack is created with. */
const MOST_VARIANTS = 24

function proveModule(pair: Pair, module: string, paths: readonly string[]): ModuleProof {
  const started = milliseconds()
  const options = optionsFor(pair, module, paths)
  const own = provenStack(pair, module, options, undefined)
  if (own === undefined) return { module, paths, verdict: 'none', milliseconds: 0, findings: new Map() }
  const environments = own.isAmbiguous
    ? [...new Set([...possibleEnvironments(pair.before), ...possibleEnvironments(pair.after)])]
    : []
  const variants =
    environments.length > MOST_VARIANTS
      ? []
      : environments.flatMap((one) => provenStack(pair, module, options, one) ?? [])
  const proven = variants.length > 0 ? variants : [own]
  const verdict = (['differs', 'unproved', 'equal'] as const).find((one) =>
    proven.some((stack) => stack.verdict === one),
  )
  const findings = new Map<string, readonly Finding[]>()
  for (const [path, found] of proven.flatMap((one) => [...one.findings]))
    findings.set(path, distinct([...(findings.get(path) ?? []), ...found]))
  const assumptions = new Set(proven.flatMap((one) => one.assumptions ?? []))
  return {
    module,
    paths,
    verdict: verdict ?? 'none',
    milliseconds: milliseconds() - started,
    findings,
    ...(assumptions.size === 0 ? {} : { assumptions: [...assumptions] }),
  }
}

function optionsFor(
  { before, after, assumed, declared }: Pair,
  module: string,
  paths: readonly string[],
): CompareOptions {
  const inside = <Thing>(of: (path: string) => Thing) => new Map(paths.map((path) => [path, of(path)]))
  return {
    assumed: new Set(assumed.get(module)),
    assumedInside: inside((path) => new Set(assumed.get(path))),
    declared: declared.get(module) ?? new Map(),
    declaredInside: inside((path) => declared.get(path) ?? new Map()),
    renamed: inlinedAliases(before, after, module),
  }
}

interface ProvenStack {
  readonly verdict: Verdict['verdict']
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  readonly assumptions?: readonly string[]
  /** Whether a type may lead to several templates, by environments of which nobody knows whether they count. */
  readonly isAmbiguous: boolean
}

/** @param besides an environment that the stack is created with beside its own */
function provenStack(
  { before, after }: Pair,
  module: string,
  options: CompareOptions,
  besides: string | undefined,
): ProvenStack | undefined {
  const old = deploymentOf(before, module, 'by path', besides)
  const next = deploymentOf(after, module, 'by path', besides)
  if (old === undefined || next === undefined) return undefined
  const compare = (one: Deployment, other: Deployment) => compareDeployments(one, other, options)
  const verdict = compare(old, next)
  const findings = new Map<string, Finding[]>()
  const { problems, assumptions } = saidOf(verdict, old, next, compare)
  for (const { template, path, code, message } of problems) {
    const file = template ?? module
    const root = before.files.get(file)?.root
    const range = root === undefined ? undefined : rangeOfPath(root, path)
    findings.set(file, [...(findings.get(file) ?? []), findingOf(code, message, range)])
  }
  const isAmbiguous = [old, next].some(({ open }) => open?.some(({ identity }) => identity === undefined))
  return { verdict: verdict.verdict, findings, ...assumptions, isAmbiguous }
}

/** Names of a registry that no template uses any more, to the files that they stood for. */
function inlinedAliases(before: Workspace, after: Workspace, module: string): ReadonlyMap<string, string> {
  const names = (pkg: Workspace) =>
    [module, ...pkg.reachableFrom(module)].flatMap((path) => pkg.callsFrom(path))
  const left = new Set(names(after).map(({ name }) => name))
  const removed = names(before).filter(({ name, aliases }) => aliases.length > 0 && !left.has(name))
  return new Map(removed.map(({ name, callee }) => [name, fileName(callee)]))
}

/** The module, its environment, and every template of the package that it calls. */
export function deployedFiles(pkg: Workspace, module: string): string[] {
  const environments = pkg.environmentsOf(module).map(({ path }) => path)
  const nested = [...pkg.reachableFrom(module)].filter((path) => pkg.files.has(path))
  return [module, ...environments, ...nested]
}

/**
 * A module of a package as it is deployed; undefined for one that has no meaning in any dialect.
 * @param besides an environment that the stack is created with beside its own
 */
export function deploymentOf(
  pkg: Workspace,
  module: string,
  contents: 'by path' | 'as read' = 'by path',
  besides?: string,
): Deployment | undefined {
  const stack = packageStack(pkg, module, { contents, ...defined({ besides }) })
  return stack === undefined ? undefined : stackSide(stack, 'values')
}

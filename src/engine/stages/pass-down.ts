/** Behind the second stage of a migration: what calls a template passes the parameters that it has to be given from now on. */

import { readValue } from '../../heat/merge-keys.ts'
import { declaredType, isHidden } from '../../heat/parameters.ts'
import { declarations } from '../../heat/sections.ts'
import type { NestedCall } from '../../stack/calls.ts'
import { passNewParameter, type WantedParameter } from '../../stack/refactor/declare.ts'
import { unreadConcern } from '../../stack/refactor/unknown-callers.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { rangeOf } from '../../text/document/node.ts'
import { stringOf } from '../../text/document/read.ts'
import type { Transform } from '../authoring/package-transform.ts'
import type { Command } from '../command.ts'
import type { FileRun, RewrittenRun } from '../file-run.ts'
import type { FindingCode } from '../findings/catalogue.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import type { AppliedTransform } from '../outcome.ts'

/**
 * A parameter that replaces what only AWS has, such as an import, gets no value from a caller that knows nothing of
 * it. Callers declare it, too, and pass it on, and so do theirs: they change together. Of a caller that cannot, the run says
 * what it lacks; one that cannot be read blocks the template.
 */
export function passedDown(run: RewrittenRun, { isMigration, transforms }: Command): RewrittenRun {
  const { calls, unreadable } = run.before
  if (!isMigration || (calls.length === 0 && unreadable.size === 0)) return run
  // What a caller passes from now on is no part of what was proved of it.
  const asking = transforms.flatMap((one): readonly Transform[] =>
    one.asksForValues === true ? [{ ...one, keeps: 'meaning unless accepted' }] : [],
  )
  const passing = new Passing(run, asking)
  for (const one of run.files.values()) for (const wanted of newlyRequired(one)) passing.pass(one, wanted)
  return passing.result()
}

/** The parameters of a template without a default that had one before, or that it did not have. */
function newlyRequired({ path, before, file, isChanged, failure }: FileRun): readonly WantedParameter[] {
  if (before === undefined || file === undefined || !isChanged || failure !== undefined) return []
  const known = declarations(before.root).parameters
  return [...declarations(file.root).parameters].flatMap(([name, declared]): readonly WantedParameter[] => {
    const type = declaredType(declared)
    const was = known.get(name)
    const wasRequired = known.has(name) && readValue(was, 'Default', 'default') === undefined
    if (wasRequired || type === undefined || readValue(declared, 'Default', 'default') !== undefined)
      return []
    const description = stringOf(readValue(declared, 'description')) ?? `The parameter ${name} of ${path}`
    return [{ name, type, description, ...(isHidden(declared) ? { isHidden: true } : {}) }]
  })
}

/** The state of one run: callers that change call by call. */
class Passing {
  readonly #run: RewrittenRun
  /** The transforms that ask for values. */
  readonly #asking: readonly Transform[]
  readonly #files: Map<string, FileRun>
  readonly #pairs: (readonly [caller: string, callee: string])[] = []
  #pkg: Workspace

  constructor(run: RewrittenRun, asking: readonly Transform[]) {
    this.#run = run
    this.#asking = asking
    this.#files = new Map(run.files)
    this.#pkg = run.run.chain.pkg
  }

  pass({ path, applied }: FileRun, wanted: WantedParameter): void {
    const unread = unreadConcern(this.#run.before, path)
    if (unread !== undefined) {
      this.#refuse(path, wanted, unread)
      return
    }
    const { roots, passed, left } = passNewParameter(this.#pkg, path, wanted, (file) => this.#mayChange(file))
    for (const [caller, root] of roots) this.#pkg = this.#pkg.withRoot(caller, root)
    const givers = this.#asking.filter(({ id }) => applied.some((one) => one.id === id))
    for (const one of passed) {
      const message = `"${one.resource}" now passes "${wanted.name}", which ${one.callee} requires`
      this.#report(one, 'new-parameter', message)
      this.#change(one.caller, givers)
      this.#pairs.push([one.caller, one.callee])
    }
    for (const one of left)
      this.#report(
        one,
        'nested-parameter',
        `${one.callee} now requires the parameter "${wanted.name}", which "${one.resource}" does not pass`,
      )
  }

  result(): RewrittenRun {
    const { run } = this.#run
    const { chain } = run
    const files = [...this.#files.values()].map((one): FileRun => {
      const file = this.#pkg.files.get(one.path)
      return file === chain.pkg.files.get(one.path) ? one : { ...one, file }
    })
    const followed = [...chain.followed, ...this.#pairs]
    return {
      ...this.#run,
      files: new Map(files.map((one) => [one.path, one])),
      run: { ...run, chain: { ...chain, pkg: this.#pkg, followed }, proved: chain.pkg },
    }
  }

  /** Whether a caller is HOT by now, and neither refused nor none of the run. */
  #mayChange({ path, outside, root }: SourceFile): boolean {
    const one = this.#files.get(path)
    const isOpen = one?.closed === undefined || one.closed.status === 'unchanged'
    const isHot = readValue(root, 'heat_template_version') !== undefined
    return outside === undefined && one !== undefined && isOpen && one.failure === undefined && isHot
  }

  /** Who calls a template and cannot be read cannot pass it anything. */
  #refuse(path: string, { name }: WantedParameter, why: string): void {
    const one = this.#files.get(path)
    if (one === undefined) return
    const finding = findingOf(
      'reference-not-followed',
      `the template needs the parameter "${name}" now: ${why}`,
    )
    const extended = (known: readonly Finding[]) => [...known, finding]
    this.#files.set(path, {
      ...one,
      findings: extended(one.findings),
      unrewritten: extended(one.unrewritten),
    })
  }

  #report({ caller, at }: NestedCall, code: FindingCode, message: string): void {
    const one = this.#files.get(caller)
    if (one === undefined) return
    this.#files.set(caller, { ...one, findings: [...one.findings, findingOf(code, message, rangeOf(at))] })
  }

  /** What the callers of a template do is part of what its transform does. */
  #change(path: string, givers: readonly Transform[]): void {
    const one = this.#files.get(path)
    if (one === undefined) return
    const applied = givers.reduce(withChange, one.applied)
    const lossy = [...new Set([...one.lossy, ...givers])]
    this.#files.set(path, { ...one, closed: undefined, isChanged: true, applied, lossy })
  }
}

function withChange(applied: readonly AppliedTransform[], { id }: Transform): readonly AppliedTransform[] {
  const known = applied.find((one) => one.id === id)
  if (known === undefined) return [...applied, { id, changes: 1, gives: 'value' }]
  return applied.map((one) => (one === known ? { ...one, changes: one.changes + 1 } : one))
}

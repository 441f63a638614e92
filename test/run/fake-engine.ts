import type { Engine } from '../../src/engine/engine-contract.ts'
import type { ChangedOutcome, FileOutcome, LocatedFinding } from '../../src/engine/outcome.ts'

/** A finding with what tests seldom care about filled in. */
export function finding(fields: Partial<LocatedFinding> & { code: string }): LocatedFinding {
  return { severity: 'error', message: `${fields.code} here`, line: 1, column: 1, ...fields }
}

/**
 * An engine for tests. The first line of a file says what becomes of it:
 * `upper` is changed to upper case, `rename` gets `.yaml` as its extension (upper
 * case too), `block` is blocked, `crash` makes the engine throw; all else is no
 * template. Files whose text mentions a renamed file follow, in one group with it.
 */
export const fakeEngine: Engine = {
  run({ path, bytes }) {
    const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    const word = before.split(/\W/, 1)[0]
    const base = { path, kind: 'fake', proof: 'none', transforms: [], findings: [], before } as const
    if (word === 'crash') throw new Error('boom')
    if (word === 'upper') return changed({ ...base, after: before.toUpperCase() })
    if (word === 'rename') {
      return changed({ ...base, after: before.toUpperCase(), newPath: path.replace(/\.[^./]*$/, '.yaml') })
    }
    if (word === 'block') {
      const findings = [
        finding({ code: 'unknown-function', line: 2, column: 3, message: 'Fn::Foo is unknown' }),
      ]
      return { ...base, status: 'blocked', reason: 'Fn::Foo is unknown', findings }
    }
    if (word === 'same') return { ...base, status: 'unchanged' }
    return { ...base, kind: 'not-a-template', status: 'skipped', reason: 'not a template' }
  },
  givesName: (path) => !path.endsWith('.yaml'),
  followRenames(outcomes, readText) {
    const renamed = outcomes.filter(({ newPath }) => newPath !== undefined)
    return outcomes.map((outcome): FileOutcome => {
      const own =
        outcome.status === 'changed' && renamed.includes(outcome)
          ? { ...outcome, group: outcome.path }
          : outcome
      if (outcome.status === 'failed') return own
      const before = outcome.before ?? readText(outcome.path)
      const target = renamed.find(({ path }) => before?.includes(`-> ${path}`))
      if (before === undefined || target?.newPath === undefined) return own
      const after = before.replace(`-> ${target.path}`, `-> ${target.newPath}`)
      const { reason: _reason, ...rest } = outcome
      return { ...rest, status: 'changed', before, after, group: target.path }
    })
  },
}

function changed(outcome: Omit<ChangedOutcome, 'status'>): FileOutcome {
  return { ...outcome, status: 'changed', transforms: [{ id: 'fake/upper', changes: 1 }] }
}

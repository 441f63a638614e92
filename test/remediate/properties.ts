/** What must hold of every repair; each function lists what does not. */

import { moduleValue } from '../../src/stack/value-of.ts'
import { declaredParameters } from '../../src/stack/values.ts'
import type { Workspace } from '../../src/stack/workspace.ts'
import { sameData } from '../../src/text/document/data.ts'
import type { Mapping, Node } from '../../src/text/document/node.ts'
import { entryOf, listOf, mapOf, nameOf, resolved } from '../../src/text/document/read.ts'
import type { Texts } from '../onap/changes.ts'
import { packagesIn, violationsIn } from '../onap/package.ts'
import { commentsIn } from './comments.ts'
import { type Mode, modes, type Remediated, remediated } from './remediated.ts'

const refusals = [
  'meaning-differs',
  'meaning-unproved',
  'output-differs',
  'change-incomplete',
  'internal-error',
]

/** Violations that this mode repairs, left without a reason; and files that were held back. */
export function dishonest({ outcomes }: Remediated, mode: Mode): string[] {
  // What Heat has no version for is left, and all that belongs to it.
  const isUnread = outcomes.some(({ findings }) => findings.some(({ code }) => code === 'no-such-version'))
  return outcomes.flatMap(({ path, status, findings }) => [
    ...(status === 'failed' ? [`${path} failed`] : []),
    ...findings.flatMap(({ code, message, help, requirement }) => {
      if (isUnread && code === 'change-incomplete') return []
      if (refusals.includes(code)) return [`${path} ${code} ${message}`]
      if (requirement === undefined || requirement.isRepaired === true) return []
      const isDue = modes.slice(0, modes.indexOf(mode) + 1).some((one) => one === requirement.repair)
      return isDue ? [`${path} ${code} ${help}`] : []
    }),
  ])
}

/** How often each file violates each requirement. */
function counts(violations: readonly { requirement: string; path: string }[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { requirement, path } of violations) {
    const key = `${requirement} ${path}`
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  return found
}

const known = new Map<string, Map<string, number>>()

/** Asked once for each state: both modes begin with the same texts, and often end with the same. */
function countsOf(texts: Texts): Map<string, number> {
  const state = JSON.stringify([...texts])
  const found = known.get(state) ?? counts(violationsIn(texts))
  known.set(state, found)
  return found
}

/** Counts under the names that files have afterwards. */
function renamed(found: ReadonlyMap<string, number>, { nameOf }: Remediated): Map<string, number> {
  return new Map(
    [...found].map(([key, count]) => {
      const space = key.indexOf(' ')
      return [`${key.slice(0, space)} ${nameOf(key.slice(space + 1))}`, count]
    }),
  )
}

/** Requirements that a file violates more often than before. */
export function newlyViolated(texts: Texts, made: Remediated): string[] {
  const before = renamed(countsOf(texts), made)
  return [...countsOf(made.texts)]
    .filter(([key, count]) => count > (before.get(key) ?? 0))
    .map(([key]) => key)
}

/** Files and requirements of which the findings do not add up: found before is repaired or left, and left is found again. */
export function miscounted(texts: Texts, made: Remediated): string[] {
  const { texts: now, outcomes } = made
  const told = (isRepaired: boolean) =>
    counts(
      outcomes.flatMap(({ path, findings }) =>
        findings.flatMap(({ code, requirement }) =>
          requirement === undefined || (requirement.isRepaired === true) !== isRepaired
            ? []
            : [{ requirement: code, path }],
        ),
      ),
    )
  const [before, after, repaired, left] = [
    renamed(countsOf(texts), made),
    countsOf(now),
    renamed(told(true), made),
    renamed(told(false), made),
  ]
  return [...new Set([...before.keys(), ...after.keys(), ...repaired.keys(), ...left.keys()])].flatMap(
    (key) => {
      const [was, is, done, open] = [before, after, repaired, left].map((one) => one.get(key) ?? 0)
      return was === (done ?? 0) + (open ?? 0) && is === open
        ? []
        : [`${key}: ${was} before, ${done} repaired, ${open} left, ${is} found again`]
    },
  )
}

/** The files that a second run would change. */
export function changedAgain({ texts, outcomes }: Remediated, mode: Mode): string[] {
  // Of what the first run left as it was, a second one would be the first again.
  const isSame = outcomes.every(({ after, newPath }) => after === undefined && newPath === undefined)
  if (isSame) return []
  return remediated(texts, mode)
    .outcomes.filter(({ after }) => after !== undefined)
    .map(({ path }) => path)
}

/** Parameters of modules whose value a safe repair changed. */
export function otherValues(texts: Texts, { texts: now }: Remediated): string[] {
  const after = packagesIn(now)
  return packagesIn(texts).flatMap((pkg, index) => {
    const still = values(after[index] as Workspace)
    return [...values(pkg)]
      .filter(([name, value]) => {
        const given = still.get(name)
        return value === undefined ? given !== undefined : given === undefined || !sameData(value, given)
      })
      .map(([name]) => name)
  })
}

/** Places of resources, outputs and conditions that a safe repair changed beyond further properties. */
export function otherDeployment(texts: Texts, { texts: now }: Remediated): string[] {
  const after = packagesIn(now)
  return packagesIn(texts).flatMap((pkg, index) =>
    [...pkg.files].flatMap(([path, { root }]) => {
      const next = after[index]?.files.get(path)?.root
      return next === undefined
        ? [`${path} is gone`]
        : deployedChanges(root, next).map((one) => `${path} ${one}`)
    }),
  )
}

/** Comments that are nowhere in the package any more, and of which no finding says that they go with what they explain. */
export function lostComments(texts: Texts, { texts: now, outcomes, nameOf }: Remediated): string[] {
  const left = new Map([...now].map(([path, text]) => [path, commentsIn(text).map((one) => one.text)]))
  const take = (path: string, comment: string): boolean => {
    const own = left.get(nameOf(path))
    const at = own?.indexOf(comment) ?? -1
    if (at !== -1) own?.splice(at, 1)
    return at !== -1
  }
  const missing = [...texts].flatMap(([path, text]) =>
    commentsIn(text).flatMap((one) => (take(path, one.text) ? [] : [{ path, ...one }])),
  )
  // A parameter goes with the values that environments and calls give it.
  const gone = new Set(
    outcomes.flatMap(({ path, findings }) =>
      findings
        .filter(({ help }) => /with (?:its|their) comments/.test(help ?? ''))
        .flatMap(({ message }) => namesIn(message))
        .flatMap((name) =>
          path.endsWith('.env') ? [`${path} ${name}`] : [...texts.keys()].map((one) => `${one} ${name}`),
        ),
    ),
  )
  return missing
    .filter(({ text }) => ![...now.keys()].some((path) => take(path, text)))
    .filter(({ path, keys }) => !keys.some((key) => gone.has(`${path} ${key}`)))
    .map(({ path, text, owner }) => `${path}: ${text}, about ${owner}`)
}

/** The names in quotes, and the section that is called by its name. */
function namesIn(message: string): string[] {
  return [...message.matchAll(/"([^"]+)"|\b(resource_registry)\b/g)].map(
    ([, name, section]) => name ?? section ?? '',
  )
}

/** The value of each parameter of each module; undefined for input that is required. */
function values(pkg: Workspace): ReadonlyMap<string, Node | undefined> {
  return new Map(
    pkg.modules().flatMap((module) =>
      declaredParameters(module.root).map(({ name }) => {
        const { node } = moduleValue(module, pkg.environmentOf(module.path), name)
        return [`${module.path} ${name}`, node] as const
      }),
    ),
  )
}

/** Where the second differs from the first in more than further properties and the names of types. */
function changes(one: Node, other: Node, at: string): string[] {
  const [a, b] = [resolved(one), resolved(other)]
  const [map, next] = [mapOf(a), mapOf(b)]
  if (map !== undefined && next !== undefined) {
    const added = next.entries.filter((entry) => entryOf(map, nameOf(entry) ?? '') === undefined)
    return [
      ...(at.endsWith('.properties') ? [] : added.map((entry) => `${at}.${nameOf(entry)} is new`)),
      ...map.entries.flatMap((entry) => {
        const name = nameOf(entry) ?? ''
        const still = entryOf(next, name)
        return still === undefined
          ? [`${at}.${name} is gone`]
          : changes(entry.value, still.value, `${at}.${name}`)
      }),
    ]
  }
  const [list, items] = [listOf(a)?.items, listOf(b)?.items]
  if (list !== undefined && items !== undefined && list.length === items.length)
    return list.flatMap((item, index) => changes(item, items[index] as Node, `${at}[${index}]`))
  return at.endsWith('.type') || sameData(a, b) ? [] : [`${at} is another`]
}

const deployed = ['resources', 'outputs', 'conditions']

function deployedChanges(before: Mapping, after: Mapping): string[] {
  return deployed.flatMap((name) => {
    const [one, other] = [entryOf(before, name)?.value, entryOf(after, name)?.value]
    const isEmpty = one === undefined || (mapOf(one)?.entries.length ?? 0) === 0
    if (isEmpty || other === undefined)
      return isEmpty && mapOf(other)?.entries.length ? [`${name} is new`] : isEmpty ? [] : [`${name} is gone`]
    return changes(one, other, name)
  })
}

/** What else changes because one resource does: the resources that read it, or read what reads it. */
import { grow, push } from '../../text/document/multimap.ts'
import { extended } from '../../text/document/records.ts'
import { actions, type Consequence, type ResourceImpact } from './model.ts'

/** So many have to follow for it to be said. */
const fewest = 2

/** So many resources are counted, over all causes: each of many may have all that follows the others. */
const mostCounted = 50_000

/** The resources with what follows those that change by themselves. */
export function withConsequences(resources: readonly ResourceImpact[]): readonly ResourceImpact[] {
  const readers = readersOf(resources)
  let left = mostCounted
  return resources.map((resource) => {
    if (left <= 0 || isFollower(resource)) return resource
    const followers = followersOf(resource.name, readers)
    left -= followers.size
    return followers.size < fewest ? resource : extended(resource, { follow: consequences(followers) })
  })
}

/** Whether it changes only by what it reads. */
function isFollower({ changes }: ResourceImpact): boolean {
  const own = changes.filter(({ path }) => path !== 'resources' && path !== 'stack')
  return own.length > 0 && own.every(({ by }) => by !== undefined)
}

/** Who reads a resource, and changes for that alone. */
function readersOf(resources: readonly ResourceImpact[]): ReadonlyMap<string, readonly ResourceImpact[]> {
  const names = new Set(resources.map(({ name }) => name))
  const readers = new Map<string, ResourceImpact[]>()
  for (const resource of resources) {
    if (!isFollower(resource)) continue
    const read = new Set(resource.changes.flatMap(({ by }) => (by === undefined ? [] : namesIn(by))))
    for (const one of read) {
      const cause = inScope(resource.name, one, names)
      if (cause !== undefined) push(readers, cause, resource)
    }
  }
  return readers
}

/** `net` of `net.subnets`, and all of `a, b and c`. */
function namesIn(by: string): readonly string[] {
  return by.split(/, | and /).map((one) => one.split('.', 1)[0] ?? one)
}

/** The resource of that name in the stack of another one, or in one around it, from which the value came. */
function inScope(reader: string, name: string, names: ReadonlySet<string>): string | undefined {
  const scopes = reader.split('/').slice(0, -1)
  for (let depth = scopes.length; depth >= 0; depth -= 1) {
    const candidate = [...scopes.slice(0, depth), name].join('/')
    if (names.has(candidate)) return candidate
  }
  return undefined
}

function followersOf(
  cause: string,
  readers: ReadonlyMap<string, readonly ResourceImpact[]>,
): ReadonlySet<ResourceImpact> {
  const found = new Set<ResourceImpact>()
  const open = [cause]
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const reader of readers.get(name) ?? [])
      if (!found.has(reader)) {
        found.add(reader)
        open.push(reader.name)
      }
  return found
}

/** How many have which effect as the worst; the worst first. */
function consequences(followers: ReadonlySet<ResourceImpact>): readonly Consequence[] {
  const counts = new Map<string, number>()
  const key = (action: string, certainty: string) => `${action} ${certainty === 'may' ? 'may' : 'sure'}`
  for (const {
    effects: [worst],
    count = 1,
  } of followers)
    if (worst !== undefined) grow(counts, key(worst.action, worst.certainty), count)
  return actions.flatMap((action) =>
    (['sure', 'may'] as const).flatMap((certainty) => {
      const count = counts.get(key(action, certainty))
      return count === undefined ? [] : [{ action, certainty, count }]
    }),
  )
}

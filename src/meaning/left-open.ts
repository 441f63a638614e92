/** What of two stacks was not compared because it was not read, or reaches Heat only as part of file contents. */
import { type Both, type Side, sameContent } from './side.ts'

/** The names of files that only what is content names, and that differ: stacks made from that content read them. */
export function changedAttached({ before, after }: Both<Side>): readonly string[] {
  return [...(before.attached ?? [])].flatMap(([name, content]) => {
    const other = after.attached?.get(name)
    return other === undefined || sameContent(content, other) ? [] : [name]
  })
}

type OpenNames = NonNullable<Side['open']>
type Identities = ReadonlySet<string | undefined>

/**
 * What could be different without having been compared, as sentences: files that one side leaves open and the other
 * does not, or that both leave open in different locations, and names that may lead to several.
 */
export function openBetween({ before, after }: Both<Side>): readonly string[] {
  const [one, other] = [before.open ?? [], after.open ?? []]
  const [known, knownToo] = [identitiesOf(one), identitiesOf(other)]
  const whys = (open: OpenNames, others: Identities, side: keyof Both<unknown>) =>
    open.flatMap(({ identity, why }) => {
      if (identity === undefined) return [why]
      return others.has(identity) ? [] : [`${side}: ${why}`]
    })
  return [...new Set([...whys(one, knownToo, 'before'), ...whys(other, known, 'after')])]
}

function identitiesOf(open: OpenNames): Identities {
  return new Set(open.map(({ identity }) => identity))
}

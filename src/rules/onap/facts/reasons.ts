/** Why ONAP wants what it requires; apart from the requirements, for only `explain` and reports for people read it. */
import facts from './reasons.json' with { type: 'json' }

const reasons: ReadonlyMap<string, string> = new Map(
  facts.reasons.flatMap(({ why, requirements }) => requirements.map((one) => [one, why] as const)),
)

/** One sentence for somebody who knows Heat; undefined for a requirement that no check can find violated. */
export function reasonOf(id: string): string | undefined {
  return reasons.get(id)
}

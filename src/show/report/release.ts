/** The release of the requirements, as reports for people name it. */
import type { AskedRelease } from '../../run/run-report.ts'

/** `ONAP Dublin (2 introduced later and not asked for, 74 asked for in a later wording)`; of the newest one its name. */
export function releaseText({ release, introducedLater, rewordedLater }: AskedRelease): string {
  const counts = [
    [introducedLater.length, 'introduced later and not asked for'],
    [rewordedLater.length, 'asked for in a later wording'],
  ] as const
  const said = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  return `ONAP ${release}${said.length === 0 ? '' : ` (${said.join(', ')})`}`
}

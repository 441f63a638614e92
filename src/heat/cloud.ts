/**
 * The cloud that stacks are made in: the release of the Heat that runs there, and the names that it has. What a release
 * has of types, properties and attributes says the support status in Heat's schemas (`SupportStatus.version`).
 */
import { capitalized } from '../text/document/listed.ts'
import type { CloudNames, NameSection } from './cloud-names.ts'
import { heatReleases, openStackReleases } from './facts/facts.ts'
import type { Support } from './facts/resource-types.ts'
import { nearNames } from './near-names.ts'
import { compareReleases, type HotVersion, impliesRelease } from './versions.ts'

/** A release of OpenStack that has templates in HOT. Plain data: it goes to threads. */
export interface CloudRelease {
  /** As requested, in lower case: `queens`, `2024.1`. */
  readonly name: string
  /** The release of its Heat: `10.0.0`. */
  readonly heat: string
  /** The newest template version that it reads. */
  readonly version: HotVersion
}

/** All existing names of a kind; an absent kind is unknown. */
export type CloudInventory = Readonly<Partial<Record<NameSection, readonly string[]>>>

/** What is known of a cloud. */
export interface Cloud {
  readonly release?: CloudRelease
  readonly inventory?: CloudInventory
}

/** What the user says about the cloud for which templates are rewritten. */
export interface CloudOptions extends Cloud {
  readonly names?: CloudNames
  /** Whether parameters that only name something of the cloud get the constraint that checks it. */
  readonly constraints?: true
}

/** The names that `cloudRelease` knows, oldest first. */
export const cloudReleaseNames: readonly string[] = Object.keys(heatReleases).filter(
  (name) => typeof openStackReleases[name] === 'string',
)

/** Reads the name of a release, whatever its case; undefined for what is none, and for one without HOT. */
export function cloudRelease(text: string): CloudRelease | undefined {
  const name = text.trim().toLowerCase()
  if (!cloudReleaseNames.includes(name)) return undefined
  const [heat, version] = [heatReleases[name], openStackReleases[name]]
  return heat === undefined || version === undefined || version === null ? undefined : { name, heat, version }
}

/** The releases that a name may have been meant for. */
export function nearReleases(text: string): readonly string[] {
  return nearNames(text.trim().toLowerCase(), cloudReleaseNames)
}

/** Whether a release came before another one, which the facts name in one of their ways: see `heatOf`. */
export function isBefore({ heat }: Pick<CloudRelease, 'heat'>, since: string): boolean {
  return compareReleases(heat, heatOf(since)) < 0
}

/**
 * Whether what came with a release is there: in the cloud, where its release is known, otherwise in every cloud that
 * takes the version.
 */
export function isThere(
  { target, cloud }: { readonly target: HotVersion; readonly cloud?: CloudOptions },
  since: string,
): boolean {
  return cloud?.release === undefined ? impliesRelease(target, since) : !isBefore(cloud.release, since)
}

/** The Heat that facts mean by a release: `Queens`, `Queens 10.0.0` and `10.0.0` are the same. */
export function heatOf(since: string): string {
  const last = since.trim().split(' ').at(-1) ?? ''
  return Object.hasOwn(heatReleases, last.toLowerCase()) ? (heatReleases[last.toLowerCase()] ?? last) : last
}

/** The Heat that first had something, by its support status; undefined where the status does not say. */
function introducedIn(support: Support | undefined): string | undefined {
  let first = support
  while (first?.previous !== undefined) first = first.previous
  // Of what came into Heat as deprecated, only the end is known.
  return first?.status === undefined ? first?.version?.trim() : undefined
}

/** Heat wrote this into all that it had when it began to write such versions down, however old that was. */
const firstRecorded = '2014.1'

/** The Heat that first had something where a release is older than that. */
export function missingIn(release: CloudRelease, support: Support | undefined): string | undefined {
  const since = introducedIn(support)
  if (since === undefined || compareReleases(since, firstRecorded) <= 0) return undefined
  return isBefore(release, since) ? since : undefined
}

/** `Queens (Heat 10.0.0)`, for messages. */
export function shownRelease(heat: string): string {
  const name = Object.keys(heatReleases).find((one) => heatReleases[one] === heat)
  return name === undefined ? `Heat ${heat}` : `${capitalized(name)} (Heat ${heat})`
}

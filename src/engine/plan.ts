import type { TemplateKind } from '../heat/kind.ts'
import type { HotRelease, HotVersion } from '../heat/versions.ts'
import type { Transform } from './transform.ts'

/** What to do with every file of a run. */
export interface Plan {
  /** The kinds of files that the chain is meant for; others stay as they are. */
  readonly kinds: (kind: TemplateKind) => boolean
  readonly transforms: readonly Transform[]
  /** Those of them that write what Heat itself reads otherwise written; they are not proved. */
  readonly translating: readonly Transform[]
  readonly target: HotVersion | 'oldest'
  /** The release by which the user named the target, when that may stand in a template. */
  readonly targetRelease?: HotRelease
  /** What a HOT template counts as that declares no version of Heat's. */
  readonly assumedVersion?: HotVersion
  readonly accept: ReadonlySet<string>
  /** Convert what can be converted of a file that has blocking findings. */
  readonly partial: boolean
  /**
   * Whether a change has to be shown to keep the meaning: `strict`, or `lenient` where what cannot be
   * shown is let through, or `none` for transforms that are only steps on the way.
   */
  readonly proof: 'strict' | 'lenient' | 'none'
}

/** What a user asks for when one parameter is edited, and what comes of it. */

import type { HotParameterType } from '../../heat/dialects.ts'
import type { Entry, Node, SourceText } from '../../text/document/node.ts'
import type { Workspace } from '../workspace.ts'
import type { Blocker } from './edit.ts'

/** A value that was given on the command line, in a document of its own. */
export interface GivenValue {
  readonly node: Node
  readonly source: SourceText
}

/** A property that is to read the parameter: `server.networks.0.network`, each part a key or the index of an item. */
export interface UsedBy {
  readonly text: string
  readonly parts: readonly string[]
}

export type ParameterEdit = { readonly name: string } & (
  | {
      /** Declared in `in`, passed by every layer above, read by `usedBy`. */
      readonly kind: 'add'
      readonly type: HotParameterType | undefined
      readonly default: GivenValue | undefined
      /** For the environments of the templates that nobody calls. */
      readonly value: GivenValue | undefined
      readonly description: string | undefined
      readonly isHidden: boolean
      readonly in: readonly string[]
      readonly usedBy: readonly UsedBy[]
    }
  | { readonly kind: 'pass'; readonly to: readonly string[]; readonly usedBy: readonly UsedBy[] }
  | {
      readonly kind: 'remove'
      /** Properties that go with it. */
      readonly usedBy: readonly UsedBy[]
    }
  | { readonly kind: 'drop-default' }
  | { readonly kind: 'set-default'; readonly default: GivenValue }
  | { readonly kind: 'set-type'; readonly type: HotParameterType }
)

/** What an edit has to say of itself. */
export interface EditNote {
  readonly code: 'required-parameter' | 'value-parameterized'
  readonly path: string
  readonly at: Node | Entry | undefined
  readonly message: string
}

export interface Edited {
  readonly pkg: Workspace
  /** Every name that was edited: removing a parameter may take others along that were there for its sake. */
  readonly names: ReadonlySet<string>
  /** The properties that were set, as `partKey` names them. */
  readonly set: ReadonlySet<string>
  readonly notes: readonly EditNote[]
}

/** The edit made, why it cannot be made, or that the workspace has nothing to do with it. */
export type ParameterAttempt =
  | { readonly is: 'made'; readonly made: Edited }
  | { readonly is: 'blocked'; readonly blockers: readonly Blocker[] }
  | { readonly is: 'none' }

/** Which templates an edit is about: those that a user named, or all of a directory. */
export type EditScope = Pick<ReadonlySet<string>, 'has'>

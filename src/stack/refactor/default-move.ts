/** What becomes of defaults that are to go from templates. */
import type { Node } from '../../text/document/node.ts'
import type { SourceFile } from '../source-file.ts'
import type { ValueSection } from '../values.ts'
import type { Blocker } from './edit.ts'
import type { OwnDefault } from './own-default.ts'
import type { PassedDefault } from './pass-default.ts'

/** What became of one default. */
export type DefaultMove =
  /** It was null and never had an effect. */
  | { readonly kind: 'null-deleted'; readonly own: OwnDefault }
  /** `environment` is the path of the file that has the value now. */
  | {
      readonly kind: 'moved'
      readonly own: OwnDefault
      readonly environment: string
      readonly isCreated: boolean
    }
  /** Of a module, or of a nested template that inherits it, whose environment gives a value already, which won before. */
  | {
      readonly kind: 'overridden'
      readonly own: OwnDefault
      readonly because: ValueSection
      readonly value: Node
      readonly environment: SourceFile | undefined
    }
  /** Of a nested template: every caller passes the value now. */
  | { readonly kind: 'passed'; readonly own: OwnDefault; readonly passing: PassedDefault }
  /** It is not moved, because something else gives the parameter its value. */
  | { readonly kind: 'assigned'; readonly why: string }
  /** It is not moved, because a location cannot be changed. */
  | { readonly kind: 'kept'; readonly blocker: Blocker }

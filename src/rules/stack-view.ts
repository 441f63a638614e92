/** An environment as rules look at it, with the templates that stacks are made of with it. */

import type { Presence } from '../stack/source-file.ts'
import type { StackValues } from '../stack/value-of.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import type { ErrorElsewhere, Locate } from './locations.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A template whose parameters an environment gives values. */
export interface ParameterOwner {
  readonly path: string
  readonly root: Mapping
  /** The words of its dialect. */
  readonly words: Vocabulary
  readonly locate: Locate
  /** Of a stack that is made from it with the environment. */
  readonly values: StackValues
}

/** What lies around an environment. */
export interface AroundEnvironment {
  readonly path: string
  readonly hasFile: (path: string) => Presence
  /** A file by its path; undefined for one that is not there or cannot be read. */
  readonly treeAt: (path: string) => Pick<ParameterOwner, 'path' | 'root'> | undefined
  /** Those that are named before it on the same command line. */
  readonly earlier: readonly Pick<ParameterOwner, 'path' | 'root' | 'locate'>[]
  /** What a client does not find that reads a template, and the files that it names; undefined where it finds all. */
  readonly absentBelow: (path: string) => ErrorElsewhere | undefined
  /** Whether some template declares a parameter; undefined where that is not known. */
  readonly isDeclared: (parameter: string) => boolean | undefined
  /** The templates whose stacks are certainly created with it. */
  readonly templates: readonly ParameterOwner[]
}

export interface StackView extends AroundEnvironment {
  /** The environment, without merge keys. */
  readonly root: Mapping
  /** As it stands. */
  readonly written: Mapping
  /** The source text that a node was read from; undefined for what was made. */
  readonly source: (node: Node) => string | undefined
}

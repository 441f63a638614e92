import type { Document, Syntax } from '../text/document/document.ts'
import type { Mapping } from '../text/document/node.ts'
import { extended } from '../text/document/records.ts'
import type { TemplateKind } from './kind.ts'
import type { HotVersion } from './versions.ts'

/**
 * How a CloudFormation template is to be understood: as Heat reads it, or, where Heat would refuse
 * it, as AWS does.
 */
export type Reading = 'heat' | 'aws'

/** The user's choices about it: how CloudFormation is read, or that the template decides. */
export const readingOptions = ['auto', 'heat', 'aws'] as const

export type ReadingOption = (typeof readingOptions)[number]

/** A template on its way through a chain: the document that was read and its current tree. */
export interface Template {
  readonly document: Document
  readonly root: Mapping
  readonly kind: TemplateKind
  readonly reading: Reading
  /** The `heat_template_version` of a HOT template; undefined for others. */
  readonly version: HotVersion | undefined
  /** The syntax that the result is written in. */
  readonly syntax: Syntax
}

/** The same template with another tree. */
export function withRoot(template: Template, root: Mapping): Template {
  return root === template.root ? template : extended(template, { root })
}

/** Whether files of this kind are CloudFormation, in either of Heat's two dialects. */
export function isCfn(kind: TemplateKind): boolean {
  return kind === 'cfn-json' || kind === 'cfn-yaml' || kind === 'heat-cfn-json' || kind === 'heat-cfn-yaml'
}

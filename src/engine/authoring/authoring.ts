/**
 * All that a transform of templates is written with: `rewriteCall`, `rewriteParts` and `rewriteTemplate` for what most of them do, the
 * builders and readers of the tree, and the questions to a template that many ask.
 *
 * A transform sees a read-only tree and gives another one. Where it cannot be sure it leaves things as they are and
 * says so: by what `refuse` makes, which it returns, or by `context.report`, with a code of the catalogue of findings.
 */

export { type Call, callOf, callRead, isPlainData, renamedCall, withArgument } from '../../heat/calls.ts'
export {
  entriesRead,
  entryRead,
  isMerge,
  isOwn,
  mapStanding,
  mergedNodes,
  readValue,
  replacedRead,
} from '../../heat/merge-keys.ts'
export { addParameter, freeName, type NewParameter } from '../../heat/parameters.ts'
export { type Declarations, declarations, hotName, section, sectionEntry } from '../../heat/sections.ts'
export { isCfn, type Template, withRoot } from '../../heat/template.ts'
export {
  compareVersions,
  type HotVersion,
  hasFeature,
  hasFunction,
  latestVersion,
  versionsWith,
} from '../../heat/versions.ts'
export {
  mapItems,
  mapParts,
  mapRead,
  mapSection,
  mapSections,
  mapTagged,
  rewriteValues,
  type Site,
} from '../../heat/walk.ts'
export { rule } from '../../rules/rule.ts'
export * from '../../text/document/build.ts'
export {
  type Alias,
  type Entry,
  type Mapping,
  type Node,
  parsedNode,
  type Scalar,
  type Sequence,
} from '../../text/document/node.ts'
export * from '../../text/document/read.ts'
export type { FindingCode } from '../findings/catalogue.ts'
export { acceptedHelp, offeredHelp } from '../findings/finding.ts'
export { type Refusal, refusals } from './refusals.ts'
export {
  type AboutCalls,
  type CallScope,
  type Kept,
  type Rewrites,
  type Rewritten,
  refusedMessage,
  replacesForeign,
  rewriteCall,
  rewriteCalls,
} from './rewrite-call.ts'
export { type PartScope, rewriteParts } from './rewrite-parts.ts'
export { type AboutTemplate, rewriteTemplate, type TemplateScope } from './rewrite-template.ts'
export { scopeOver } from './scope.ts'
export type { AskedHere, Safety, TemplateContext, UnnamedTransform } from './transform.ts'

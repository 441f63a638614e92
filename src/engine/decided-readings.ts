/** How CloudFormation is read where nobody said it: by Heat's verdict on the whole template. */

import type { Concern } from '../heat/code-facts.ts'
import { versionKeyOf } from '../heat/dialects.ts'
import { readValue } from '../heat/merge-keys.ts'
import { type ReadingReason, type RefusedThing, refusedChoice } from '../heat/reading.ts'
import { declarations } from '../heat/sections.ts'
import { checkTemplate } from '../rules/check-template.ts'
import { checkBehaves, type TemplateProblem, templateCodes } from '../rules/rules.ts'
import type { Beside } from '../rules/scope.ts'
import { cfnVocabulary } from '../rules/vocabulary.ts'
import type { SourceFile } from '../stack/source-file.ts'
import type { Workspace } from '../stack/workspace.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { stringOf } from '../text/document/read.ts'
import { besideIn } from './check.ts'

/** A package in which it is decided how each template is read. */
interface Decided {
  readonly pkg: Workspace
  /** What Heat says of the templates that it was asked about, by path. */
  readonly verdicts: ReadonlyMap<string, readonly TemplateProblem[]>
}

/**
 * The package with the templates of AWS that Heat refuses read as AWS reads them, and those with types of Heat read as
 * Heat does for these.
 * @param isOpen whether it matters how a file is read
 */
export function decidedReadings(pkg: Workspace, isOpen: (file: SourceFile) => boolean): Decided {
  const asked = [...pkg.files.values()].filter(
    (file) => open.has(file.readingChoice?.because) && isOpen(file),
  )
  const ofHeat = new Set(asked.filter(({ root }) => hasWordsOfHeat(root)))
  const undecided = asked.filter((file) => !ofHeat.has(file))
  const byTypes = [...ofHeat].flatMap(readByTypes)
  if (undecided.length === 0) return { pkg: withFiles(pkg, byTypes), verdicts: new Map() }
  const beside = besideIn(pkg)
  const verdicts = new Map(undecided.map((file) => [file.path, verdictOn(file, beside(file.path))]))
  const decided = undecided.flatMap((file) => {
    const refusal = verdicts.get(file.path)?.find(isRefusal)
    return refusal === undefined ? [] : [readAsAws(file, refusal)]
  })
  return { pkg: withFiles(pkg, [...decided, ...byTypes]), verdicts }
}

function withFiles(pkg: Workspace, files: readonly SourceFile[]): Workspace {
  return files.length === 0 ? pkg : pkg.withFiles(files)
}

/** Heat may refuse it all the same: it is not asked. */
function readByTypes(file: SourceFile): readonly SourceFile[] {
  const { readingChoice } = file
  if (readingChoice?.because !== 'Heat loads it') return []
  return [{ ...file, readingChoice: { ...readingChoice, because: 'types that only Heat has' } }]
}

function verdictOn({ root, kind }: SourceFile, beside: Beside): readonly TemplateProblem[] {
  return checkTemplate(root, cfnVocabulary(versionKeyOf(kind)), { beside })
}

function readAsAws(file: SourceFile, { code, at, message }: TemplateProblem): SourceFile {
  const { concerns } = templateCodes[code]
  const because = (concerns && things[concerns]) ?? 'Heat rejects other parts'
  const refused = { at: 'kind' in at ? at : at.key, what: message }
  return { ...file, reading: 'aws', readingChoice: refusedChoice(refused, because) }
}

/** The reasons that say nothing of what else the template holds: as far as its words tell, Heat loads it, and AWS might. */
const open: ReadonlySet<ReadingReason | undefined> = new Set([
  'Heat loads it',
  'Heat loads it as the assumed version',
  'functions that Heat passes on',
])

/** Types that AWS refuses: such a template was written for Heat, whatever is wrong with it. */
function hasWordsOfHeat(root: Mapping): boolean {
  const { parameters, resources } = declarations(root)
  const types = (parts: Iterable<Node>) => [...parts].map((part) => stringOf(readValue(part, 'Type')) ?? '')
  return (
    types(resources.values()).some((type) => /^(?:OS|Heat|HEAT)::/.test(type)) ||
    types(parameters.values()).some((type) => type === 'Boolean' || type === 'Json')
  )
}

const things: Partial<Record<Concern, RefusedThing>> = {
  'short tag': 'Heat rejects short tags',
  section: 'Heat rejects sections',
  'parameter type': 'Heat rejects parameter types',
  'resource type': 'Heat rejects resource types',
  property: 'Heat rejects properties',
  reference: 'Heat rejects references',
}

/** Heat has no type of AWS but its own; what else is missing may be registered by whoever runs the template. */
function isRefusal({ code, at }: TemplateProblem): boolean {
  if (templateCodes[code].concerns === 'resource type')
    return 'kind' in at && stringOf(at)?.startsWith('AWS::') === true
  return templateCodes[code].severity === 'error' && !checkBehaves(code, 'of the surroundings')
}

/** A plan: what a run would change, complete enough to be looked at, chosen from and made without running it again. */

import * as z from 'zod/mini'
import type { FindingCode, ReportableCode } from '../../engine/findings/catalogue.ts'
import { losses, repairClasses, suppliers, taskKinds } from '../../engine/findings/finding.ts'
import {
  nameables,
  type ReportedQuestion,
  type RequirementId,
  type Step,
} from '../../engine/packages/reported-question.ts'
import { readingReasons } from '../../heat/reading.ts'
import { hotVersions } from '../../heat/versions.ts'
import { validated } from './document.ts'
import { count, impactSchema, said } from './impact-schema.ts'
import { LongDocument, type Source } from './long-document.ts'

/** Says what a JSON document is; files are recognised by it. */
export const planSchemaId = 'urn:hotshift:plan:1'

const sha256 = () => z.string().check(z.regex(/^[0-9a-f]{64}$/))

const edit = z.object({
  line: said(z.int().check(z.positive()), 'the first line that is replaced, from 1, in the original'),
  lines: said(count(), 'how many lines give way; 0 where lines are only added before `line`'),
  text: said(z.string(), 'the replacement, line ends included'),
})

/** A plan may come from another version of hotshift, with codes that this one does not know; nothing depends on them. */
const codeOf = <Code extends ReportableCode>() =>
  z.string().check(z.regex(/^[A-Za-z][\w-]*$/)) as unknown as z.ZodMiniType<Code, Code>

const task = z.object({
  kind: z.enum(taskKinds),
  path: z.string(),
  name: z.string(),
  becomes: said(z.exactOptional(z.string()), 'the name that a repair gives it, or would'),
  proposed: said(
    z.exactOptional(z.string()),
    'a name that follows the requirement, where a person chooses it',
  ),
})

const finding = z.object({
  code: codeOf<ReportableCode>(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  line: z.int(),
  column: z.int(),
  range: said(
    z.exactOptional(z.object({ start: count(), end: count() })),
    'UTF-16 offsets into the original',
  ),
  transform: z.exactOptional(z.string()),
  help: z.exactOptional(z.string()),
  source: z.exactOptional(z.string()),
  requirement: z.exactOptional(
    z.object({
      keyword: z.string().check(z.regex(/^[A-Z][A-Z ]*$/)),
      repair: z.enum(repairClasses),
      isRepaired: z.exactOptional(z.literal(true)),
      isNew: z.exactOptional(z.literal(true)),
      loses: z.exactOptional(z.enum(losses)),
      suppliedBy: z.exactOptional(z.enum(suppliers)),
      task: z.exactOptional(task),
    }),
  ),
})

const facts = {
  path: said(
    z.string().check(z.minLength(1)),
    'relative to the directory in which the plan was made, `/` as separator',
  ),
  kind: z.string(),
  reading: z.exactOptional(z.enum(['heat', 'aws'])),
  readingBecause: z.exactOptional(z.enum(readingReasons)),
  refused: z.exactOptional(z.string()),
  proof: z.enum(['equal', 'corresponds', 'differs', 'unproved', 'none']),
  proofMilliseconds: z.exactOptional(z.number()),
  renderings: said(z.exactOptional(count()), 'over how many renderings of tags the proof holds'),
  assumptions: said(z.exactOptional(z.readonly(z.array(z.string()))), 'what the proof assumes'),
  transforms: z.array(
    z.object({
      id: z.string(),
      changes: count(),
      gives: said(
        z.exactOptional(z.enum(['name', 'file', 'value'])),
        'whether the transform gives files other names, created the file, or has it pass on what a template that it calls needs',
      ),
    }),
  ),
  impact: said(z.exactOptional(impactSchema), 'the effect of the change on a live stack of the template'),
  findings: z.array(finding),
}

const step = z.object({
  transform: said(z.string(), 'the id of the transform'),
  follows: said(z.exactOptional(z.literal(true)), 'it does nothing but name other files by their new names'),
  edits: said(z.array(edit), 'what it changed in the result of the previous step'),
})

const changedFile = z.object({
  ...facts,
  status: z.literal('changed'),
  newPath: said(
    z.exactOptional(z.string().check(z.minLength(1))),
    'where the result belongs, when the file gets another name',
  ),
  isNew: said(z.exactOptional(z.literal(true)), 'a file to create'),
  access: said(
    z.exactOptional(z.literal('owner only')),
    'who may read a file to create, where that is not everybody',
  ),
  group: said(z.exactOptional(z.string()), 'files with the same group are changed together or not at all'),
  version: said(z.exactOptional(z.enum(hotVersions)), 'the version of HOT that CloudFormation became'),
  missingTypes: said(
    z.exactOptional(z.readonly(z.array(z.string()))),
    'resource types of what was CloudFormation that Heat does not have',
  ),
  undeployable: said(
    z.exactOptional(
      z.object({ why: z.string(), isNew: z.boolean(), accepting: z.exactOptional(codeOf<FindingCode>()) }),
    ),
    'what Heat rejects in the result, in counts, whether it takes the original, and the code with which it takes the result',
  ),
  before: said(
    z.exactOptional(z.object({ sha256: sha256(), text: z.string() })),
    'the file as it was read, with the hash of its bytes; absent for a new file',
  ),
  after: said(z.object({ sha256: sha256() }), 'the hash of the file when all edits are made'),
  edits: said(z.array(edit), 'the change, from top to bottom; lines count in the original'),
  steps: said(z.exactOptional(z.array(step)), 'the same change, transform by transform'),
})

const unchangedFile = z.object({ ...facts, status: z.literal('unchanged') })

const leftFile = z.object({ ...facts, status: z.enum(['skipped', 'blocked', 'failed']), reason: z.string() })

const file = z.discriminatedUnion('status', [changedFile, unchangedFile, leftFile])

/** The members of steps in `src/rules/onap/step.ts`; `readStep` there says which belong together. */
const answerStep = z.looseObject({ file: z.string() }) as unknown as z.ZodMiniType<Step, Step>

const proposal = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('rename'),
    to: z.string(),
    file: z.exactOptional(z.string()),
    changes: z.string(),
  }),
  z.object({ do: z.literal('steps'), steps: z.array(answerStep), changes: z.string() }),
  z.object({
    do: z.literal('waive'),
    waives: z.record(z.string(), z.array(z.string())),
    changes: z.string(),
  }),
])

const question = z.object({
  asked: z.object({ kind: z.enum([...nameables, 'rest']), path: z.string(), name: z.string() }),
  requirements: z.array(
    z.string().check(z.regex(/^R-\d+$/)) as unknown as z.ZodMiniType<RequirementId, RequirementId>,
  ),
  question: z.string(),
  line: z.exactOptional(z.int()),
  column: z.exactOptional(z.int()),
  proposals: z.array(proposal),
  isClear: said(z.boolean(), 'the first proposal is the right one, as far as the package says'),
  isNext: said(
    z.exactOptional(z.literal(true)),
    'it comes up once the questions before it are answered by their first proposals',
  ),
})

const plan = z.object({
  $schema: z.literal(planSchemaId),
  version: said(z.string(), 'the version of hotshift that made the plan'),
  command: said(z.string(), 'the command that made it'),
  arguments: said(z.array(z.string()), 'the files, directories and patterns that it was given'),
  options: said(
    z.record(z.string(), z.union([z.literal(true), z.array(z.string())])),
    'the options that it was given, with their values; `true` for a switch',
  ),
  files: said(z.array(file), 'every file of the run, in the order of the paths'),
  totals: said(
    z.object({ changed: count(), unchanged: count(), skipped: count(), blocked: count(), failed: count() }),
    'files by status',
  ),
  questions: said(
    z.exactOptional(z.array(question)),
    'of a repair of packages: what a person has to decide, for `--answers`',
  ),
})

/** Lines that are replaced by a string. */
export type PlannedEdit = z.infer<typeof edit>
export type ChangedFile = z.infer<typeof changedFile>
/** What a plan says of one file. */
export type PlannedFile = z.infer<typeof plan>['files'][number]
type Plan = z.infer<typeof plan>
/** What a plan says of itself. */
export type PlanHeader = Readonly<Pick<Plan, 'version' | 'command' | 'arguments'>> & {
  readonly options: Readonly<Plan['options']>
}

/** The schema as a JSON document, for other programs. */
export function planJsonSchema(): object {
  return { ...z.toJSONSchema(plan, { io: 'input' }), $id: planSchemaId, title: 'A plan of hotshift' }
}

/** A plan that is read file by file. */
export class ReadPlan {
  readonly header: PlanHeader
  readonly questions: readonly ReportedQuestion[] | undefined
  readonly #document: LongDocument

  /** @throws DocumentProblem for what is no plan; its files are checked when they are asked for */
  constructor(source: Source) {
    this.#document = new LongDocument(source, 'files', 'plan')
    const rest = validated(this.#document.rest, plan, 'plan')
    this.header = rest
    this.questions = rest.questions
  }

  /** Its files. */
  get length(): number {
    return this.#document.length
  }

  /** @throws DocumentProblem for what is no file of a plan */
  file(index: number): PlannedFile {
    return validated(this.#document.entry(index), file, 'plan', ['files', index])
  }
}

/** What an update does, as JSON documents have it: plans, reports and the answer of `diff`. */
import * as z from 'zod/mini'
import { actions, interruptions, type StackImpact } from '../../meaning/impact/model.ts'

/** Says what the answer of `diff` is. */
export const impactSchemaId = 'urn:hotshift:impact:1'

/** A schema that says what it is for. */
export const said = <Schema extends z.ZodMiniType>(schema: Schema, meaning: string): Schema =>
  schema.check(z.describe(meaning)) as Schema

export const count = () => z.int().check(z.nonnegative())

const certainty = said(
  z.enum(['sure', 'if', 'may']),
  'sure: with all values; if: where `when` says so; may: the templates do not determine it',
)

const when = said(z.exactOptional(z.string()), 'under which values, in words')

const effect = z.object({ action: z.enum(actions), certainty, when })

const change = z.object({
  path: said(z.string(), 'below the resource'),
  before: said(z.exactOptional(z.string()), 'the value in one line; absent where there is none'),
  after: z.exactOptional(z.string()),
  certainty,
  when,
  action: said(z.enum(['refuse', 'replace', 'update']), 'what this change alone would do'),
  why: said(z.exactOptional(z.string()), 'why Heat rejects it, where its class says so'),
  by: said(
    z.exactOptional(z.string()),
    'the resource or attribute that is another one, where only what reads it changes',
  ),
  knownAfter: said(
    z.exactOptional(z.string()),
    'the resources and attributes in the new value that only the cloud decides, while the update runs',
  ),
  lines: said(z.exactOptional(z.array(z.string())), 'of strings with several lines, those that differ'),
  interrupts: said(
    z.exactOptional(z.enum(interruptions)),
    'what the change interrupts though it is made in place',
  ),
})

const resource = z.object({
  name: said(z.string(), 'with the resources that call nested templates in front: stack/server'),
  type: z.string(),
  typeBefore: said(z.exactOptional(z.string()), 'where it has another type now'),
  effects: said(z.array(effect), 'from the worst to the least'),
  changes: z.array(change),
  survives: said(
    z.exactOptional(z.string()),
    'what is left of it: Retain, Snapshot, or on what that depends',
  ),
  renamed: said(z.exactOptional(z.string()), 'the name that it has in the other template'),
  moved: said(
    z.exactOptional(z.enum(['into a nested stack', 'out of a nested stack', 'to another nested stack'])),
    'where another stack has that name',
  ),
  remedy: said(
    z.exactOptional(z.string()),
    'what one can do before the update so that nothing is lost, where Heat has a way',
  ),
  collision: said(
    z.exactOptional(z.string()),
    'what collides because the new resource is created before the old one is deleted, and how to avoid it',
  ),
  always: said(z.exactOptional(z.literal(true)), 'every update replaces it, changed or not'),
  unknown: said(z.exactOptional(z.string()), 'what is unknown, and why'),
  note: said(z.exactOptional(z.string()), 'what else is to be said'),
  follow: said(
    z.exactOptional(
      z.array(z.object({ action: z.enum(actions), certainty: z.enum(['sure', 'may']), count: z.number() })),
    ),
    'how many resources change only because this one does, by the worst that happens to them',
  ),
  lost: said(z.exactOptional(z.string()), 'what is deleted with it'),
  count: said(
    z.exactOptional(count()),
    'how many resources it stands for, where these are members of a group',
  ),
  id: said(z.exactOptional(z.string()), 'the id in the cloud, where the live stack was given'),
})

const refusal = z.object({
  message: z.string(),
  certainty,
  when,
  of: said(
    z.exactOptional(z.enum(['template', 'both'])),
    '`template`: Heat rejects the template itself, and no finding says where; `both`: the old template has the same fault, so the cloud may accept it',
  ),
  parameter: said(z.exactOptional(z.string()), 'the parameter that it is about'),
  code: said(z.exactOptional(z.string()), 'the code of the finding of hotshift check that says so'),
  path: z.exactOptional(z.string()),
  line: z.exactOptional(count()),
  column: z.exactOptional(count()),
})

const declaration = z.object({
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  notes: z.array(z.string()),
})

const fields = {
  refusals: said(z.array(refusal), 'why Heat rejects the update as a whole'),
  resources: said(z.array(resource), 'all resources to which anything happens, or may'),
  unchanged: said(z.exactOptional(count()), 'to how many resources nothing happens'),
  parameters: z.array(declaration),
  outputs: z.array(declaration),
  conditions: z.array(declaration),
  open: said(z.array(z.string()), 'what could not be looked into'),
  remarks: said(
    z.exactOptional(z.array(z.string())),
    'what an update does besides, whatever changes in the templates',
  ),
}

const verdict = said(z.enum(['nothing', 'something', 'untold']), 'exit codes 0, 1 and 3 of `hotshift diff`')

/** The impact in a plan. */
export const impactSchema = z.object(fields) as unknown as z.ZodMiniType<StackImpact, StackImpact>

/** The impact in a report, as a JSON schema that stands in another one. */
export function reportedImpactSchema(): object {
  const { $schema: _schema, ...schema } = z.toJSONSchema(z.object({ verdict, ...fields }), { io: 'input' })
  return schema
}

/** The schema of the answer of `diff --format json` as a JSON document, for other programs. */
export function impactJsonSchema(): object {
  const answer = z.object({
    $schema: z.literal(impactSchemaId),
    version: said(z.string(), 'the version of hotshift'),
    command: said(z.string(), 'the assumed command'),
    verdict,
    ...fields,
  })
  return {
    ...z.toJSONSchema(answer, { io: 'input' }),
    $id: impactSchemaId,
    title: 'What an update does to a live stack: the answer of hotshift diff --format json',
  }
}

/** The JSON schema of `--format json`. */

import { subjectKinds } from '../../src/heat/about.ts'
import { reportedImpactSchema } from '../../src/run/plan/impact-schema.ts'
import { reportSchema } from '../../src/show/report/json.ts'
import { ofFiles, ofFindings } from './output-page.ts'

type Schema = Readonly<Record<string, unknown>>

const [text, whole, flag, texts] = [
  { type: 'string' },
  { type: 'integer', minimum: 1 },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string' } },
] as const

const finding = object(
  describe(ofFindings, {
    code: text,
    severity: { enum: ['error', 'warning', 'info'] },
    message: text,
    path: text,
    line: whole,
    column: whole,
    endLine: whole,
    endColumn: whole,
    about: object({ kind: { enum: subjectKinds }, name: text, type: text, location: text, item: text }, [
      'kind',
      'location',
    ]),
    transform: text,
    help: text,
    source: text,
    related: {
      type: 'array',
      items: object(
        { message: text, path: text, line: whole, column: whole, endLine: whole, endColumn: whole },
        ['message', 'line', 'column'],
      ),
    },
    fixed: text,
    accepted: flag,
    needsEdit: flag,
    requirement: object(
      {
        keyword: text,
        repair: text,
        isRepaired: flag,
        isNew: flag,
        loses: text,
        suppliedBy: text,
        task: object({ kind: text, path: text, name: text, becomes: text, proposed: text }, [
          'kind',
          'path',
          'name',
        ]),
        isUntested: flag,
      },
      ['keyword', 'repair', 'isRepaired'],
    ),
    feed: object({ parameter: text, file: text, output: text, stack: text }, ['parameter', 'file', 'output']),
  }),
  ['code', 'severity', 'message', 'path', 'line', 'column'],
)

const ignored = {
  allOf: [
    { $ref: '#/definitions/finding' },
    object(
      {
        ignoredBy: object({ kind: { enum: ['comment', 'baseline', 'waiver', 'setting'] }, reason: text }, [
          'kind',
        ]),
      },
      ['ignoredBy'],
    ),
  ],
}

const file = object(
  describe(ofFiles, {
    path: text,
    newPath: text,
    isNew: flag,
    kind: text,
    reading: { enum: ['heat', 'aws'] },
    readingBecause: text,
    refused: text,
    status: { enum: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'] },
    reason: text,
    version: text,
    deployable: flag,
    why: { type: 'string' },
    refusedBefore: flag,
    missingTypes: texts,
    unreplacedTypes: texts,
    proof: { enum: ['equal', 'corresponds', 'differs', 'unproved', 'none'] },
    proofMilliseconds: { type: 'number' },
    renderings: { type: 'integer' },
    assumptions: texts,
    transforms: texts,
    changes: { type: 'object', additionalProperties: { type: 'integer' } },
    refusals: whole,
    sha256: text,
    replacements: {
      type: 'array',
      items: object(
        {
          deletedRegion: object({ startLine: whole, startColumn: whole, endLine: whole, endColumn: whole }, [
            'startLine',
            'startColumn',
            'endLine',
            'endColumn',
          ]),
          insertedContent: object({ text }, ['text']),
        },
        ['deletedRegion'],
      ),
    },
    group: text,
    acceptance: object(
      { codes: texts, costs: texts, left: { type: 'object', additionalProperties: whole } },
      ['codes', 'costs', 'left'],
    ),
    impact: { $ref: '#/definitions/impact' },
    findings: { type: 'array', items: { $ref: '#/definitions/finding' } },
    ignored: { type: 'array', items: { $ref: '#/definitions/ignored' } },
  }),
  ['path', 'kind', 'status', 'proof', 'transforms', 'findings'],
)

const count = { type: 'integer', minimum: 0 } as const
const counts = { type: 'object', additionalProperties: count } as const
const listOf = (properties: Schema) => ({
  type: 'array',
  items: object(properties, Object.keys(properties)),
})

const summary = object(
  {
    files: count,
    verdicts: counts,
    findings: listOf({ code: text, severity: text, files: count, locations: count }),
    requirements: listOf({ code: text, keyword: text, left: count, repaired: count }),
    transforms: listOf({ id: text, files: count, changes: count }),
    skipped: listOf({ reason: text, files: count }),
    proof: counts,
  },
  ['files', 'verdicts', 'findings', 'transforms', 'skipped', 'proof'],
)

/** Fields are added, never renamed: readers have to pass over what they do not know. */
export function reportSchemaText(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: reportSchema,
    title: 'Report of hotshift',
    ...object(
      {
        version: text,
        $schema: { const: reportSchema },
        command: text,
        options: { type: 'object' },
        exitCode: { enum: [0, 1, 2, 3] },
        mode: { enum: ['written', 'dry-run', 'checked'] },
        files: { type: 'array', items: { $ref: '#/definitions/file' } },
        totals: { type: 'object', additionalProperties: { type: 'integer' } },
        summary,
        repositories: {
          type: 'array',
          items: object({ name: text, totals: { type: 'object' } }, ['name', 'totals']),
        },
        requirements: object(
          {
            release: text,
            introducedLater: { type: 'array', items: text },
            rewordedLater: { type: 'array', items: text },
          },
          ['release', 'introducedLater', 'rewordedLater'],
        ),
        prospects: object(
          { templates: whole, ready: count, native: count, design: count, edit: count, types: counts },
          ['templates', 'ready', 'native', 'design', 'edit', 'types'],
        ),
        since: object({ path: text, gone: listOf({ path: text, code: text, message: text }) }, [
          'path',
          'gone',
        ]),
        written: object(
          {
            day: text,
            requirements: text,
            archives: listOf({ path: text, checksum: text }),
            files: listOf({ path: text, was: text, checksum: text }),
            left: listOf({
              path: text,
              was: text,
              line: count,
              column: count,
              code: text,
              keyword: text,
              repair: text,
              message: text,
              note: text,
              isNew: { type: 'boolean' },
            }),
            refused: listOf({ path: text, was: text, line: count, column: count, code: text, message: text }),
            names: listOf({ path: text, kind: text, from: text, to: text }),
            mentions: listOf({ path: text, line: count, kind: text, from: text, to: text }),
            values: listOf({ path: text, name: text, before: text }),
          },
          ['day', 'requirements', 'archives', 'files', 'left', 'refused', 'names', 'mentions', 'values'],
        ),
      },
      ['version', '$schema', 'mode', 'files', 'totals'],
    ),
    definitions: { file, finding, ignored, impact: reportedImpactSchema() },
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

function object(properties: Schema, required: readonly string[]): Schema {
  return { type: 'object', properties, required }
}

/** With what the reference says of each field; a field that only one of them has is a mistake that the compiler finds. */
function describe<Field extends string>(
  meanings: Readonly<Record<Field, string>>,
  schemas: Readonly<Record<Field, Schema>>,
): Schema {
  return Object.fromEntries(
    (Object.keys(schemas) as Field[]).map((field) => [
      field,
      { description: meanings[field], ...schemas[field] },
    ]),
  )
}

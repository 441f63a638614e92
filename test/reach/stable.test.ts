import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breaches, type Contract, contractIn, typesIn } from '../../bin/release/contract.ts'

const ROOT = join(import.meta.dirname, '../..')
const released: Contract = JSON.parse(readFileSync(join(import.meta.dirname, 'stable.json'), 'utf8'))

/** Within versions that begin with 0 a minor version is what a major one is later (semver.org, 4). */
const seriesOf = (version: string) => version.match(/^0\.\d+|^\d+/)?.[0]

describe('what is stable', () => {
  const now = contractIn(ROOT)

  it('is as the last release has it, or more', () => {
    expect(released.findingCodes.length).toBeGreaterThan(100)
    expect(Object.keys(released.json['report.schema.json'] ?? {}).length).toBeGreaterThan(50)
    if (seriesOf(now.version) !== seriesOf(released.version)) return
    expect(breaches(released, now)).toEqual([])
  })

  it('does not hold once something is lost or changed', () => {
    const [code = ''] = now.findingCodes
    const less = {
      ...now,
      findingCodes: now.findingCodes.slice(1),
      exitCodes: { ...now.exitCodes, found: 9 },
      options: { ...now.options, migrate: now.options.migrate?.filter((name) => name !== 'to') ?? [] },
      library: now.library.filter((name) => name !== 'rewrite'),
      json: {
        ...now.json,
        'report.schema.json': { ...now.json['report.schema.json'], exitCode: 'string' },
        'hotshift.config.schema.json': { ...now.json['hotshift.config.schema.json'], severity: 'object' },
      },
    }
    expect(breaches(now, less)).toEqual([
      `finding ${code} is not there any longer`,
      'exit code 1 (found) is 9 now',
      'option of migrate to is not there any longer',
      'export of hotshift rewrite is not there any longer',
      'hotshift.config.schema.json: severity was array|object|string, is object',
      expect.stringMatching(/^report\.schema\.json: exitCode was number.*, is string$/),
    ])
    expect(breaches(less, now).filter((line) => /finding|option|export|severity/.test(line))).toEqual([])
  })
})

describe('typesIn', () => {
  it('follows references, lists and choices, circles included', () => {
    const step = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/definitions/step' } },
    }
    const schema = {
      properties: {
        steps: { type: 'array', items: { $ref: '#/definitions/step' } },
        end: { anyOf: [{ type: 'null' }, { enum: ['a', 1] }] },
      },
      required: ['steps'],
      definitions: { step },
    }
    expect(typesIn(schema)).toEqual({
      steps: 'array!',
      'steps[].name': 'string',
      'steps[].next': 'object',
      end: 'null|number|string',
    })
  })
})

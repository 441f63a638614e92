/** Made-up values for the schemas of properties, and what Heat says to them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import {
  type PropertySchema,
  resourceTypeNames,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'
import { python } from './installed.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface Asked {
  readonly type: string
  readonly properties: Readonly<Record<string, Json>>
}

/** A value that a schema takes, as far as that can be made up. */
export function fitting({ type = 'string', constraints = [], items, schema }: PropertySchema): Json {
  for (const one of constraints) {
    if (one.kind === 'allowed_values') return type === 'list' ? [] : (one.values[0] as Json)
    if (one.kind === 'range' && type !== 'list') return one.min ?? 0
    if (one.kind === 'custom_constraint' && type === 'string') return samples[one.name] ?? 'some'
    if (one.kind === 'length' && type === 'string') return 'x'.repeat(Math.max(1, one.min ?? 1))
  }
  if (type === 'list') return items === undefined ? ['a'] : [fitting(items)]
  if (type === 'map') return requiredOf(schema ?? {})
  return ({ integer: 1, number: 1, boolean: true } as Record<string, Json>)[type] ?? 'some'
}

const samples: Readonly<Record<string, string>> = {
  net_cidr: '10.0.0.0/24',
  ip_addr: '10.0.0.1',
  ip_or_cidr: '10.0.0.1',
  mac_addr: 'aa:bb:cc:dd:ee:ff',
  cron_expression: '* * * * *',
  timezone: 'UTC',
  dns_domain: 'example.com.',
}

export function requiredOf(schemas: Readonly<Record<string, PropertySchema>>): {
  readonly [key: string]: Json
} {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, one]) => (one.required ? [[name, fitting(one)] as const] : [])),
  )
}

/** Values that fit some schemas and not others. */
const values: readonly Json[] = [
  ...[null, '', ' ', 'x', 'TRUE', '3', '1.5', '0x1f', 0, 3, -1, 1000, 2.5, true, [], {}, [null], ['a'], [{}]],
  ...[
    { a: 'b' },
    [{ a: 'b' }],
    'x'.repeat(300),
    'ingress',
    'CREATE',
    ['CREATE'],
    ['CREATE', 'x'],
    'tcp',
    'icmpv7',
  ],
  ...[
    '10.0.0.1',
    '10.0.0.01',
    '10.0.0',
    '10.0.0.0/24',
    '10.0.0.5/24',
    '10.0.0.0/33',
    '10.0.0.0/024',
    '::1',
    '::1%1',
  ],
  ...['fe80::/64', 'fe80::/129', 'fe80::/ffff::', '1.2.3.4/255.0.0.0', '::ffff:1.2.3.4', '1.2.3.4/'],
  ...['aa:bb:cc:dd:ee:ff', 'aabb.ccdd.eeff', 'aa:bb:cc:dd:ee', 'aabbccddeeff', 'a-b-c', 'gg:bb:cc:dd:ee:ff'],
  ...[
    'Europe/Berlin',
    'europe/berlin',
    'Europe/Nowhere',
    'UTC',
    '* * * * *',
    '*/5 0 1 1 0',
    '61 * * * *',
    '* * * *',
  ],
  ...[
    '@daily',
    '0 24 * * *',
    'a.example.',
    'a.example',
    'a..b',
    '-a',
    'A.b',
    'example.com.',
    '1.2.',
    '2018-01-01 10:10',
  ],
]

/** The schema with something strange at each place: a value, or a key that it has not. */
export function strange(schema: PropertySchema): readonly Json[] {
  const inner = Object.entries(schema.schema ?? {}).flatMap(([name, one]) =>
    strange(one).map((value) => ({ ...requiredOf(schema.schema ?? {}), [name]: value })),
  )
  const unknown = schema.schema === undefined ? [] : [{ ...requiredOf(schema.schema), nope: 1 }]
  const items = schema.items === undefined ? [] : strange(schema.items).map((value) => [value])
  return [...values, ...inner, ...unknown, ...items]
}

/** Numbers of a fixed sequence, so that every run asks the same. */
export function every(step: number): () => boolean {
  let count = 0
  return () => {
    count += 1
    return count % step === 0
  }
}

const checker = createChecker()

/** What check says is wrong, and where the rule stands that says so. */
export interface SourcedError {
  readonly code: string
  readonly message: string
  /** As the help names it: `heat/engine/resources, openstack.nova.server.Server`. */
  readonly source: string
}

/** The errors of check about a template of one resource. */
export function errors({ type, properties }: Asked): readonly SourcedError[] {
  const text = JSON.stringify({ heat_template_version: '2018-08-31', resources: { r: { type, properties } } })
  const { findings } = checker.run({ path: 'stack.yaml', bytes: Buffer.from(text) })
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, source = '' }) => ({ code, message, source }))
}

/** One line for each that a program of Python is given. */
export function ask(program: string, input: string): readonly string[] {
  const { stdout, stderr } = spawnSync(python, [join(__dirname, program)], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (stdout === '') throw new Error(stderr)
  return stdout.trimEnd().split('\n')
}

/** Types whose properties are in this Heat what they are in our facts. */
export function comparable(): readonly string[] {
  const lines = ask('resource_types.py', resourceTypeNames().join('\n'))
  const theirs = lines.map(
    (line) => JSON.parse(line) as { readonly name: string; readonly properties?: unknown },
  )
  return theirs.flatMap(({ name, properties = {} }) =>
    plain(resourceTypeSchema(name)?.properties ?? {}) === plain(properties) ? [name] : [],
  )
}

/** Without what says nothing about values. */
function plain(schemas: unknown): string {
  return JSON.stringify(schemas, (key, value: unknown) => {
    if (key === 'support' || key === 'updateAllowed' || key === 'immutable') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Lehmer's numbers, the same in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48271) % 2147483647
    return (state >> 4) % below
  }
}

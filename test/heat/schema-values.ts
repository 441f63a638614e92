/** Made-up values for the schemas of properties, and what Heat says to them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import {
  type PropertySchema,
  resourceTypeNames,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'

const python = '/usr/bin/python3'

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

const checker = createChecker()

/** The errors of check about a template of one resource. */
export function errors({ type, properties }: Asked): readonly string[] {
  const text = JSON.stringify({ heat_template_version: '2018-08-31', resources: { r: { type, properties } } })
  const { findings } = checker.run({ path: 'stack.yaml', bytes: Buffer.from(text) })
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`)
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

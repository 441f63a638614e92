/** Made-up stacks that commands rewrite: what each report says of live stacks, and the update that it is about. */
import { parse } from 'yaml'
import type { StackImpact } from '../../../src/meaning/impact/model.ts'
import { commandLine } from '../../cli/command-line.ts'
import { temporaryTree } from '../../run/temporary-tree.ts'
import { type Json, someUpdates, type Update, type Version } from './stacks.ts'

/** Command lines, and whether they are about CloudFormation. */
export const rewrites: readonly { readonly line: string; readonly from: 'hot' | 'cfn' }[] = [
  { line: 'upgrade --to 2021-04-16', from: 'hot' },
  { line: 'rename --rename resource:server=web', from: 'hot' },
  { line: 'parameter set-default zone --default y', from: 'hot' },
  { line: 'extract-defaults', from: 'hot' },
  { line: 'remediate --profile onap', from: 'hot' },
  { line: 'remediate --profile onap --lossy', from: 'hot' },
  { line: 'migrate', from: 'cfn' },
]

/** An update that a command makes of a stack, and what it said of it. */
export interface Rewrite {
  readonly update: Update
  readonly impact: StackImpact
}

/** The rewrites of the first stacks of a seed; none where a command leaves a stack alone, or refuses it. */
export async function someRewrites(count: number, seed: number): Promise<readonly Rewrite[]> {
  const found: Rewrite[] = []
  for (const { name, before } of someUpdates(count, seed, 6))
    for (const { line, from } of rewrites) {
      const one = await rewritten(
        `${line} (${name.split(':')[0]})`,
        line,
        from === 'cfn' ? asCfn(before) : before,
      )
      if (one !== undefined) found.push(one)
    }
  return found
}

async function rewritten(name: string, line: string, { files }: Version): Promise<Rewrite | undefined> {
  const before: Version = { files, parameters: {} }
  const tree = temporaryTree(
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, JSON.stringify(file)])),
  )
  const { out } = await commandLine(tree.root, `${line} --write --format json`)
  const report = JSON.parse(out) as {
    readonly files: readonly {
      readonly path: string
      readonly newPath?: string
      readonly impact?: StackImpact | null
    }[]
  }
  const own = report.files.find(({ path }) => path === 't.yaml')
  if (own?.impact == null) return undefined
  const read = (path: string) => parse(tree.read(path)) as Record<string, Json>
  const templates = tree.list().filter((path) => /\.ya?ml$/.test(path))
  const outer = own.newPath ?? own.path
  const after = Object.fromEntries(templates.map((path) => [path === outer ? 't.yaml' : path, read(path)]))
  const environment = tree.list().find((path) => path === outer.replace(/\.ya?ml$/, '.env'))
  const parameters = environment === undefined ? {} : (read(environment).parameters as Version['parameters'])
  return { update: { name, before, after: { files: after, parameters } }, impact: own.impact }
}

const sections: Readonly<Record<string, string>> = {
  type: 'Type',
  properties: 'Properties',
  condition: 'Condition',
  depends_on: 'DependsOn',
  deletion_policy: 'DeletionPolicy',
  update_policy: 'UpdatePolicy',
  metadata: 'Metadata',
}

/** The outer template as one of CloudFormation that Heat takes. */
function asCfn(version: Version): Version {
  const { resources = {}, outputs = {} } = version.files['t.yaml'] as Record<string, Json>
  const parameters = ['zone', 'word', 'size'].map((one, index) => [
    one,
    { Type: 'String', Default: ['z', 'w', 'small'][index] as string },
  ])
  const made = Object.entries(resources as Record<string, Record<string, Json>>).map(([name, parts]) => [
    name,
    Object.fromEntries(Object.entries(parts).map(([key, part]) => [sections[key] ?? key, inCfn(part)])),
  ])
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Parameters: Object.fromEntries(parameters) as Json,
    Conditions: { is_big: { 'Fn::Equals': [{ Ref: 'size' }, 'big'] } },
    Resources: Object.fromEntries(made) as Json,
    Outputs: Object.fromEntries(
      Object.entries(outputs as Record<string, { readonly value: Json }>).map(([name, { value }]) => [
        name,
        { Value: inCfn(value) },
      ]),
    ) as Json,
  }
  return { ...version, files: { ...version.files, 't.yaml': template } }
}

/** What CloudFormation has no function for becomes a string. */
function inCfn(value: Json): Json {
  if (Array.isArray(value)) return value.map(inCfn)
  if (typeof value !== 'object' || value === null) return value
  const [[name, argument] = ['', null], ...others] = Object.entries(value)
  if (others.length === 0) {
    if (name === 'get_param' || name === 'get_resource') return { Ref: argument }
    if (name === 'get_attr') {
      const path = argument as readonly Json[]
      return path.length === 2 ? { 'Fn::GetAtt': path } : 'x'
    }
    if (name === 'get_file')
      return 'heat_template_version: 2018-08-31\nresources: {n: {type: OS::Heat::None}}\n'
    if (name === 'list_join') return { 'Fn::Join': inCfn(argument) }
    if (name === 'if') return { 'Fn::If': inCfn(argument) }
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inCfn(one)]))
}

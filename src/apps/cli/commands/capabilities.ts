import type { FileOutcome } from '../../../engine/outcome.ts'
import type { CapabilityQuestion } from '../../../engine/queries/capability-queries.ts'
import type { Capabilities } from '../../../rules/capabilities/model.ts'
import { isEmptyDirectory } from '../../../run/discovery.ts'
import { oneLine } from '../../../show/report/style.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { lazily } from '../../../text/document/attached.ts'
import { push } from '../../../text/document/multimap.ts'
import type { QueryAnswer } from '../capability-queries.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { type LoadedEngine, packageOptions, replacedEngine } from '../load-engine.ts'
import { pathsDescription, reportOptions, rewriteOptions, without } from '../options/options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { rewrite } from '../rewrite.ts'
import { runFiles } from '../run-files.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'

const group = 'What to do'

const own: readonly Option[] = [
  {
    name: 'environment',
    alias: 'e',
    value: '<file>',
    occurs: 'repeatedly',
    isPath: true,
    group,
    description: 'An environment; later ones win, as in Heat. Repeatable. resolve and parameters need one',
  },
  {
    name: 'require',
    value: '<key=value>',
    occurs: 'repeatedly',
    group,
    description:
      'Require a capability, in addition to those of the environments. Repeatable; several values of a key are alternatives',
  },
  {
    name: 'capability',
    alias: 'c',
    value: '<key=value>',
    occurs: 'repeatedly',
    group,
    description: 'find: the capabilities to search for, all of them. annotate: those to write. Repeatable',
  },
  {
    name: 'file',
    alias: 'f',
    value: '<file>',
    occurs: 'repeatedly',
    isPath: true,
    isOfOneRun: true,
    group,
    description: 'A template, as a path is. Repeatable',
  },
  {
    name: 'recursive',
    alias: 'r',
    group,
    description: 'find and list: also search directories below those that are given, as hotshift always does',
  },
  {
    name: 'for',
    value: '<glob>',
    occurs: 'repeatedly',
    group,
    description: 'annotate: the templates for --capability, as in .gitignore; default: all. Repeatable',
  },
  {
    name: 'overwrite',
    group,
    description: 'annotate: replace other values',
  },
  {
    name: 'keep-annotations',
    group,
    description: 'resolve: choose from lists, but do not remove the sections capabilities and requires',
  },
]

const format: Option = {
  name: 'format',
  value: '<format>',
  choices: ['text', 'json', 'yaml', 'jsonl', 'sarif', 'csv', 'markdown', 'html'],
  group: 'The report',
  description:
    'find, list and parameters: text (default), json or yaml. resolve and annotate: as for other commands, text (the diff), json, jsonl, sarif, csv, markdown or html',
}

const kinds = ['find', 'list', 'parameters', 'annotate', 'resolve'] as const

type CapabilityKind = (typeof kinds)[number]

export const capabilities: Command = {
  name: 'capabilities',
  positional: '<question> [paths..]',
  positionalDescription: pathsDescription,
  firstArguments: kinds,
  arity: { min: 1, max: Number.POSITIVE_INFINITY },
  summary: 'Choose among implementations of a type by their capabilities',
  description: [
    'Templates declare capabilities, environments require them (requires), and registries name several templates for one type. Heat accepts none of this: see docs/capabilities.md.',
    'find lists the templates with given capabilities. list shows all capabilities with their values, and the types with their templates; with -e also what is chosen and what is open. parameters shows the parameters that remain once the choices are made, required ones first. annotate writes capabilities into templates. resolve makes the choices, and writes what Heat accepts.',
  ],
  options: [...own, format, ...without(rewriteOptions, 'accept', 'accept-file', 'partial', 'format')],
  examples: {
    'Which templates can stand for a type?': 'hotshift capabilities find -c resource_type=OS::Zoo::Keeper',
    'Which choices are there?': 'hotshift capabilities list -e zoo.env',
    'Choose, and show what Heat gets': 'hotshift capabilities resolve -e zoo.env --require deployment=docker',
    'Which parameters remain?': 'hotshift capabilities parameters -e zoo.env zoo.yaml --format json',
    'Annotate templates': "hotshift capabilities annotate -c deployment=puppet --for 'puppet/**' --write",
  },
  async run(args, world) {
    const [query = '', ...positionals] = args.positionals
    const paths = [...positionals, ...args.values('file')]
    const kind = kinds.find((one) => one === query)
    if (kind === undefined)
      throw new UsageError(`capabilities ${query}: no such question`, [
        ...didYouMean(kinds.filter((one) => one.startsWith(query.slice(0, 2)))),
        `it knows ${kinds.join(', ')}`,
      ])
    refuseUnread(kind, args)
    const environments = args.values('environment').map((path) => reportPath(path, world))
    if (environments.length === 0 && (kind === 'resolve' || kind === 'parameters'))
      throw new UsageError(`capabilities ${kind} needs an environment: -e <file>`)
    // What a composition consists of is found wherever it is.
    const read = paths.length === 0 || kind === 'parameters' ? ['.', ...paths] : paths
    const all = [...new Set([...read, ...environments])]
    const asked = args.withPositionals(all)
    if (kind === 'resolve' || kind === 'annotate') {
      const engine = replacedEngine(world) ?? (await engineFor(kind, args, environments, world))
      return rewrite(asked, engine, world)
    }
    const named = new Set(paths.map((path) => reportPath(path, world)))
    return answered(kind, asked, { environments, named }, world)
  },
}

/** Which questions an option is for; those that are not here are for all. */
const meant = lazily(
  (): ReadonlyMap<string, readonly CapabilityKind[]> =>
    new Map<string, readonly CapabilityKind[]>([
      ['require', ['list', 'parameters', 'resolve']],
      ['capability', ['find', 'annotate']],
      ['recursive', ['find', 'list']],
      ['for', ['annotate']],
      ['overwrite', ['annotate']],
      ['keep-annotations', ['resolve']],
      ...rewriteOptions
        .filter(({ name }) => !reportOptions.some((one) => one.name === name))
        .map(({ name }): [string, readonly CapabilityKind[]] => [name, ['annotate', 'resolve']]),
    ]),
)

/** @throws UsageError for an option that would do nothing */
function refuseUnread(kind: CapabilityKind, args: Arguments): void {
  for (const [option, for_] of meant())
    if (args.has(option) && !for_.includes(kind))
      throw new UsageError(`--${option} does not apply to capabilities ${kind}`, [
        `it is for ${for_.join(' and ')}`,
      ])
  if (kind === 'find' && !args.has('capability'))
    throw new UsageError('capabilities find needs what to find: -c <key=value>')
}

async function engineFor(
  kind: 'resolve' | 'annotate',
  args: Arguments,
  environments: readonly string[],
  world: World,
): Promise<LoadedEngine> {
  const { createPackageEngine } = await import('../../../engine/engine.ts')
  const sources = sourcesFor(args, environments, world)
  const allowUnproved = args.has('allow-unproved')
  const named = environments.length === 0 ? {} : { environments }
  if (kind === 'resolve') {
    const { resolveCapabilitiesWith } = await import(
      '../../../../transforms/env/resolve-capabilities/index.ts'
    )
    const required = pairsOf(args, 'require')
    const keepAnnotations = args.has('keep-annotations')
    const transforms = [resolveCapabilitiesWith({ environments, required, keepAnnotations })]
    return createPackageEngine({ ...sources, transforms, allowUnproved })
  }
  const { annotateCapabilitiesWith } = await import(
    '../../../../transforms/env/annotate-capabilities/index.ts'
  )
  const isMeant = await matcher(args.values('for'))
  const existing = args.has('overwrite') ? 'overwrite' : 'keep'
  const options = { ...named, capabilities: pairsOf(args, 'capability'), isMeant, existing } as const
  return createPackageEngine({ ...sources, transforms: [annotateCapabilitiesWith(options)], allowUnproved })
}

function sourcesFor(args: Arguments, environments: readonly string[], world: World) {
  const { exists } = packageOptions(args, world)
  if (environments.length === 0) return { exists }
  return { exists, naming: { suffix: '.env', named: new Set(environments) } }
}

async function matcher(globs: readonly string[]): Promise<(path: string) => boolean> {
  if (globs.length === 0) return () => true
  const { selectedBy } = await import('../../../run/ignore-rules.ts')
  return selectedBy(globs)
}

async function answered(
  kind: 'find' | 'list' | 'parameters',
  args: Arguments,
  { environments, named }: Pick<CapabilityQuestion, 'environments' | 'named'>,
  world: World,
): Promise<number> {
  const style = args.value('format') ?? 'text'
  if (!['text', 'json', 'yaml'].includes(style))
    throw new UsageError(`--format ${style}: capabilities ${kind} has text, json and yaml`)
  const { createPackageQuery } = await import('../../../engine/queries/package-query.ts')
  const packages: Workspace[] = []
  const engine = createPackageQuery(sourcesFor(args, environments, world), (pkg) => packages.push(pkg))
  const unread: FileOutcome[] = []
  const onOutcome = async (one: FileOutcome) => {
    if ((one.status === 'failed' || one.status === 'blocked') && !isEmptyDirectory(one)) unread.push(one)
  }
  await runFiles(args, { engine, mode: 'check', onOutcome }, world)
  const { findAnswer, listAnswer, parametersAnswer, yamlOf } = await import('../capability-queries.ts')
  const asked = { packages, environments, named, required: pairsOf(args, 'require') }
  const answer: QueryAnswer =
    kind === 'find'
      ? findAnswer(asked, pairsOf(args, 'capability'))
      : kind === 'list'
        ? listAnswer(asked)
        : parametersAnswer(asked)
  const text =
    style === 'json'
      ? `${JSON.stringify(answer.data, undefined, 2)}\n`
      : style === 'yaml'
        ? yamlOf(answer.data)
        : answer.lines.map((line) => `${oneLine(line)}\n`).join('')
  await world.out.write(text)
  const said = unread.map(({ path, reason }) => oneLine(`${path}: not read: ${reason}`))
  for (const line of [...said, ...answer.problems]) await world.err.write(`${line}\n`)
  if (unread.length > 0) return exitCodes.failed
  return answer.problems.length > 0 ? exitCodes.manualWork : exitCodes.done
}

/**
 * The values of an option, by their keys.
 *
 * @throws UsageError for what is no key with a value
 */
function pairsOf(args: Arguments, option: 'require' | 'capability'): Capabilities {
  const pairs = new Map<string, string[]>()
  for (const text of args.values(option)) {
    const [, key, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
    if (key === undefined || value === undefined)
      throw new UsageError(`--${option} ${text}: write it as key=value`)
    push(pairs, key, value)
  }
  return pairs
}

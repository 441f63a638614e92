import { resolve } from 'node:path'
import type { FileOutcome } from '../../../engine/outcome.ts'
import type { ReadBudget } from '../../../stack/read-budget.ts'
import type { DefaultMove } from '../../../stack/refactor/default-move.ts'
import type { RecordMove } from '../../../stack/refactor/move-defaults.ts'
import { isNamedAsTemplate } from '../../../stack/source-file.ts'
import type { Declaration } from '../../../stack/values.ts'
import type { EnvironmentNaming } from '../../../stack/workspace.ts'
import { groupedBy } from '../../../text/document/multimap.ts'
import { byKey } from '../../../text/document/sorted.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { type LoadedEngine, packageOptions, replacedEngine } from '../load-engine.ts'
import { refuseUnfit } from '../options/environments-given.ts'
import { packageRewriteOptions, takesPaths } from '../options/options.ts'
import { refuseCommit } from '../options/series-options.ts'
import { type PackageScope, scopeOf } from '../package-scope.ts'
import { rewrite } from '../rewrite.ts'
import { chosenNames, namesIn } from '../selectors.ts'
import { UsageError } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'

const naming: readonly Option[] = [
  {
    name: 'env-suffix',
    value: '<suffix>',
    excludes: [{ option: 'env' }, { option: 'env-file' }],
    group: 'What to do',
    description:
      'The ending of environment names, after the base name of the template, for example -env.yaml. Default: .env',
  },
  {
    name: 'env',
    alias: 'e',
    value: '<file>',
    occurs: 'repeatedly',
    isPath: true,
    isWritten: true,
    group: 'What to do',
    description:
      'One environment for all templates. It gets the values of several templates as parameter_defaults, because Heat rejects parameters that a template does not declare. Repeatable for stacks with several environments: they are merged as in Heat, and the first gets the values',
  },
  {
    name: 'into',
    value: '<file>',
    isPath: true,
    isWritten: true,
    group: 'What to do',
    description: 'Which of several environments gets the values. Existing values stay where they are',
  },
  {
    name: 'hidden-into',
    value: '<file>',
    isPath: true,
    isWritten: true,
    group: 'What to do',
    description:
      'Another environment, for the values of hidden parameters. A new one is readable by its owner only (mode 0600)',
  },
  {
    name: 'env-file',
    value: '<file>',
    isPath: true,
    isWritten: true,
    group: 'What to do',
    description:
      'The old name of --env, which Node reads as its own option; the next minor version removes it',
  },
  {
    name: 'only',
    value: '<glob>',
    occurs: 'repeatedly',
    group: 'What to do',
    description:
      'Only parameters whose names match; * stands for any characters, ? for one. Or only changes that match path:, transform:, finding:, status: or proof:, as with other commands. Repeatable; names also separated by commas',
  },
  {
    name: 'except',
    value: '<glob>',
    occurs: 'repeatedly',
    group: 'What to do',
    description:
      'All parameters except those whose names match, or all changes except those that match, as for --only',
  },
]

export const extractDefaults: Command = {
  name: 'extract-defaults',
  ...takesPaths,
  summary: 'Move parameter defaults into environment files',
  description: [
    'Moves the default of each parameter of a HOT template into its environment, a file with the same name in the same directory, as it is written and with its comment. The environment is created if there is none. A value that the environment already gives stays, because it wins today. Defaults of nested templates are removed once every caller passes the value from the environment of its module.',
    'Files that belong together are read and written together. If you name a file, the others of its directory are read with it, and so are templates and registries elsewhere in the repository (or below the working directory) that name it. They change only where the move needs it. A default that cannot move without changing a value stays, and a finding says why.',
    'Values of hidden parameters are readable in the environment, as they were in the template, and in the diff. Findings do not show them. --hidden-into puts them into a separate file.',
  ],
  options: [...naming, ...packageRewriteOptions],
  examples: {
    'Show what would change below a folder': 'hotshift extract-defaults templates',
    'Write it': 'hotshift extract-defaults templates --write',
    'One template, with an environment in YAML of another name':
      'hotshift extract-defaults web.yaml --env-suffix=-env.yaml',
    'One environment for all': 'hotshift extract-defaults templates -e defaults.yaml',
    'Into the second of two environments that stacks are created with':
      'hotshift extract-defaults web -e base.yaml -e prod.yaml --into prod.yaml',
    'Passwords into a file that only you can read':
      'hotshift extract-defaults templates --hidden-into secrets.yaml',
    'Some of the parameters': "hotshift extract-defaults --only '*_flavor,*_image' --except 'test_*'",
    'In CI': 'hotshift extract-defaults --check',
  },
  async run(args, world) {
    const environments = await namingOf(args, world)
    const scope = await scopeOf(args, { naming: environments }, world)
    const required = new RequiredParameters()
    const engine = replacedEngine(world) ?? (await engineFor(args, environments, { scope, required }, world))
    const afterwards = {
      file: (outcome: FileOutcome) => required.file(outcome),
      state: () => Promise.resolve(undefined),
    }
    const code = await rewrite(args.withPositionals(scope.paths), engine, world, {
      chosen: 'names, too',
      afterwards,
    })
    if (!args.has('quiet')) for (const line of required.lines()) await world.err.write(`${line}\n`)
    return code
  },
}

/** The parameters that templates have no default for any longer, for the end of the report. */
class RequiredParameters {
  /** By template, with what gives each its value now. */
  readonly #moved = new Map<string, Map<string, string>>()
  readonly #changed = new Set<string>()

  move(path: string, { name }: Declaration, move: DefaultMove): void {
    const giver =
      move.kind === 'moved'
        ? move.environment
        : move.kind === 'passed'
          ? 'every caller'
          : move.kind === 'overridden'
            ? move.environment?.path
            : undefined
    if (giver === undefined) return
    this.#note(path, name, giver)
    if (move.kind !== 'passed') return
    // Templates above it have the parameter now, too.
    const { callers, environments } = move.passing
    for (const caller of callers) this.#note(caller, name, environments[0] ?? 'every caller')
  }

  #note(path: string, name: string, giver: string): void {
    const own = this.#moved.get(path) ?? new Map<string, string>()
    this.#moved.set(path, own.set(name, own.get(name) ?? giver))
  }

  file({ path, status }: FileOutcome): void {
    if (status === 'changed') this.#changed.add(path)
  }

  lines(): readonly string[] {
    const rows = [...this.#moved].filter(([path]) => this.#changed.has(path))
    if (rows.length === 0) return []
    const said = rows.sort(byKey).flatMap(([path, names]) => {
      const byGiver = groupedBy([...names.keys()], (name) => names.get(name) ?? '')
      return [...byGiver].map(([giver, own]) => `  ${path}: ${own.join(', ')} (${giver} sets it)`)
    })
    return ['these parameters no longer have a default, and are required where nothing sets them:', ...said]
  }
}

/** What `extract-defaults` runs over files that belong together, and the files. */
export async function extractDefaultsEngine(
  args: Arguments,
  world: World,
  budget: ReadBudget,
): Promise<{ readonly engine: LoadedEngine; readonly scope: PackageScope }> {
  const environments = await namingOf(args, world)
  const scope = await scopeOf(args, { naming: environments, budget }, world)
  const required = new RequiredParameters()
  return { engine: await engineFor(args, environments, { scope, required }, world), scope }
}

async function engineFor(
  args: Arguments,
  environments: EnvironmentNaming,
  { scope, required }: { readonly scope: PackageScope; readonly required: RequiredParameters },
  world: World,
): Promise<LoadedEngine> {
  const { createPackageEngine } = await import('../../../engine/engine.ts')
  const { moveDefaultsWith } = await import('../../../../transforms/env/move-defaults/index.ts')
  const { passNestedDefaultsWith } = await import('../../../../transforms/env/pass-nested-defaults/index.ts')
  const { templates, leftOut } = scope
  const record: RecordMove = (path, declaration, move) => required.move(path, declaration, move)
  const options = { templates, isWanted: chosenNames(namesIn(args, 'only'), namesIn(args, 'except')) }
  return createPackageEngine({
    transforms: [passNestedDefaultsWith(options, record), moveDefaultsWith(options, record)],
    rounds: 'settled',
    naming: environments,
    outside: leftOut,
    ...packageOptions(args, world),
  })
}

/** @throws UsageError for names that cannot be those of environments, UnfitFile for what is no environment */
async function namingOf(args: Arguments, world: World): Promise<EnvironmentNaming> {
  const suffix = args.value('env-suffix')
  const old = args.value('env-file')
  const together = [...args.values('env'), ...(old === undefined ? [] : [old])].map((path) =>
    reportPath(path, world),
  )
  const hidden = hiddenOf(args, together, world)
  const first = intoOf(args, together, world)
  const isMissing = (one: string) => one !== first && isNew(one, world)
  await refuseUnfit(together.filter(isMissing), world, onlyOneIsNew)
  const given = [...together, ...(hidden.hidden === undefined ? [] : [hidden.hidden])]
  const there = given.filter((one) => !isNew(one, world))
  await refuseUnfit(there, world)
  if (first !== undefined) return { suffix: '.env', common: first, together, ...hidden }
  if (suffix === undefined) return { suffix: '.env', ...hidden }
  if (suffix === '' || /[/\\]/.test(suffix))
    throw new UsageError(`--env-suffix ${suffix}: the ending after a base name`, [
      'for example .env or _env.yaml',
    ])
  if (suffix.lastIndexOf('.') === 0 && isNamedAsTemplate(suffix))
    throw new UsageError(`--env-suffix ${suffix}: the environment would have the name of its template`)
  return { suffix, ...hidden }
}

/** The environment that takes the values, of those that are given; undefined where none is. */
function intoOf(args: Arguments, together: readonly string[], world: World): string | undefined {
  const into = args.value('into')
  const path = into === undefined ? together[0] : reportPath(into, world)
  if (into !== undefined && (path === undefined || !together.includes(path)))
    throw new UsageError(`--into ${into}: is not one of the environments of --env`)
  return path
}

const onlyOneIsNew = 'Only the environment that gets the values may be new; --into names it.'

/** Whether nothing is at a path, not even a link. */
function isNew(path: string, { cwd, fileSystem }: World): boolean {
  return fileSystem.lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) === undefined
}

function hiddenOf(
  args: Arguments,
  together: readonly string[],
  world: World,
): Pick<EnvironmentNaming, 'hidden'> {
  const given = args.value('hidden-into')
  if (given === undefined) return {}
  const hidden = reportPath(given, world)
  if (together.includes(hidden))
    throw new UsageError(`--hidden-into ${given}: is also an environment of --env`)
  refuseCommit(args)
  return { hidden }
}

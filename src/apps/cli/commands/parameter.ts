import type { HotParameterType } from '../../../heat/dialects.ts'
import { hotWords } from '../../../heat/facts/facts.ts'
import { literalOf } from '../../../heat/values/nodes.ts'
import { misfitInUse } from '../../../heat/values/parameters.ts'
import type { GivenValue, ParameterEdit, UsedBy } from '../../../stack/refactor/parameter-edit.ts'
import { readDocument } from '../../../text/document/document.ts'
import { valueOf } from '../../../text/document/read.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { packageOptions, replacedEngine } from '../load-engine.ts'
import { environmentOption, environmentsGiven } from '../options/environments-given.ts'
import { partialEditOption, pathsDescription, rewriteOptions, without } from '../options/options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { scopeOf } from '../package-scope.ts'
import { rewrite } from '../rewrite.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'

const group = 'What to do'

const types = Object.keys(hotWords.parameterTypes) as readonly HotParameterType[]

const own: readonly Option[] = [
  {
    name: 'type',
    value: '<type>',
    choices: types,
    isOfOneRun: true,
    group,
    description:
      'add, set-type: the type of the parameter. add takes that of the value that --used-by replaces, or of the property, if it is not given',
  },
  {
    name: 'default',
    value: '<value>',
    isOfOneRun: true,
    group,
    description:
      'add, set-default: the default, as YAML. add writes it into the templates that no other one calls; the nested ones below have none. Default: the value that --used-by replaces',
  },
  {
    name: 'value',
    value: '<value>',
    isOfOneRun: true,
    excludes: [{ option: 'default' }],
    group,
    description: 'add: give the parameter this value in the environments, and no default',
  },
  {
    name: 'description',
    value: '<text>',
    isOfOneRun: true,
    group,
    description: 'add: the description',
  },
  { name: 'hidden', isOfOneRun: true, group, description: 'add: hide the values of the parameter' },
  {
    name: 'in',
    value: '<file>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    isPath: true,
    group,
    description:
      'add: the templates that use the parameter; all that call them pass it. Default: those that have the resource of --used-by, otherwise the given files. Repeatable',
  },
  {
    name: 'to',
    value: '<file>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    isPath: true,
    group,
    description: 'pass: the nested templates that get the parameter. Repeatable',
  },
  {
    name: 'used-by',
    value: '<resource.property>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group,
    description:
      'add, pass: let this property read the parameter, for example server.flavor, server.networks.0.network, or config.config.str_replace.params.$port. remove: remove this property with it, if it only reads the parameter. Repeatable',
  },
  environmentOption('; the first takes the value of add --value'),
]

const kinds = ['add', 'pass', 'remove', 'drop-default', 'set-default', 'set-type'] as const
type ParameterKind = (typeof kinds)[number]

/** Which edits an option is for. */
const meant: ReadonlyMap<string, readonly ParameterKind[]> = new Map<string, readonly ParameterKind[]>([
  ['type', ['add', 'set-type']],
  ['default', ['add', 'set-default']],
  ['value', ['add']],
  ['description', ['add']],
  ['hidden', ['add']],
  ['in', ['add']],
  ['to', ['pass']],
  ['used-by', ['add', 'pass', 'remove']],
])

export const parameter: Command = {
  name: 'parameter',
  positional: '<edit> <name> [paths..]',
  positionalDescription: pathsDescription,
  firstArguments: kinds,
  arity: { min: 2, max: Number.POSITIVE_INFINITY },
  summary: 'Add, pass, change or remove a parameter in all layers',
  description: [
    'Edits one parameter of HOT templates in every layer: its declaration, the properties by which templates pass it to nested ones (in groups, chains and stacks, and by types of a registry, too), and environments. All locations change or none, and whatever is not about the parameter must be the same afterwards.',
    'add declares it, lets --used-by read it, and passes it from the templates that no other one calls. pass takes one that is there to a nested template. remove takes it out, with the parameters of callers that were there for its sake; what still reads it is named. drop-default removes the default and writes it nowhere; extract-defaults moves it into the environment. set-default and set-type change the declarations, set-type along the whole chain.',
    'Without --write nothing changes on disk. If you name files, the edit is about these templates; the files beside them, those that they call and those that call them are read and follow.',
  ],
  options: [
    ...own,
    partialEditOption,
    ...without(rewriteOptions, 'accept', 'accept-file', 'partial', 'allow-unproved', 'stdin-path'),
  ],
  examples: {
    'A new parameter, from the top to a server in a nested template':
      'hotshift parameter add key_name --used-by server.key_name --in lib/server.yaml',
    'Make a parameter of a fixed value': 'hotshift parameter add flavor --used-by server.flavor web.yaml',
    'Take one that is there to a nested template':
      'hotshift parameter pass image --to nested/server.yaml --used-by server.image',
    'Remove one from all layers': 'hotshift parameter remove admin_pass templates --write',
    'Every stack has to say it from now on': 'hotshift parameter drop-default flavor templates',
  },
  async run(args, world) {
    const [kind = '', name = '', ...paths] = args.positionals
    const edit = editOf(kind, name, args, world)
    const asked = args.withPositionals([...new Set([...paths, ...placesOf(args, paths)])])
    const naming = await environmentsGiven(args, world)
    const scope = await scopeOf(asked, { naming, called: 'read', parameters: [name] }, world)
    let isUsed = false
    const { createPackageEngine } = await import('../../../engine/engine.ts')
    const { parameterTransform } = await import('../../../engine/authoring/parameter-transform.ts')
    const templates = scopeWithout(scope.templates, paths, args, world)
    const transform = parameterTransform(edit, {
      templates,
      isPartial: args.has('partial'),
      used: () => {
        isUsed = true
      },
    })
    const engine =
      replacedEngine(world) ??
      createPackageEngine({
        transforms: [transform],
        ...packageOptions(args, world),
        naming,
        outside: scope.leftOut,
      })
    const code = await rewrite(asked.withPositionals(scope.paths), engine, world)
    if (isUsed) return code
    await world.err.write(`hotshift: ${nothingFor(edit)}\n`)
    return code === exitCodes.failed ? code : exitCodes.manualWork
  },
}

/** Templates that options name are read, too, and where no path is given, these alone. */
function placesOf(args: Arguments, paths: readonly string[]): readonly string[] {
  const named = [...args.values('in'), ...args.values('to')]
  // The whole directory is read anyway.
  return paths.length === 0 ? (args.values('in').length > 0 ? named : []) : named
}

/** What was only named by an option is not what the edit is about. */
function scopeWithout(
  templates: Pick<ReadonlySet<string>, 'has'>,
  paths: readonly string[],
  args: Arguments,
  world: World,
): Pick<ReadonlySet<string>, 'has'> {
  if (paths.length === 0 || args.values('to').length === 0) return templates
  const targets = new Set(args.values('to').map((path) => reportPath(path, world)))
  return { has: (path) => templates.has(path) && !targets.has(path) }
}

function nothingFor(edit: ParameterEdit): string {
  switch (edit.kind) {
    case 'add':
      return edit.usedBy.length > 0
        ? `no template has the resource of ${edit.usedBy.map(({ text }) => text).join(', ')}`
        : 'no template is named that could have the parameter'
    case 'drop-default':
      return `no parameter ${edit.name} has a default`
    case 'pass':
    case 'remove':
    case 'set-default':
    case 'set-type':
      return `no parameter is called ${edit.name}`
  }
}

function editOf(word: string, name: string, args: Arguments, world: World): ParameterEdit {
  const kind = kindOf(word, name, args)
  const files = (option: string) => args.values(option).map((path) => reportPath(path, world))
  const usedBy = args.values('used-by').map(usedByOf)
  switch (kind) {
    case 'add':
      return { ...addition(name, args, usedBy.length > 0), in: files('in'), usedBy }
    case 'pass':
      if (!args.has('to')) throw new UsageError('parameter pass needs a nested template: --to <file>')
      return { kind, name, to: files('to'), usedBy }
    case 'set-default': {
      const given = valueGiven(args, 'default', undefined)
      if (given === undefined) throw new UsageError('parameter set-default needs a value: --default <value>')
      return { kind, name, default: given }
    }
    case 'set-type': {
      const type = typeOf(args)
      if (type === undefined) throw new UsageError('parameter set-type needs a type: --type <type>')
      return { kind, name, type }
    }
    case 'remove':
      return { kind, name, usedBy }
    case 'drop-default':
      return { kind, name }
  }
}

/** @throws UsageError for an edit that there is not, a name that no parameter can have, and options of other edits */
function kindOf(word: string, name: string, args: Arguments): ParameterEdit['kind'] {
  const kind = kinds.find((one) => one === word)
  if (kind === undefined)
    throw new UsageError(`parameter ${word}: no such edit`, [
      ...didYouMean(kinds.filter((one) => one.startsWith(word.slice(0, 2)))),
      `the edits are ${kinds.join(', ')}`,
    ])
  if (!/^[^\s:{}[\],&*#?|<>=!%@`'"]+$/.test(name))
    throw new UsageError(`${name}: no name for a parameter`, [`hotshift parameter ${kind} <name> [paths..]`])
  for (const [option, edits] of meant)
    if (args.has(option) && !edits.includes(kind))
      throw new UsageError(`--${option} does not apply to parameter ${kind}`, [
        `it is for ${edits.join(' and ')}`,
      ])
  return kind
}

type Addition = Extract<ParameterEdit, { readonly kind: 'add' }>

/** @param isUsed whether the property that uses it says the type */
function addition(name: string, args: Arguments, isUsed: boolean): Omit<Addition, 'in' | 'usedBy'> {
  const type = typeOf(args)
  if (type === undefined && !isUsed)
    throw new UsageError('parameter add needs a type: --type <type>', [`the types are ${types.join(', ')}`])
  return {
    kind: 'add',
    name,
    type,
    default: valueGiven(args, 'default', type),
    value: valueGiven(args, 'value', type),
    description: args.value('description'),
    isHidden: args.has('hidden'),
  }
}

function typeOf(args: Arguments): HotParameterType | undefined {
  const given = args.value('type')
  if (given === undefined) return undefined
  const type = types.find((one) => one === given)
  if (type !== undefined) return type
  throw new UsageError(`--type ${given}: no such type`, [`the types are ${types.join(', ')}`])
}

/** A value as YAML has it; for a parameter of type string what is no collection is a string. */
function valueGiven(
  args: Arguments,
  option: string,
  type: HotParameterType | undefined,
): GivenValue | undefined {
  const given = args.value(option)
  if (given === undefined) return undefined
  const plain = documentOf(given)
  const node = valueOf(plain?.root, 'value')
  const isText = node === undefined || (type === 'string' && node.kind === 'scalar' && node.type !== 'str')
  const source = isText ? documentOf(JSON.stringify(given)) : plain
  const value = valueOf(source?.root, 'value')
  if (source === undefined || value === undefined)
    throw new UsageError(`--${option} ${given}: not to be read as YAML`)
  const problem = type === undefined ? undefined : misfitInUse(type, [], literalOf(value))?.problem
  if (problem !== undefined) throw new UsageError(`--${option} ${given}: ${problem}`)
  return { node: value, source: { ...source, comments: [] } }
}

function documentOf(value: string) {
  const reading = readDocument(`value: ${value}\n`)
  return 'problem' in reading ? undefined : reading.document
}

function usedByOf(text: string): UsedBy {
  const parts = text.split('.')
  if (parts.length < 2 || parts.includes(''))
    throw new UsageError(`--used-by ${text}: a resource and its property, as in server.flavor`)
  return { text, parts }
}

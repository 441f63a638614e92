import { parseTarget } from '../../heat/versions.ts'
import type { Arguments, Command } from '../command.ts'
import { inspect } from '../inspect.ts'
import { loadChecker } from '../load-engine.ts'
import { pathsDescription, reportOptions, toOption } from '../options.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

export const check: Command = {
  name: 'check',
  positional: '[paths..]',
  positionalDescription: pathsDescription,
  arity: { min: 0, max: Number.POSITIVE_INFINITY },
  summary: 'What Heat would refuse in templates, or not read',
  description: [
    'Checks HOT and CloudFormation templates as far as their text goes: sections, keys, parameter types and constraints, functions and their arguments, references to what is not declared, circles of dependencies, deletion policies, versions. Every finding names its place and the section of the HOT specification that it is about. Nothing is changed.',
    'Exit code 1: something is wrong.',
  ],
  options: [
    {
      ...toOption,
      description:
        'The heat_template_version to hold HOT templates against: a date, a release such as rocky, or latest. Default: the version that each template declares',
    },
    ...reportOptions,
  ],
  examples: [
    { explanation: 'All templates below the working directory', command: 'hotshift check' },
    { explanation: 'Would they do for an older cloud?', command: 'hotshift check templates --to newton' },
    { explanation: 'In CI', command: 'hotshift check --format sarif > hotshift.sarif' },
  ],
  async run(args, world) {
    const version = versionOf(args)
    return inspect(args, await loadChecker(version, world), world)
  },
}

function versionOf(args: Arguments) {
  const to = args.value('to')
  if (to === undefined) return undefined
  const target = parseTarget(to)
  if (target.kind === 'hot') return target.version
  const hints =
    target.kind === 'unknown' ? didYouMean(target.near) : ['check takes a date, a release or latest']
  throw new UsageError(`--to ${to}: no such version`, hints)
}

import { hotVersions, parseTarget } from '../../heat/versions.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { acceptedCodes, loadEngineFor, type RewriteOptions } from '../load-engine.ts'
import {
  assumedVersion,
  assumeOption,
  noteRelease,
  pathsDescription,
  rewriteOptions,
  toOption,
} from '../options.ts'
import { rewrite } from '../rewrite.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

const modernizeOption: Option = {
  name: 'modernize',
  occurs: 'once',
  group: toOption.group,
  description:
    'Also write properties and resource types under the names that Heat has now, where it means the same by both, and report those that are gone',
}

const templatedOption: Option = {
  name: 'templated',
  occurs: 'once',
  group: toOption.group,
  description:
    'Also change the line of the version in templates that another program (Jinja, ERB) fills in first, where it stands outside of tags; nothing else of them is read',
}

export const upgrade: Command = {
  name: 'upgrade',
  positional: '[paths..]',
  positionalDescription: pathsDescription,
  arity: { min: 0, max: Number.POSITIVE_INFINITY },
  summary: 'Upgrade HOT templates to a newer heat_template_version',
  description: [
    'Declares a newer heat_template_version in HOT templates. Functions that the new version has removed are replaced, and what it would read differently is rewritten to preserve its meaning; nothing else changes. If that is not possible, the file stays unchanged, and a finding says why.',
    'Without --write nothing changes on disk: the diff goes to standard output, everything else to standard error. Environments and CloudFormation templates are left alone. A template with a newer version is never lowered.',
  ],
  options: [
    {
      ...toOption,
      description:
        'The heat_template_version to declare: a date, a release such as rocky, or latest. On several clouds, the newest version that the oldest of them has. Required',
    },
    assumeOption,
    modernizeOption,
    templatedOption,
    ...rewriteOptions,
  ],
  examples: [
    {
      explanation: 'Show what would change below a folder',
      command: 'hotshift upgrade templates --to rocky',
    },
    { explanation: 'Write it', command: 'hotshift upgrade templates --to 2018-08-31 --write' },
    {
      explanation: 'For a cloud that is not so new',
      command: 'hotshift upgrade --to 2016-10-14 --patch newton.patch',
    },
    {
      explanation: "Where the declared version is none of Heat's",
      command: 'hotshift upgrade stack.yaml --to latest --assume-version 2018-03-02',
    },
    {
      explanation: 'Where calls were written for a version that is too old for them',
      command: 'hotshift upgrade --to rocky --accept newer-function',
    },
    { explanation: 'In CI', command: 'hotshift upgrade --to rocky --check --format sarif > hotshift.sarif' },
  ],
  async run(args, world) {
    const optionsOf = (args: Arguments): RewriteOptions => ({
      chain: args.has('modernize') ? ('modernize' as const) : ('upgrade' as const),
      to: targetOf(args),
      accept: acceptedCodes(args),
      partial: args.has('partial'),
      allowUnproved: args.has('allow-unproved'),
      templated: args.has('templated'),
      ...assumedVersion(args),
    })
    const engine = await loadEngineFor(args, world, optionsOf)
    noteRelease(args, world)
    return rewrite(args, engine, world, 'upgrade')
  },
}

function targetOf(args: Arguments): string {
  const to = args.value('to')
  if (to === undefined) {
    throw new UsageError('upgrade needs a version: hotshift upgrade --to <version>', [
      `the versions are ${hotVersions.join(', ')}, and latest`,
    ])
  }
  const target = parseTarget(to)
  if (target.kind === 'auto' || target.kind === 'oldest' || target.kind === 'cfn-yaml')
    throw new UsageError(`--to ${to} is for migrate`, ['upgrade takes a date, a release or latest'])
  if (target.kind === 'unknown') throw new UsageError(`--to ${to}: no such version`, didYouMean(target.near))
  return to
}

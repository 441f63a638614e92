import { hotVersions, parseTarget, targetNames } from '../../heat/versions.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { acceptedCodes, loadEngineFor, type RewriteOptions } from '../load-engine.ts'
import {
  assumedVersion,
  assumeOption,
  noteRelease,
  rewriteOptions,
  takesPaths,
  toOption,
} from '../options.ts'
import { rewrite } from '../rewrite.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

const modernizeOption: Option = {
  name: 'modernize',
  occurs: 'once',
  group: toOption.group,
  description:
    'Also replace deprecated names of properties and resource types by new ones with the same meaning, and report removed ones',
}

const templatedOption: Option = {
  name: 'templated',
  occurs: 'once',
  group: toOption.group,
  description:
    'Also change the version line of templates that another program (Jinja, ERB) fills in first, if it is outside tags. Nothing else is read',
}

export const upgrade: Command = {
  name: 'upgrade',
  ...takesPaths,
  summary: 'Upgrade HOT templates to a newer heat_template_version',
  description: [
    'Declares a newer heat_template_version in HOT templates. Functions that the new version has removed are replaced, and what it would read differently is rewritten to preserve its meaning; nothing else changes. If that is not possible, the file stays unchanged, and a finding says why.',
    'Without --write nothing changes on disk: the diff goes to standard output, everything else to standard error. Environments and CloudFormation templates are left alone. A template with a newer version is never lowered.',
  ],
  options: [
    {
      ...toOption,
      choices: targetNames,
      description:
        'The new heat_template_version: a date, a release such as rocky, or latest. For several clouds, choose the newest version of the oldest cloud. Required',
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
      explanation: 'For an older cloud',
      command: 'hotshift upgrade --to 2016-10-14 --patch newton.patch',
    },
    {
      explanation: 'If the declared version does not exist',
      command: 'hotshift upgrade stack.yaml --to latest --assume-version 2018-03-02',
    },
    {
      explanation: 'If the declared version is too old for functions in the template',
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

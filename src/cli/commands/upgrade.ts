import { hotVersions, targetNames } from '../../heat/versions.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { loadEngineFor, type OwnOptions } from '../load-engine.ts'
import { assumeOption, knownTarget, noteRelease, rewriteOptions, takesPaths, toOption } from '../options.ts'
import { rewrite } from '../rewrite.ts'
import { UsageError } from '../usage-error.ts'

const modernizeOption: Option = {
  name: 'modernize',
  group: toOption.group,
  description:
    'Also replace deprecated names of properties and resource types by new ones with the same meaning, and report removed ones',
}

const templatedOption: Option = {
  name: 'templated',
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
  examples: {
    'Show what would change below a folder': 'hotshift upgrade templates --to rocky',
    'Write it': 'hotshift upgrade templates --to 2018-08-31 --write',
    'For an older cloud': 'hotshift upgrade --to 2016-10-14 --patch newton.patch',
    'If the declared version does not exist':
      'hotshift upgrade stack.yaml --to latest --assume-version 2018-03-02',
    'If the declared version is too old for functions in the template':
      'hotshift upgrade --to rocky --accept newer-function',
    'In CI': 'hotshift upgrade --to rocky --check --format sarif > hotshift.sarif',
  },
  async run(args, world) {
    const optionsOf = (given: Arguments): OwnOptions => ({
      chain: given.has('modernize') ? 'modernize' : 'upgrade',
      to: targetOf(given),
      templated: given.has('templated'),
    })
    const engine = await loadEngineFor(args, world, optionsOf)
    noteRelease(args, world)
    return rewrite(args, engine, world)
  },
}

function targetOf(args: Arguments): string {
  const to = args.value('to')
  if (to === undefined) {
    throw new UsageError('upgrade needs a version: hotshift upgrade --to <version>', [
      `the versions are ${hotVersions.join(', ')}, and latest`,
    ])
  }
  if (knownTarget(to).kind === 'hot') return to
  throw new UsageError(`--to ${to} is for migrate`, ['upgrade takes a date, a release or latest'])
}

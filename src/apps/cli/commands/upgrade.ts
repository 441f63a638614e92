import { hotVersions, targetNames } from '../../../heat/versions.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { type LoadedEngine, loadEngineFor, type OwnOptions } from '../load-engine.ts'
import { cloudOf } from '../options/cloud-options.ts'
import {
  assumeOption,
  knownTarget,
  noteRelease,
  rewriteOptions,
  takesPaths,
  toOption,
} from '../options/options.ts'
import { templatedAsked, templatedOptions } from '../options/templated-options.ts'
import { rewrite } from '../rewrite.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const modernizeOption: Option = {
  name: 'modernize',
  group: toOption.group,
  description:
    'Also replace deprecated names of properties and resource types by new ones with the same meaning, and report removed ones',
}

const idiomsOption: Option = {
  name: 'idioms',
  group: toOption.group,
  description:
    'Also write what newer versions have for it: functions instead of yaql, joins and conditions without repetition, and no depends_on that a reference implies',
}

const keepNewerOption: Option = {
  name: 'keep-newer',
  group: toOption.group,
  description:
    'Leave templates that declare a newer version as they are; otherwise they are lowered where that is possible',
}

const styles = ['keep', 'date', 'name'] as const

const styleOption: Option = {
  name: 'version-style',
  value: '<style>',
  choices: styles,
  group: toOption.group,
  description:
    'How the version is written: keep (default), as the template does; date; or name, that of the release, where Heat has one. With date and name also in templates whose version stays',
}

export const upgrade: Command = {
  name: 'upgrade',
  ...takesPaths,
  summary: 'Upgrade HOT templates to a newer heat_template_version',
  description: [
    'Declares a newer heat_template_version in HOT templates. Functions that the new version has removed are replaced, and what it would read differently is rewritten to preserve its meaning; nothing else changes. If that is not possible, the file stays unchanged, and a finding says why.',
    'Without --write nothing changes on disk: the diff goes to standard output, everything else to standard error. Environments and CloudFormation templates are left alone. A template that declares a newer version is lowered if an older form exists for all that it uses; otherwise it stays unchanged, and each location that needs the newer version is named.',
  ],
  options: [
    {
      ...toOption,
      choices: targetNames,
      description:
        'The new heat_template_version: a date, a release such as rocky, or latest. For several clouds, choose the newest version of the oldest cloud. Required, unless --cloud says which one its cloud has',
    },
    assumeOption,
    keepNewerOption,
    styleOption,
    modernizeOption,
    idiomsOption,
    ...templatedOptions(
      toOption.group,
      'Also rewrite templates that Jinja fills in first, outside of its tags: both are rendered with generated values, and each pair is proved equal. If another program such as ERB fills them in, only the version line is changed',
    ),
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
    'Down to the version of an older cloud': 'hotshift upgrade --to newton --version-style name',
    'In CI': 'hotshift upgrade --to rocky --check --format sarif > hotshift.sarif',
  },
  async run(args, world) {
    const engine = await upgradeEngine(args, world)
    noteRelease(args, world)
    return rewrite(args, engine, world)
  },
}

/** What `upgrade` runs over files with such options. */
export function upgradeEngine(args: Arguments, world: World): Promise<LoadedEngine> {
  const optionsOf = (given: Arguments): OwnOptions => ({
    chain: given.has('modernize') ? 'modernize' : 'upgrade',
    to: targetOf(given),
    ...templatedAsked(given, world.cwd),
    idioms: given.has('idioms'),
    ...declaringOf(given),
  })
  return loadEngineFor(args, world, optionsOf)
}

/** Nothing where versions are declared as usual. */
function declaringOf(args: Arguments): Pick<OwnOptions, 'declaring'> {
  const [style, newer] = [styleOf(args), args.has('keep-newer') ? 'preserved' : 'lowered'] as const
  return style === 'keep' && newer === 'lowered' ? {} : { declaring: { newer, style } }
}

function styleOf(args: Arguments): (typeof styles)[number] {
  const given = args.value('version-style') ?? 'keep'
  const style = styles.find((one) => one === given)
  if (style !== undefined) return style
  throw new UsageError(`--version-style ${given}: no such style`, [`the styles are ${styles.join(', ')}`])
}

function targetOf(args: Arguments): string {
  const to = args.value('to') ?? cloudOf(args)?.release?.version
  if (to === undefined) {
    throw new UsageError('upgrade needs a version: hotshift upgrade --to <version>', [
      'usual is --to latest, or --cloud <release> for the newest version that your cloud has',
      `the versions are ${hotVersions.join(', ')}`,
    ])
  }
  if (knownTarget(to).kind === 'hot') return to
  throw new UsageError(`--to ${to} is for migrate`, ['upgrade takes a date, a release or latest'])
}

import { profiles } from '../../../engine/packages/profiles.ts'
import { quantity } from '../../../show/report/counts.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { useWaivers } from '../configuration/waivers.ts'
import { packageRewriteOptions, takesPaths } from '../options/options.ts'
import { profilesOf } from '../options/profiles.ts'
import { renameOptions, renamesOf, reportUnused } from '../options/renames.ts'
import { releaseOf, requirementsOption } from '../options/requirements-release.ts'
import { formatsOf } from '../output/reporters.ts'
import { type Listeners, loadRepairs } from '../package-repairs.ts'
import { rewrite } from '../rewrite.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const group = 'What to do'

const keepValuesOption: Option = {
  name: 'keep-values',
  value: '<folder>',
  isPath: true,
  isOfOneRun: true,
  group,
  description:
    'Write the values that stacks of the repaired package must be given to this folder: for each module an environment for Heat (.env) and a preload for ONAP (.preload.json, GR API)',
}

const questionOptions: readonly Option[] = [
  {
    name: 'ask',
    value: '<file>',
    isPath: true,
    isOfOneRun: true,
    group,
    description:
      'Write a question about everything that a person has to decide to this file (YAML), each with proposals and what they change',
  },
  {
    name: 'answers',
    value: '<file>',
    isPath: true,
    isOfOneRun: true,
    group,
    description: 'Do what the answers in such a file say before the repairs',
  },
]

export const remediate: Command = {
  name: 'remediate',
  ...takesPaths,
  summary: 'Repair packages so that they meet the requirements of a profile',
  description: [
    'Repairs the files of a package (base, incremental and volume modules, nested templates, environments) that do not meet the requirements of a profile. Only repairs that change nothing for a stack created with its environment are made. The report lists what was repaired and what is left, by the number of the requirement.',
    'With --lossy, repairs that give up a name, a value or a check are also made; the report names each. Files that belong together are changed together or not at all.',
  ],
  options: [
    {
      name: 'profile',
      value: '<name>',
      choices: profiles,
      group,
      description: 'What the package is repaired for: onap, sdc, or onap,sdc. Required',
    },
    requirementsOption,
    {
      name: 'lossy',
      names: '<R-number>,...',
      group,
      description:
        'Also make repairs that lose something: names, values that ONAP assigns, constraints. With --lossy=<R-number>,... only for these requirements; repairs that lose nothing are made for all',
    },
    {
      name: 'supplied',
      group,
      description:
        'Also make repairs that leave values to ONAP, which supplies them at instantiation: the ID and name of the VNF, names of servers, zones, networks and addresses. --lossy includes them',
    },
    {
      name: 'only',
      value: '<R-number>',
      choices: 'requirements',
      occurs: 'repeatedly',
      group,
      description:
        'Repair only these requirements; or make only the changes that match path:, transform:, finding:, status: or proof:, as with other commands. Repeatable; numbers also separated by commas',
    },
    {
      name: 'except',
      value: '<R-number>',
      choices: 'requirements',
      occurs: 'repeatedly',
      group,
      description:
        'Repair all requirements except these, or make all changes except those that match. Repeatable; numbers also separated by commas',
    },
    keepValuesOption,
    ...questionOptions,
    ...renameOptions,
    ...packageRewriteOptions,
  ],
  examples: {
    'Show what would change': 'hotshift remediate --profile onap my-vnf',
    'Write it': 'hotshift remediate --profile onap my-vnf --write',
    'Give up the values of two requirements, and nothing else':
      'hotshift remediate --profile onap my-vnf --lossy=R-22838,R-20856',
    'One requirement, also with a loss': 'hotshift remediate --profile onap my-vnf --only R-72871 --lossy',
    'Also write the values that ONAP must give':
      'hotshift remediate --profile onap my-vnf --lossy --keep-values values --write',
    'A package in a zip archive, into a new one':
      'hotshift remediate --profile onap vfw.zip --output vfw-repaired.zip',
    'A summary to file': 'hotshift remediate --profile onap my-vnf --format markdown > summary.md',
  },
  async run(args, world) {
    checkOptions(args)
    profilesOf(args)
    releaseOf(args)
    const renames = renamesOf(args, world)
    const unused = new Set(renames)
    const { answersOf, Questions } = await import('../questions.ts')
    const answers = answersOf(args, world)
    const unanswered = new Set(answers.answers)
    const asked = args.value('ask')
    const questions = asked === undefined && !isAnswerable(args, world) ? undefined : new Questions()
    const { keptValuesFor } = await import('../keep-values.ts')
    const { WrittenPackages } = await import('../written-packages.ts')
    const { keptValues } = await import('../../../engine/proof/kept-values.ts')
    const { newNames } = await import('../../../engine/names/new-names.ts')
    const kept = keptValuesFor(args, world)
    const written = new WrittenPackages(args, world)
    const heard: Listeners = {
      used: (one) => unused.delete(one),
      answered: (one) => unanswered.delete(one),
      left: questions?.add.bind(questions),
      repaired: (before, after) => {
        const values = keptValues(before, after)
        kept?.add(values)
        written.add(newNames(before, after), values)
      },
    }
    const waivers = [...args.waivers, ...answers.waivers]
    const lossy = args.listed('lossy')
    const extent = {
      isLossy: args.has('lossy'),
      isSupplied: args.has('supplied'),
      isLossyFor: lossy.length === 0 ? undefined : (one: string) => lossy.includes(one),
    }
    const decided = { renames, answers: answers.answers, waivers }
    const engine = await loadRepairs(args, { extent, decided, heard }, world)
    const revision = waivers.length === 0 ? undefined : await useWaivers(waivers, world.cwd, world.today())
    const code = await rewrite(args, engine, world, {
      revision,
      chosen: 'names, too',
      beforeWriting: kept === undefined ? undefined : (outcomes) => kept.write(outcomes),
      afterwards: written,
      questions: questions === undefined ? undefined : () => questions.all,
    })
    if (!args.has('quiet')) await kept?.report(world)
    if (questions !== undefined && asked !== undefined)
      await world.err.write(`${questions.write(asked, world)}\n`)
    if (unanswered.size > 0) await world.err.write(`hotshift: ${withoutEffect(unanswered.size)}\n`)
    return reportUnused([...unused], code, world)
  },
}

/** Whether the run leaves something in which questions can be answered: a page, or a plan that becomes one. */
function isAnswerable(args: Arguments, world: World): boolean {
  return args.value('plan') !== undefined || formatsOf(args, world).includes('html')
}

/** @throws UsageError without a profile, and where a requirement stands for a path */
function checkOptions(args: Arguments): void {
  if (!args.has('profile'))
    throw new UsageError('remediate needs a profile: --profile onap', [
      `the profiles are: ${profiles.join(', ')}`,
    ])
  const number = args.positionals.find((one) => /^R-\d+(?:,R-\d+)*$/.test(one))
  if (args.has('lossy') && number !== undefined)
    throw new UsageError(`${number} is no path`, [`--lossy=${number} is for some requirements only`])
}

function withoutEffect(answers: number): string {
  return `${quantity(answers, 'answer')} changed nothing: what they are about is not there, or has changed already`
}

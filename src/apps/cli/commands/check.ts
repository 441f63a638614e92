import { type CheckOptions, createChecker } from '../../../engine/check.ts'
import { catalogue, currentCode, isFindingCode } from '../../../engine/findings/catalogue.ts'
import { createFixer } from '../../../engine/findings/fixer.ts'
import type { FileOutcome } from '../../../engine/outcome.ts'
import { profiles } from '../../../engine/packages/profiles.ts'
import type { Cloud } from '../../../heat/cloud.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { type HotVersion, targetNames } from '../../../heat/versions.ts'
import { isOwnCode } from '../../../rules/own-rule.ts'
import { keyOf } from '../../../run/cache/verdict-file.ts'
import type { RunReport } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import { moreRepairs } from '../../../show/report/offers.ts'
import type { Tally } from '../../../show/report/tally.ts'
import { defined } from '../../../text/document/records.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { baselineOptions } from '../configuration/baseline.ts'
import { revisionsOf } from '../configuration/revisions.ts'
import { filesBeside, foldersGiven, looksLikeEnvironment, outsideCallers } from '../files-beside.ts'
import { checkFixOptions, type FixOptions, fixFiles, fixOptions } from '../fix.ts'
import {
  type LoadedEngine,
  loadBlueprintOptions,
  loadChecker,
  packageOptions,
  replacedEngine,
} from '../load-engine.ts'
import { checkedArchives } from '../options/archives.ts'
import { cloudOf } from '../options/cloud-options.ts'
import { refuseFolders } from '../options/environments-given.ts'
import {
  allowOutsideOption,
  blueprintOption,
  cloudOption,
  hotVersion,
  ignoreUnknownOption,
  reportOptions,
  stdinPathOption,
  takesPaths,
  toOption,
} from '../options/options.ts'
import { loadRules, ownRules, ruleOptionOption, rulesOption } from '../options/own-rules.ts'
import { profilesOf } from '../options/profiles.ts'
import { askedBy, askedRelease, releaseOf, requirementsOption } from '../options/requirements-release.ts'
import { namesFindings, severityOption } from '../options/rule-settings.ts'
import { CheckExit, failOnFindings } from '../output/check-exit.ts'
import { type Exit, exitCodes } from '../output/exit-code.ts'
import { makeReporter } from '../output/reporters.ts'
import { boundaryOf, plainOptions } from '../plain-check.ts'
import { type CommandFiles, type ReportedRun, reportedRun, runFiles } from '../run-files.ts'
import { Searched } from '../searched.ts'
import { knownRequirements } from '../selectors.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { cacheFor, cacheOptions } from '../verdict-cache.ts'
import { reportPath, type World } from '../world.ts'

const repairsOption: Option = {
  name: 'repairs',
  isOfOneRun: true,
  group: 'What to do',
  description:
    'With --profile onap: try the repairs in memory, so that each finding says what its repair does and costs, and the table counts them by class',
}

export const check: Command = {
  name: 'check',
  ...takesPaths,
  summary: 'Report what Heat would reject or ignore',
  description: [
    'Checks HOT and CloudFormation templates and environments: sections, keys, parameter types, constraints and defaults, functions and their arguments, references, circular dependencies, policies, versions, and resource types with their properties and attributes, including those of nested templates in the same package. Every finding names its location and the section of the HOT specification, or the resource type, behind it. Nothing is changed, unless you ask for fixes (--fix) and have them written (--write).',
    'Errors are what the client or Heat stops at when the stack is created. Warnings are what Heat ignores or interprets in an unexpected way, or may stop at. Exit code 1: there are errors.',
  ],
  options: [
    {
      ...toOption,
      choices: targetNames,
      excludes: [{ option: 'profile', hint: 'a profile has no version' }],
      description:
        'Check HOT templates against this heat_template_version: a date, a release such as rocky, or latest. Default: the version that each template declares',
    },
    cloudOption,
    {
      name: 'profile',
      value: '<name>',
      choices: profiles,
      group: 'What to do',
      description:
        'Also check packages (templates, nested templates and environments of a directory) against a profile: onap (the requirements of ONAP), sdc (what SDC rejects at onboarding), or onap,sdc',
    },
    requirementsOption,
    repairsOption,
    {
      name: 'only',
      value: '<code>',
      choices: 'requirements',
      occurs: 'repeatedly',
      group: 'What to do',
      description:
        'Report only these findings, or with --profile check only these requirements. Repeatable, or separated by commas',
    },
    {
      name: 'except',
      value: '<code>',
      choices: 'requirements',
      occurs: 'repeatedly',
      group: 'What to do',
      description:
        'Report all findings except these, or with --profile check all other requirements. Repeatable, or separated by commas',
    },
    severityOption,
    rulesOption,
    ruleOptionOption,
    {
      name: 'strict',
      group: toOption.group,
      description: 'Exit with 1 for warnings as well, like --fail-on warning',
    },
    failOnFindings,
    {
      name: 'env',
      alias: 'e',
      value: '<file>',
      isPath: true,
      occurs: 'repeatedly',
      group: toOption.group,
      description:
        'An environment of the templates. Environments among the given paths and beside given files count anyway. Repeatable',
    },
    blueprintOption,
    ...fixOptions,
    allowOutsideOption,
    ...baselineOptions,
    stdinPathOption,
    ignoreUnknownOption,
    ...cacheOptions,
    ...reportOptions,
  ],
  examples: {
    'All templates below the working directory': 'hotshift check',
    'Do they work with an older cloud?': 'hotshift check templates --to newton',
    'Does the cloud have all of it?': 'hotshift check templates --cloud queens',
    'Against the requirements of ONAP': 'hotshift check --profile onap my-vnf',
    'And before SDC onboards it': 'hotshift check --profile onap,sdc my-vnf.zip',
    'One requirement after the other': 'hotshift check --profile onap my-vnf --only R-90526,R-26124',
    'Without one finding, and with another one as an error':
      'hotshift check --except unused-declaration --severity misread-value=error',
    'With rules of your own': 'hotshift check --rules rules templates',
    'Correct what is misspelt': 'hotshift check --fix --write templates',
    'In CI': 'hotshift check --fail-on warning --format sarif > hotshift.sarif',
  },
  async run(args, world) {
    checkFixOptions(args)
    refuseFolders(args.values('env'), world)
    releaseOf(args)
    const to = args.value('to')
    const cloud = cloudOf(args)
    const version =
      to === undefined ? undefined : hotVersion(to, 'to', ['check takes a date, a release or latest'])
    if (!args.has('profile')) checkCodes([...args.listed('only'), ...args.listed('except')], args)
    if (args.has('repairs') && (!args.has('profile') || !profilesOf(args).has('onap')))
      throw new UsageError('--repairs is for --profile onap')
    const fixes = args.has('fix')
    if (args.has('profile')) {
      if (fixes) return fixFiles(args, (options) => profileFixer(args, cloud, options, world), world)
      return inspect(args, await profileChecker(args, cloud, world), world)
    }
    const checker = await plainChecker(args, { version, cloud }, world)
    if (fixes) return fixFiles(args, async (options) => createFixer({ checker, ...options }), world)
    return inspect(args, checker, world)
  },
}

async function plainChecker(
  args: Arguments,
  asked: { readonly version: HotVersion | undefined; readonly cloud: Cloud | undefined },
  world: World,
): Promise<LoadedEngine> {
  const boundary = boundaryOf(args.paths, args, world)
  const rules = await ownRules(args, world.cwd)
  // What somebody's rules would say is known of no file.
  const cache = rules === undefined ? await cacheFor(args, world) : undefined
  const keys = new Map<string, string>()
  // What is read here is not read again to find out whether it has changed.
  const noted = (bytes: Uint8Array, path: string) => {
    if (cache !== undefined) keys.set(path, keyOf(path, bytes))
    return looksLikeEnvironment(bytes)
  }
  const besides = await filesBeside(boundary.given, args, world, noted)
  const together = args.values('env').map((path) => reportPath(path, world))
  const blueprint = args.value('blueprint')
  return loadChecker({ ...asked, blueprint, rules }, boundary, { ...besides, together, cache }, world, keys)
}

/**
 * A profile adds to what every template is checked for; `--only` asks for nothing else than what it names.
 * @throws UsageError for a profile that there is none of
 */
async function profileChecker(
  args: Arguments,
  cloud: Cloud | undefined,
  world: World,
): Promise<LoadedEngine> {
  const chosen = profilesOf(args)
  const replaced = replacedEngine(world)
  if (replaced !== undefined) return replaced
  const { isWanted } = await knownRequirements(args)
  const { createGateChecker } = await import('../../../engine/packages/gates.ts')
  return createGateChecker({
    plain: args.has('only') && !namesFindings(args) ? undefined : await plainly(args, cloud, world),
    inputs: args.positionals.includes('-') ? undefined : 'as read',
    requirements: chosen.has('onap') ? await requirementsChecker(args, isWanted, world) : undefined,
    sdc: chosen.has('sdc') ? { isWanted, folders: foldersGiven(args, world) } : undefined,
  })
}

/** Fixes what every template is checked for, and then repairs packages as `remediate` does. */
async function profileFixer(
  args: Arguments,
  cloud: Cloud | undefined,
  options: FixOptions,
  world: World,
): Promise<LoadedEngine> {
  const { createProfileFixer } = await import('../../../engine/packages/profile-fixer.ts')
  const { loadRepairs } = await import('../package-repairs.ts')
  const decided = { renames: [], answers: [], waivers: args.waivers }
  const repairer = await loadRepairs(args, { extent: { isLossy: options.extent === 'all' }, decided }, world)
  const isPlain = !args.has('only') || namesFindings(args)
  const checker = isPlain ? createChecker(await plainly(args, cloud, world)) : undefined
  const { isWanted } = await knownRequirements(args)
  return createProfileFixer(checker && { checker, ...options }, repairer, isWanted)
}

async function plainly(args: Arguments, cloud: Cloud | undefined, world: World): Promise<CheckOptions> {
  const blueprint = await loadBlueprintOptions(args.value('blueprint'), world.cwd)
  const rules = await loadRules(await ownRules(args, world.cwd))
  return { ...(await plainOptions(args, cloud, world)), ...defined({ blueprint, rules }) }
}

async function requirementsChecker(
  args: Arguments,
  isWanted: (requirement: string) => boolean,
  world: World,
): Promise<LoadedEngine> {
  const { createProfileChecker } = await import('../../../engine/packages/profile.ts')
  const { exists, cwd } = packageOptions(args, world)
  const { remediation } = await import('../../../../transforms/onap/remediation.ts')
  const outside = await outsideCallers(args, world)
  const isAsked = await askedBy(releaseOf(args))
  const { withEmptyPackages } = await import('../../../engine/packages/empty-packages.ts')
  const repairs = args.has('repairs') ? 'tried' : 'untried'
  const { watchedRepairs } = await import('../output/repair-progress.ts')
  const watched = watchedRepairs(args, world)
  const repairsOf: typeof remediation = (scope) => watched(remediation(scope))
  const checker = createProfileChecker(repairsOf, { exists, cwd, outside, isWanted, isAsked, repairs })
  return withEmptyPackages(checker, { folders: foldersGiven(args, world), isWanted, isAsked })
}

/** @throws UsageError for a code that there is not; requirements are those of a profile */
function checkCodes(names: readonly string[], args: Arguments): void {
  const isKnown = (name: string) => isFindingCode(currentCode(name)) || (args.has('rules') && isOwnCode(name))
  const wrong = names.find((name) => !isKnown(name))
  if (wrong === undefined) return
  if (/^R-\d/.test(wrong))
    throw new UsageError(`--only and --except choose requirements of a --profile: ${wrong}`)
  throw new UsageError(`there is no finding ${wrong}`, [
    ...didYouMean(nearNames(wrong, Object.keys(catalogue))),
    '`hotshift rules` lists them',
  ])
}

/** Asks an engine that changes nothing about the files of a command line; gives the exit code. */
async function inspect(args: Arguments, engine: LoadedEngine, world: World): Promise<number> {
  const revisions = await revisionsOf(args, world)
  let aboutRevisions: readonly string[] = []
  const searched = new Searched(args, world)
  const found = new CheckExit(args)
  // A package that was not looked at meets no requirement.
  const unmet = () => (args.has('profile') ? searched.missing : undefined)
  const exit = (report: RunReport): Exit => {
    const reason = unmet()
    return reason === undefined ? found.of(report) : { code: exitCodes.failed, reason }
  }
  const closing = (_: RunReport, tally: Tally) => [
    ...aboutRevisions,
    ...migrationLine(tally),
    ...repairLines(tally),
  ]
  // Nothing changes, so nobody asks for a diff.
  const results = await makeReporter(args, { mode: 'checked', diffOf: () => '', exit, closing }, world)
  const checking: ReportedRun = {
    results,
    searched,
    exit,
    writesInput: false,
    note: (outcome) => found.note(outcome),
    work: async (onOutcome) => {
      const revise = (one: FileOutcome) => revisions.reduce((so, by) => by.revise(so), searched.revised(one))
      const report = await runFiles(args, checkedFiles(args, engine, { revise, onOutcome }), world)
      aboutRevisions = revisions.flatMap(({ end }) => end())
      return report
    },
    more: async () => {
      const requirements = await askedRelease(args)
      const since = revisions.find((one) => one.since !== undefined)?.since?.()
      return { archives: checkedArchives(args, world), ...defined({ requirements, since }) }
    },
    saysMissing: (missing) => missingLine(missing, unmet()),
  }
  return reportedRun(args, checking, world)
}

function checkedFiles(
  args: Arguments,
  engine: LoadedEngine,
  hears: Pick<CommandFiles, 'revise' | 'onOutcome'>,
): CommandFiles {
  return {
    engine,
    mode: 'check',
    apart: args.value('baseline'),
    archives: { archives: 'open', output: undefined },
    // What a stack is created with is checked as what it is created from.
    besides: args.values('env'),
    ...hears,
  }
}

function missingLine(missing: string, unmet: string | undefined): string {
  const hint =
    'give the folder or the zip archive of the package; an archive inside of another one is not opened'
  return unmet === undefined ? missing : `${missing}\n  ${hint}`
}

/** A check of CloudFormation says what Heat makes of it as it is: most people want HOT. */
function migrationLine({ cloudFormation }: Tally): string[] {
  if (cloudFormation === 0) return []
  const are = cloudFormation === 1 ? 'file is' : 'files are'
  return [
    `${cloudFormation} ${are} CloudFormation; \`hotshift migrate\` makes HOT of ${cloudFormation === 1 ? 'it' : 'them'}`,
  ]
}

/** What `remediate` can repair of the locations that the check of a profile found. */
function repairLines(tally: Tally): readonly string[] {
  const offers = tally.offers()
  const safe =
    offers.safe === 0 ? [] : [`\`hotshift remediate\` repairs ${quantity(offers.safe, 'location')}`]
  const untried = tally.untried === 0 ? [] : ['--repairs says which of these locations hotshift repairs']
  return [...safe, ...moreRepairs(offers), ...untried]
}

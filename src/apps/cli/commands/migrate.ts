import { acceptableCodes, behaves } from '../../../engine/findings/catalogue.ts'
import { targetNames } from '../../../heat/versions.ts'
import { defined } from '../../../text/document/records.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { type LoadedEngine, loadEngineFor, type OwnOptions } from '../load-engine.ts'
import { cloudFrom, cloudOptions } from '../options/cloud-options.ts'
import { acceptedNatively } from '../options/native-options.ts'
import {
  acceptableCode,
  assumeOption,
  blueprintOption,
  fromOption,
  knownTarget,
  mentionsAsked,
  mentionsOption,
  noteRelease,
  readingOption,
  rewriteOptions,
  takesPaths,
  toOption,
} from '../options/options.ts'
import { templatedAsked, templatedOptions } from '../options/templated-options.ts'
import { rewrite } from '../rewrite.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const nativeOption: Option = {
  name: 'native',
  group: toOption.group,
  modes: ['strict'],
  description:
    'Also replace AWS resource types by those of OpenStack, like nativize. For new stacks: Heat replaces deployed resources. Servers get another login user, which is a warning; with --native=strict they stay unless you accept login-user',
}

const lossyOption: Option = {
  name: 'lossy',
  names: '<code>,...',
  group: toOption.group,
  description:
    'Accept every loss that findings offer, and read templates as AWS does; the report sums up what is lost. With --lossy=<code>,... only these losses. A rule that Heat would open to any source is restricted as on AWS where that is possible; to leave it open takes --accept open-to-any-source',
}

const deployableOnlyOption: Option = {
  name: 'deployable-only',
  group: toOption.group,
  description: 'Convert only the templates that can be created on OpenStack as they come out',
}

const nameOption: Option = {
  name: 'name',
  value: '<pattern>',
  group: toOption.group,
  description:
    "What a JSON file is called once it is YAML, for example '{stem}-hot.yaml' where a {stem}.yaml is there already. Default: '{stem}.yaml'",
}

const environmentOption: Option = {
  name: 'write-environment',
  isOfOneRun: true,
  group: toOption.group,
  description:
    'Beside each result with new parameters, also create an environment with their names and descriptions, in which you enter the values: web.env for web.yaml, or web-new.env where there is one',
}

const modernizeOption: Option = {
  name: 'modernize',
  group: toOption.group,
  description:
    'Also replace deprecated names of properties and resource types of OpenStack by new ones, and report removed ones, like upgrade --modernize',
}

const scriptsOption: Option = {
  name: 'scripts',
  group: toOption.group,
  description:
    'With --to cfn-yaml: write scripts that Fn::Join assembles from lines as one block, with Fn::Sub if the template is read as AWS reads it',
}

const heatFormatOption: Option = {
  name: 'heat-2012',
  group: toOption.group,
  description:
    "With --to cfn-yaml: declare HeatTemplateFormatVersion: '2012-12-12', Heat's own format, as its converter does",
}

const regionOption: Option = {
  name: 'region-parameter',
  group: toOption.group,
  description:
    'Make a parameter of AWS::Region in templates that Heat loads, with the constant as default that Heat gives for it in every cloud. Templates with the meaning of AWS get such a parameter anyway, without a default',
}

const composeOption: Option = {
  name: 'compose',
  value: '<file>',
  isPath: true,
  isWritten: true,
  isOfOneRun: true,
  group: toOption.group,
  description:
    'Also create this template, which calls the templates of the run that no other one calls, and passes the outputs that some export to the parameters of those that import them. All files are written, or none',
}

export const migrate: Command = {
  name: 'migrate',
  ...takesPaths,
  summary: 'Convert CloudFormation templates (JSON, YAML) and blueprints to HOT',
  description: [
    'Rewrites CloudFormation templates to HOT; with --to cfn-yaml only from JSON to YAML. JSON files become <name>.yaml, and references from other files of the run are updated. Without --write nothing changes on disk: the diff goes to standard output, everything else to standard error.',
    'Blueprints (components and requirements, see docs/blueprints.md) become HOT templates too, with nested templates and an environment if necessary.',
    'A template that cannot be converted completely stays unchanged. Findings say what blocks it and what you can do.',
  ],
  options: [
    {
      ...toOption,
      choices: [...targetNames, 'oldest', 'auto', 'cfn-yaml'],
      description:
        'The heat_template_version of the result: auto (default), which is 2018-08-31, or the nearest version that can express the template; a date, a release such as rocky, latest, or oldest for the lowest version that can express it. cfn-yaml only converts JSON to YAML',
    },
    fromOption,
    assumeOption,
    scriptsOption,
    heatFormatOption,
    regionOption,
    nativeOption,
    lossyOption,
    nameOption,
    deployableOnlyOption,
    ...templatedOptions(
      toOption.group,
      'Also convert templates that Jinja fills in first, outside of its tags: both are rendered with generated values, and each pair is proved equal',
    ),
    modernizeOption,
    ...cloudOptions,
    blueprintOption,
    composeOption,
    environmentOption,
    mentionsOption,
    ...rewriteOptions,
  ],
  examples: {
    'Show what would change below the working directory': 'hotshift migrate',
    'Write it': 'hotshift migrate templates --write',
    'A patch to review and apply': 'hotshift migrate --patch hot.patch && git apply hot.patch',
    'For an old cloud': 'hotshift migrate stack.template --to 2014-10-16',
    'JSON to YAML, still CloudFormation': 'hotshift migrate --to cfn-yaml "nested/**/*.json"',
    'Give availability zones as a parameter': 'hotshift migrate --accept availability-zones',
    'Templates with a version that CloudFormation never had':
      'hotshift migrate stack.yaml --assume-version 2010-09-09',
    'Templates written for AWS, even if Heat accepts them': 'hotshift migrate --from aws',
    'With the resource types of OpenStack instead of those of AWS': 'hotshift migrate --native',
    'A blueprint, with definitions of its components':
      'hotshift migrate shop.yaml --blueprint our-components.yaml',
    'The same, with the flavors and images of your cloud':
      'hotshift migrate --native --map cloud.yaml --constraints',
    'One stack for several that import from one another': 'hotshift migrate stacks --compose stacks/all.yaml',
    'With an environment for the parameters that replace imports':
      'hotshift migrate --accept import-value --write-environment',
    'Accept every loss, and see what is lost': 'hotshift migrate --lossy',
    'Only what can be created as it comes out': 'hotshift migrate --deployable-only --write',
    'In CI': 'hotshift migrate --check --format sarif > hotshift.sarif',
  },
  async run(args, world) {
    const engine = await migrateEngine(args, world)
    noteRelease(args, world)
    if (args.has('write-environment')) {
      const { addingEnvironments } = await import('../new-environments.ts')
      return rewrite(args, engine, world, { compose: addingEnvironments(args, world) })
    }
    if (!args.has('compose')) return rewrite(args, engine, world)
    const { composing } = await import('../compose.ts')
    return rewrite(args, engine, world, { compose: composing(args, world) })
  },
}

/** The codes that `--lossy` accepts: all of them but those about who can reach what, which are accepted by their own name. */
function acceptedLosses(args: Arguments): readonly string[] {
  if (!args.has('lossy')) return []
  const named = args.listed('lossy').map((code) => acceptableCode(code, '--lossy'))
  return named.length > 0 ? named : acceptableCodes().filter((code) => !behaves(code, 'security'))
}

/** @throws UsageError for a pattern under which files would overwrite one another, or that names no YAML file */
function resultName(args: Arguments): string {
  const pattern = args.value('name') ?? ''
  if (/^[^/\\]*\{stem\}[^/\\]*\.(?:ya?ml|template)$/.test(pattern)) return pattern
  throw new UsageError(`--name ${pattern}: not a name with {stem} that ends in .yaml`, [
    "for example --name '{stem}-hot.yaml'",
  ])
}

/** What `migrate` runs over files with such options. */
export function migrateEngine(args: Arguments, world: World): Promise<LoadedEngine> {
  return loadEngineFor(args, world, (given) => optionsOf(given, world.cwd))
}

function optionsOf(args: Arguments, cwd: string): OwnOptions {
  const to = args.value('to') ?? 'auto'
  const target = knownTarget(to)
  const from = args.has('lossy') && !args.isGiven('from') ? 'aws' : readingOption(args)
  checkCombinations(args, target.kind === 'cfn-yaml')
  const chain = args.has('native') ? 'migrate-natively' : args.has('scripts') ? 'scripts' : 'migrate'
  const native = args.has('native') ? acceptedNatively(args.value('native') === 'strict') : []
  const name = args.value('name') === undefined ? undefined : resultName(args)
  return {
    chain,
    to,
    from,
    modernizes: args.has('modernize'),
    ...templatedAsked(args, cwd),
    asksRegion: args.has('region-parameter'),
    declaresHeatFormat: args.has('heat-2012'),
    ...mentionsAsked(args),
    acceptedToo: [...acceptedLosses(args), ...native],
    ...(args.has('native') ? cloudFrom(args, cwd) : {}),
    ...defined({ resultName: name, blueprint: args.value('blueprint') }),
  }
}

/** What is for results in HOT only. */
const ofHot = ['native', 'compose', 'modernize', 'region-parameter']

/** @throws UsageError for options that mean nothing together */
function checkCombinations(args: Arguments, staysCfn: boolean): void {
  for (const option of ofHot)
    if (staysCfn && args.has(option))
      throw new UsageError(`--${option} needs HOT`, [`leave out --to cfn-yaml, or --${option}`])
  if (args.has('scripts') && !staysCfn)
    throw new UsageError('--scripts needs --to cfn-yaml', ['without it, scripts become blocks of HOT anyway'])
  if (args.has('heat-2012') && !staysCfn)
    throw new UsageError('--heat-2012 needs --to cfn-yaml', ['without it, templates become HOT anyway'])
  // In a configuration they are for whenever --native is given.
  for (const option of ['map', 'constraints'])
    if (args.isGiven(option) && !args.has('native'))
      throw new UsageError(`--${option} needs --native`, ['add --native, or run nativize on the result'])
  if (args.has('write-environment') && args.has('compose'))
    throw new UsageError('--write-environment and --compose cannot be combined', [
      'the template of --compose gives the new parameters their values; leave out --write-environment',
    ])
}

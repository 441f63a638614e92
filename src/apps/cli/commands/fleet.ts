import { extname } from 'node:path'
import { cloudRelease, cloudReleaseNames, nearReleases } from '../../../heat/cloud.ts'
import { compareReleases } from '../../../heat/versions.ts'
import type { FleetReport } from '../../../show/report/fleet.ts'
import { plainStyle, type Style } from '../../../show/report/style.ts'
import type { Arguments, Command } from '../command.ts'
import { liveResourcesIn } from '../live-files.ts'
import { colourOptions, formatAmong } from '../options/options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { writeTogether } from '../output/output-file.ts'
import { styleOf } from '../output/styles.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const formats = ['text', 'markdown', 'html', 'json', 'csv'] as const
type Format = (typeof formats)[number]

/** The format of a file by the ending of its name. */
const endings: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.html': 'html',
  '.json': 'json',
  '.csv': 'csv',
}

export const fleet: Command = {
  name: 'fleet',
  positional: '[paths..]',
  positionalDescription: 'Files and folders. Default: the working directory',
  arity: { min: 0, max: Number.POSITIVE_INFINITY },
  summary: 'Show what an upgrade of the cloud changes for a whole repository',
  description: [
    'Reads all templates, and lists what a newer Heat treats differently: types, properties and attributes that were removed, are rejected, or have another meaning, and what is deprecated. Each with the locations, what to write instead, and the command that rewrites it.',
    'What is known begins with Pike (Heat 9); of older releases only what release notes and removals say.',
    'Exit code 0: nothing breaks. 1: something breaks. 2: a file cannot be read.',
  ],
  options: [
    {
      name: 'from',
      value: '<release>',
      choices: cloudReleaseNames,
      group: 'Options',
      description: 'The release of the cloud as it is, such as 2023.1',
    },
    {
      name: 'to',
      value: '<release>',
      choices: cloudReleaseNames,
      group: 'Options',
      description: 'The release after the upgrade, such as 2025.1',
    },
    {
      name: 'live',
      value: '<file>',
      isPath: true,
      occurs: 'repeatedly',
      group: 'Options',
      description:
        'What openstack prints of live stacks with -f json: `stack resource list -n 5`. Changes name the resources of a type that they are about. Repeatable',
    },
    {
      name: 'format',
      value: '<format>',
      choices: formats,
      group: 'Options',
      description: 'text (default), markdown, html, json or csv (one row for each location)',
    },
    {
      name: 'output',
      value: '<file>',
      occurs: 'repeatedly',
      isPath: true,
      isWritten: true,
      group: 'Options',
      description:
        'Also write the report to this file, in the format of --format or of the file name. Repeatable',
    },
    {
      name: 'ignore',
      value: '<glob>',
      occurs: 'repeatedly',
      group: 'Options',
      description: 'Leave out files, as in .gitignore. Repeatable',
    },
    ...colourOptions('Options'),
  ],
  examples: {
    'Before an upgrade': 'hotshift fleet --from 2023.1 --to 2025.1',
    'With the stacks of the cloud': 'hotshift fleet --from yoga --to 2024.1 templates --live prod.json',
    'For a ticket': 'hotshift fleet --from 2023.1 --to 2025.1 --output upgrade.md',
  },
  async run(args, world) {
    const format = formatAmong(formats, args)
    const [from, to] = [releaseOf('from', args), releaseOf('to', args)]
    if (compareReleases(from.heat, to.heat) >= 0)
      throw new UsageError(`--from ${from.name} --to ${to.name}: the second must be the newer one`)
    const live = liveResourcesIn(args.values('live'), 'live', world)
    const { files, problems } = await filesOf(args, world)
    const { fleetOf } = await import('../../../engine/queries/fleet.ts')
    const answer = fleetOf(files, { from: from.heat, to: to.heat })
    const report = { ...answer, names: { from: from.name, to: to.name }, live }
    for (const one of problems) await world.err.write(`hotshift: ${one}\n`)
    await world.out.write(await reportText(report, format, styleOf(world.out, args, world)))
    await writeOutputs(report, args, world)
    if (problems.length > 0) return exitCodes.failed
    return answer.changes.some(({ effect }) => effect === 'breaks') ? exitCodes.found : exitCodes.done
  },
}

/** @throws UsageError for what is no release, and without one */
function releaseOf(option: 'from' | 'to', args: Arguments) {
  const name = args.value(option)
  const hint = 'hotshift fleet --from 2023.1 --to 2025.1'
  if (name === undefined) throw new UsageError(`--${option} is missing`, [hint])
  const release = cloudRelease(name)
  if (release === undefined)
    throw new UsageError(`--${option} ${name}: no such release`, didYouMean(nearReleases(name)))
  return release
}

async function filesOf(args: Arguments, { cwd }: World) {
  const { discover } = await import('../../../run/discovery.ts')
  const { realFileSystem } = await import('../../../run/file-system.ts')
  const { readFound } = await import('../../../run/run-file.ts')
  const { isTemplateName } = await import('../../../stack/load.ts')
  const found = await discover(args.isEmpty ? ['.'] : args.paths, { cwd, ...args.excluded })
  const problems: string[] = []
  const files = found.files.flatMap((file) => {
    if (!isTemplateName(file.path)) return []
    const input = readFound(file, realFileSystem)
    if (!('problem' in input)) return [{ path: file.path, bytes: input.bytes }]
    problems.push(`${file.path}: ${input.problem.message}`)
    return []
  })
  return { files, problems }
}

/** @throws UsageError and OutputFailure for a file that cannot be written */
async function writeOutputs(report: FleetReport, args: Arguments, { cwd }: World): Promise<void> {
  const outputs = args.values('output').map(async (path) => {
    const format = args.has('format') ? formatAmong(formats, args) : (endings[extname(path)] ?? 'text')
    const made = await reportText(report, format, plainStyle)
    const start = format === 'text' ? `${report.names.from} ` : made.slice(0, STARTS)
    return { option: 'output', path, kind: `report as ${format}`, start, parts: [made] }
  })
  writeTogether(await Promise.all(outputs), cwd)
}

/** So many characters begin all reports of one format, where that is for programs or pages. */
const STARTS = 10

async function reportText(report: FleetReport, format: Format, style: Style): Promise<string> {
  const made = await import('../../../show/report/fleet.ts')
  switch (format) {
    case 'text':
      return made.fleetText(report, style)
    case 'markdown':
      return made.fleetMarkdown(report)
    case 'html':
      return made.fleetHtml(report)
    case 'json':
      return made.fleetJson(report)
    case 'csv':
      return made.fleetCsv(report)
  }
}

import { relative, resolve } from 'node:path'
import { catalogueEntry } from '../../engine/catalogue.ts'
import type { VerifyInput, VerifyProblem } from '../../engine/verify.ts'
import { oneLine } from '../../report/style.ts'
import { type NamedFiles, namedFiles } from '../../runner/boundary.ts'
import { realFileSystem } from '../../runner/file-system.ts'
import { readGiven } from '../../runner/read-file.ts'
import type { Verdict } from '../../semantics/compare.ts'
import type { Arguments, Command } from '../command.ts'
import { exitCodes as fileExitCodes } from '../exit-code.ts'
import { allowOutsideOption, answerFormat, answerFormatOption, colourOptions } from '../options.ts'
import { styleOf } from '../styles.ts'
import type { World } from '../world.ts'

/** Equal, different, or more than can be shown: the codes of `cmp` with that of manual work beside them. */
const exitCodes: Readonly<Record<Verdict['verdict'], number>> = { equal: 0, differs: 1, unproved: 3 }

export const verify: Command = {
  name: 'verify',
  positional: '<before> <after>',
  positionalDescription: 'Two templates, in any dialect',
  arity: { min: 2, max: 2 },
  summary: 'Show that two templates mean the same, or where they do not',
  description: [
    'Resolves both templates on the same sample values, with references and attributes of resources as symbols, and compares parameters, conditions, resources and outputs.',
    'Nested templates and the files of get_file are read from where the templates name them, and compared too: what a call passes counts, wherever it comes from. Only files below the repository of a template are read, or below its directory where there is no repository. Contents of files and values of hidden parameters are not printed. Names of types and properties count as the ones into which Heat translates them.',
    'Exit code 0: equal. 1: they differ, the paths are listed. 2: a file cannot be read. 3: it cannot be shown; what cannot is listed.',
  ],
  options: [
    {
      name: 'env',
      value: '<file>',
      occurs: 'once',
      group: 'Options',
      description: 'An environment that belongs to the second template, for defaults that moved there',
    },
    {
      name: 'env-before',
      value: '<file>',
      occurs: 'once',
      group: 'Options',
      description: 'An environment that belongs to the first template',
    },
    { ...allowOutsideOption, group: 'Options' },
    answerFormatOption,
    ...colourOptions('Options'),
  ],
  examples: [
    { explanation: 'A migration done by hand', command: 'hotshift verify old.template new.yaml' },
    {
      explanation: 'Defaults that moved into an environment',
      command: 'hotshift verify a.yaml b.yaml --env b.env',
    },
    {
      explanation: 'Two states of a package, each with its environment',
      command: 'hotshift verify a.yaml b.yaml --env-before a.env --env b.env',
    },
  ],
  async run(args, world) {
    const [before = '', after = ''] = args.positionals
    const format = answerFormat(args)
    const { verify: compare } = await import('../../engine/verify.ts')
    const one = namedFilesOf([before, args.value('env-before')], args, world)
    const other = namedFilesOf([after, args.value('env')], args, world)
    const first = withEnvironment(read(before, world), args.value('env-before'), world)
    const second = withEnvironment(read(after, world), args.value('env'), world)
    const result =
      'problem' in first
        ? first
        : 'problem' in second
          ? second
          : compare({ ...first, read: one.read }, { ...second, read: other.read })
    if ('problem' in result) {
      if (format === 'json') await world.out.write(json({ verdict: 'failed', problem: result.problem }))
      await world.err.write(problemText(result.problem))
      return fileExitCodes.failed
    }
    for (const line of refusedLines([one, other], world)) await world.err.write(`${line}\n`)
    const verdict = withRefused(result.verdict, one, other, world)
    await world.out.write(format === 'json' ? json(verdict) : verdictText(verdict, args, world))
    return exitCodes[verdict.verdict]
  },
}

const json = (answer: object): string => `${JSON.stringify(answer, null, 2)}\n`

/** The files that a side may name: those below its repository, or beside the file. */
function namedFilesOf(given: readonly (string | undefined)[], args: Arguments, world: World): NamedFiles {
  const paths = given.filter((path) => path !== undefined)
  const reach = args.has('allow-outside') ? 'anywhere' : 'inside'
  return namedFiles({ given: paths, cwd: world.cwd, reach }, world.fileSystem ?? realFileSystem)
}

function refusedLines(sides: readonly NamedFiles[], world: World): readonly string[] {
  const refused = new Map(sides.flatMap((side) => [...side.refused]))
  return [...refused].map(([path, why]) => {
    const hint = why.startsWith('lies outside') ? '; --allow-outside reads it' : ''
    return oneLine(`${shownPath(path, world)}: not read: it ${why}${hint}`)
  })
}

function shownPath(path: string, { cwd }: World): string {
  return relative(cwd, path) || '.'
}

/** Templates that name different files which were not read are not shown to be equal. */
function withRefused(verdict: Verdict, one: NamedFiles, other: NamedFiles, world: World): Verdict {
  if (verdict.verdict !== 'equal') return verdict
  const only = [one, other].flatMap(({ refused }, index) => {
    const others = (index === 0 ? other : one).refused
    return [...refused.keys()].filter((path) => !others.has(path))
  })
  if (only.length === 0) return verdict
  const reasons = only.map((path) => ({ path: '', why: `${shownPath(path, world)} was not read` }))
  return { ...verdict, verdict: 'unproved', reasons }
}

type Read = VerifyInput | { readonly problem: VerifyProblem }

function withEnvironment(input: Read, path: string | undefined, world: World): Read {
  if ('problem' in input || path === undefined) return input
  const environment = read(path, world)
  return 'problem' in environment ? environment : { ...input, environment }
}

function read(path: string, world: World): Read {
  const fileSystem = world.fileSystem ?? realFileSystem
  const absolute = resolve(world.cwd, path)
  const place = { path, line: 1, column: 1 }
  if (!fileSystem.existsSync(absolute))
    return { problem: { ...place, code: 'path-not-found', message: 'no such file or directory' } }
  const result = readGiven(absolute, fileSystem)
  return 'bytes' in result ? { path, bytes: result.bytes } : { problem: { ...place, ...result.problem } }
}

function problemText({ path, line, column, code, message }: VerifyProblem): string {
  const help = catalogueEntry(code)?.help
  return [
    oneLine(`${path}:${line}:${column}  error  ${code}  ${message}`),
    ...(help === undefined ? [] : [`  ${help}`]),
    '',
  ].join('\n')
}

function verdictText(verdict: Verdict, args: Arguments, world: World): string {
  const style = styleOf(world.out, args, world)
  const reading = verdict.reading === 'aws' ? "AWS's reading" : "Heat's reading"
  const lines = [`${style.bold(verdict.verdict)} (${reading})`]
  for (const one of verdict.differences) {
    const { before, after, world: sample } = one
    lines.push(
      `${placed(one)}  ${style.dim(`(${oneLine(sample)})`)}`,
      `  - ${oneLine(before)}`,
      `  + ${oneLine(after)}`,
    )
  }
  for (const one of verdict.reasons) lines.push(`${placed(one)}: ${oneLine(one.why)}`)
  if (verdict.tolerated.length > 0) lines.push('', style.bold('allowed differences'))
  for (const one of verdict.tolerated) {
    lines.push(
      `${placed(one)}  ${style.dim(one.kind)}`,
      `  - ${oneLine(one.before)}`,
      `  + ${oneLine(one.after)}`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** The path, after the nested template in which it is. */
function placed({ path, template }: { readonly path: string; readonly template?: string }): string {
  const own = path === '' ? 'the template' : path
  return oneLine(template === undefined ? own : `${template}: ${own}`)
}

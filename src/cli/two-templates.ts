/** The two templates of a command that compares them, each with its environment and the files that it names. */
import { relative, resolve } from 'node:path'
import type { GivenFile, VerifyInput } from '../engine/verify.ts'
import { oneLine } from '../report/style.ts'
import { type NamedFiles, namedFiles } from '../runner/boundary.ts'
import type { Arguments, Option } from './command.ts'
import { type FailedFile, givenFile } from './given-file.ts'
import { allowOutsideOption } from './options.ts'
import type { World } from './world.ts'

/** `--env` and `--env-before`. */
export const sideOptions: readonly Option[] = [
  {
    name: 'env',
    value: '<file>',
    isPath: true,
    group: 'Options',
    occurs: 'repeatedly',
    description:
      'An environment that belongs to the second template, for defaults that moved there. Repeatable: later ones win, as for Heat',
  },
  {
    name: 'env-before',
    value: '<file>',
    isPath: true,
    group: 'Options',
    occurs: 'repeatedly',
    description: 'An environment that belongs to the first template. Repeatable',
  },
  { ...allowOutsideOption, group: 'Options' },
]

/** The files that the first and the second template may name. */
type FilesOfSides = readonly [NamedFiles, NamedFiles]

interface Templates {
  readonly before: VerifyInput
  readonly after: VerifyInput
  readonly named: FilesOfSides
}

/** What a comparison says of the two templates that the arguments name, with the files that they name themselves. */
export function compared<Answer extends object>(
  args: Arguments,
  world: World,
  compare: (before: VerifyInput, after: VerifyInput) => Answer | FailedFile,
): (Answer & { readonly named: FilesOfSides }) | FailedFile {
  const templates = templatesOf(args, world)
  if ('problem' in templates) return templates
  const answer = compare(templates.before, templates.after)
  return 'problem' in answer ? answer : { ...answer, named: templates.named }
}

/** Reads the two templates that the arguments name, and their environments. */
function templatesOf(args: Arguments, world: World): Templates | FailedFile {
  const [before = '', after = ''] = args.positionals
  const first = sideOf(before, args.values('env-before'), args, world)
  if ('problem' in first) return first
  const second = sideOf(after, args.values('env'), args, world)
  if ('problem' in second) return second
  return { before: first.input, after: second.input, named: [first.named, second.named] }
}

function sideOf(
  path: string,
  environments: readonly string[],
  args: Arguments,
  world: World,
): { readonly input: VerifyInput; readonly named: NamedFiles } | FailedFile {
  const named = namedFilesOf([path, ...environments], args, world)
  const template = givenFile(path, world)
  if ('problem' in template) return template
  const given: GivenFile[] = []
  for (const one of environments) {
    const environment = givenFile(one, world)
    if ('problem' in environment) return environment
    given.push(environment)
  }
  const isRefused = (one: string) => named.refused.has(resolve(world.cwd, one))
  return { input: { ...template, environments: given, read: named.read, isRefused }, named }
}

/** The files that a side may name: those below its repository, or beside the file. */
function namedFilesOf(given: readonly string[], args: Arguments, world: World): NamedFiles {
  const reach = args.has('allow-outside') ? 'anywhere' : 'inside'
  return namedFiles({ given, cwd: world.cwd, reach }, world.fileSystem)
}

/** What was not read, and why. */
export function refusedLines(sides: readonly NamedFiles[], world: World): readonly string[] {
  const refused = new Map(sides.flatMap((side) => [...side.refused]))
  return [...refused].map(([path, why]) => {
    const hint = why.startsWith('lies outside') ? '; --allow-outside reads it' : ''
    return oneLine(`${shownPath(path, world)}: not read: it ${why}${hint}`)
  })
}

function shownPath(path: string, { cwd }: World): string {
  return relative(cwd, path) || '.'
}

/** The templates of a command about stacks, each with its environments and the files that it names: two that are compared, or one. */
import { relative, resolve } from 'node:path'
import type { GivenFile, VerifyInput } from '../../engine/proof/verify.ts'
import { type NamedFiles, namedFiles } from '../../run/boundary.ts'
import { oneLine } from '../../show/report/style.ts'
import type { Arguments, Option } from './command.ts'
import { type FailedFile, givenFile } from './options/given-file.ts'
import { allowOutsideOption, stdinPathOption } from './options/options.ts'
import { STANDARD, standardBytes } from './standard-input.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** `--env` and `--env-before`, and where a template on standard input belongs. */
export const sideOptions: readonly Option[] = [
  {
    name: 'env',
    alias: 'e',
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
  {
    ...stdinPathOption,
    group: 'Options',
    description:
      'The name of the template on standard input (the path -): for messages, and for files that it refers to. Without it, it is read as if it stood at the path of the other template',
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
export async function compared<Answer extends object>(
  args: Arguments,
  world: World,
  compare: (before: VerifyInput, after: VerifyInput) => Answer | FailedFile,
): Promise<(Answer & { readonly named: FilesOfSides }) | FailedFile> {
  const templates = await templatesOf(args, world)
  if ('problem' in templates) return templates
  const answer = compare(templates.before, templates.after)
  return 'problem' in answer ? answer : { ...answer, named: templates.named }
}

/** Reads the two templates that the arguments name, and their environments. */
async function templatesOf(args: Arguments, world: World): Promise<Templates | FailedFile> {
  if (args.positionals.every((one) => one === STANDARD))
    throw new UsageError('-: one of the two templates comes on standard input; name the other')
  const [before, after] = args.positionals
  const first = await templateAt(before, templatePath(args, 0), world)
  if ('problem' in first) return first
  const second = await templateAt(after, templatePath(args, 1), world)
  if ('problem' in second) return second
  const old = sideOf(first, args.values('env-before'), args, world)
  if ('problem' in old) return old
  const next = sideOf(second, args.values('env'), args, world)
  if ('problem' in next) return next
  return { before: old.input, after: next.input, named: [old.named, next.named] }
}

/** @param name the path that a template on standard input stands for */
async function templateAt(path = '', name: string, world: World): Promise<GivenFile | FailedFile> {
  if (path !== STANDARD) return givenFile(path, world)
  return { path: name, bytes: await standardBytes(STANDARD, world) }
}

/** The one template of a command about a stack, with the environments of `--env`. */
export async function givenSide(args: Arguments, world: World): Promise<GivenSide | FailedFile> {
  const template = await templateAt(args.positionals[0], args.value(stdinPathOption.name) ?? 'stdin', world)
  return 'problem' in template ? template : sideOf(template, args.values('env'), args, world)
}

/** Where one of the two templates stands; one on standard input where `--stdin-path` says, or else where the other does. */
export function templatePath(args: Arguments, side: 0 | 1): string {
  const path = args.positionals[side] ?? ''
  if (path !== STANDARD) return path
  return args.value(stdinPathOption.name) ?? args.positionals[1 - side] ?? ''
}

interface GivenSide {
  readonly input: VerifyInput
  readonly named: NamedFiles
}

function sideOf(
  template: GivenFile,
  environments: readonly string[],
  args: Arguments,
  world: World,
): GivenSide | FailedFile {
  const named = namedFilesOf([template.path, ...environments], args, world)
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

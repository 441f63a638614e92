import { resolve } from 'node:path'
import type { VerifyInput } from '../../engine/verify.ts'
import type { Verdict } from '../../evaluate/compare.ts'
import { realFileSystem } from '../../runner/file-system.ts'
import { readInput } from '../../runner/read-file.ts'
import type { Arguments, Command } from '../command.ts'
import { styleOf } from '../styles.ts'
import { UsageError } from '../usage-error.ts'
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
    'Nested templates and the files of get_file are read from where the templates name them, and compared too: what a call passes counts, wherever it comes from. Names of types and properties count as the ones into which Heat translates them.',
    'Exit code 0: equal. 1: they differ, the paths are listed. 3: it cannot be shown; what cannot is listed.',
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
    { name: 'no-color', occurs: 'once', group: 'Options', description: 'No colours' },
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
    const { verify: compare } = await import('../../engine/verify.ts')
    const result = compare(
      withEnvironment(read(before, world), args.value('env-before'), world),
      withEnvironment(read(after, world), args.value('env'), world),
      (path) => bytesOf(path, world),
    )
    if ('problem' in result) {
      const { path, line, column, message } = result.problem
      await world.err.write(`${path}:${line}:${column}  error  ${message}\n`)
      return 2
    }
    await world.out.write(verdictText(result.verdict, args, world))
    return exitCodes[result.verdict.verdict]
  },
}

function withEnvironment(input: VerifyInput, path: string | undefined, world: World): VerifyInput {
  return path === undefined ? input : { ...input, environment: read(path, world) }
}

function bytesOf(path: string, world: World): Uint8Array | undefined {
  const result = readInput(resolve(world.cwd, path), world.fileSystem ?? realFileSystem)
  return 'bytes' in result ? result.bytes : undefined
}

function read(path: string, world: World): VerifyInput {
  const result = readInput(resolve(world.cwd, path), world.fileSystem ?? realFileSystem)
  if ('bytes' in result) return { path, bytes: result.bytes }
  throw new UsageError(`${path} ${result.problem.message}`)
}

function verdictText(verdict: Verdict, args: Arguments, world: World): string {
  const style = styleOf(world.out, args, world)
  const lines = [style.bold(verdict.verdict)]
  for (const one of verdict.differences) {
    const { before, after, world: sample } = one
    lines.push(`${placed(one)}  ${style.dim(`(${sample})`)}`, `  - ${before}`, `  + ${after}`)
  }
  for (const one of verdict.reasons) lines.push(`${placed(one)}: ${one.why}`)
  if (verdict.tolerated.length > 0) lines.push('', style.bold('allowed differences'))
  for (const one of verdict.tolerated) {
    lines.push(`${placed(one)}  ${style.dim(one.kind)}`, `  - ${one.before}`, `  + ${one.after}`)
  }
  return `${lines.join('\n')}\n`
}

/** The path, after the nested template in which it is. */
function placed({ path, template }: { readonly path: string; readonly template?: string }): string {
  const own = path === '' ? 'the template' : path
  return template === undefined ? own : `${template}: ${own}`
}

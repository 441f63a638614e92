/** `--rules` and `--rule-option`: the user's own rules that a check asks as well, and the choices that rules have. */
import { relative } from 'node:path'
import type { AnyRule, RuleOptions } from '../../../rules/rule.ts'
import type { TrustedCode } from '../../../run/user-module.ts'
import type { Arguments, Option } from '../command.ts'
import { UsageError } from '../usage-error.ts'

export const rulesOption: Option = {
  name: 'rules',
  value: '<folder>',
  isPath: true,
  occurs: 'repeatedly',
  group: 'What to do',
  description:
    'Also check your own rules: the files *.rule.mjs and *.rule.ts of this folder. `hotshift new rule` writes one. Repeatable',
}

export const ruleOptionOption: Option = {
  name: 'rule-option',
  value: '<code>.<option>=<value>',
  key: 'ruleOptions',
  occurs: 'repeatedly',
  isAssigned: true,
  group: 'What to do',
  description:
    'A choice of a rule, such as default-limit.resources=5000 where the operator has raised a limit. Repeatable, or separated by commas',
}

/** The files of rules, and what may run of them; plain data, which goes to threads. */
export interface OwnRules {
  /** Absolute. */
  readonly files: readonly string[]
  readonly cwd: string
  /** Assignments of options. */
  readonly options: readonly string[]
  readonly trusted?: TrustedCode
}

/**
 * The rules that a command line or its configuration names; undefined where none are.
 * @throws UsageError for a folder without any, and for files that may not run
 */
export async function ownRules(args: Arguments, cwd: string): Promise<OwnRules | undefined> {
  const paths = args.values('rules')
  const options = args.listed('rule-option')
  if (paths.length + options.length === 0) return undefined
  const { ruleFiles } = await import('../../../run/rule-files.ts')
  const files = paths.flatMap((path) => {
    const found = ruleFiles(path, cwd)
    if (found.length === 0)
      throw new UsageError(`--rules ${path}: there is no file *.rule.mjs or *.rule.ts`, [
        'hotshift new rule acme/my-rule',
      ])
    return found
  })
  for (const file of files) {
    const refusal = args.codeRefusal('rules', file)
    if (refusal !== undefined) throw refusal
  }
  const trusted = args.trustedCode('rules')
  return { files, cwd, options, ...(trusted === undefined ? {} : { trusted }) }
}

/**
 * Those of hotshift and the user's own, as they are configured; undefined where nothing is.
 * @throws UsageError for a file that gives no rule, and for an option that there is not
 */
export async function loadRules(own: OwnRules | undefined): Promise<readonly AnyRule[] | undefined> {
  if (own === undefined) return undefined
  const { heatRules } = await import('../../../rules/rules.ts')
  const { withOptions } = await import('../../../rules/run-rules.ts')
  const rules = [...heatRules, ...(await loadFiles(own))]
  return own.options.length === 0 ? rules : withOptions(rules, await chosenIn(own.options, rules))
}

/** The user's own rules alone; none where none are named. @throws UsageError as the two above */
export async function loadOwnRules(args: Arguments, cwd: string): Promise<readonly AnyRule[]> {
  const own = await ownRules(args, cwd)
  return own === undefined ? [] : loadFiles(own)
}

async function loadFiles({ files, cwd, trusted }: OwnRules): Promise<readonly AnyRule[]> {
  if (files.length === 0) return []
  const { loadRuleFiles, RuleFileError } = await import('../../../run/rule-files.ts')
  try {
    return await loadRuleFiles(files, { exports: await import('../../../index.ts') }, trusted)
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error
    throw new UsageError(`--rules: ${relative(cwd, error.path)}: ${error.message}`)
  }
}

async function chosenIn(
  assignments: readonly string[],
  rules: readonly AnyRule[],
): Promise<ReadonlyMap<string, number | boolean | string>> {
  const { optionNames } = await import('../../../rules/run-rules.ts')
  const types = new Map(
    rules.flatMap((one) => {
      const all = Object.values(one.options ?? {})
      return optionNames(one).map((name, index) => [name, all[index]?.type] as const)
    }),
  )
  return new Map(assignments.map((one) => chosen(one, types)))
}

/** @throws UsageError for an option that there is not, and for a value of another type */
function chosen(
  assignment: string,
  types: ReadonlyMap<string, RuleOptions[string]['type'] | undefined>,
): readonly [string, number | boolean | string] {
  const at = assignment.indexOf('=')
  const [name, value] = [assignment.slice(0, Math.max(0, at)), assignment.slice(at + 1)]
  const type = types.get(name)
  if (type === undefined)
    throw new UsageError(`--rule-option ${assignment}: no rule has the option ${name || assignment}`, [
      `there are ${[...types.keys()].join(', ')}`,
    ])
  const isOfType =
    type === 'string' || (type === 'number' ? /^-?\d+(?:\.\d+)?$/ : /^(?:true|false)$/).test(value)
  if (!isOfType) throw new UsageError(`--rule-option ${assignment}: ${name} is a ${type}`)
  return [name, type === 'number' ? Number(value) : type === 'boolean' ? value === 'true' : value]
}

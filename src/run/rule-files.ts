/** Rules of the user's own, from the files of a folder. */
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { messageOf } from '../engine/findings/finding.ts'
import { ownRule } from '../rules/own-rule.ts'
import type { AnyRule } from '../rules/rule.ts'
import { importUserModule, type LibraryModule, type TrustedCode } from './user-module.ts'

/** Other modules of a folder, tests among them, are no rules. */
const ruleFile = /\.rule\.(?:m?ts|[cm]?js)$/

/** Why a file gives no rule. */
export class RuleFileError extends Error {
  /** Absolute. */
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
    this.name = 'RuleFileError'
  }
}

/** The files with rules that a path stands for, absolute: itself, or those of a folder, by name. */
export function ruleFiles(path: string, cwd: string): readonly string[] {
  const named = resolve(cwd, path)
  const stat = statSync(named, { throwIfNoEntry: false })
  if (stat?.isFile() === true) return ruleFile.test(named) ? [named] : []
  if (stat?.isDirectory() !== true) return []
  const names = readdirSync(named).filter((name) => ruleFile.test(name))
  return names.sort().map((name) => join(named, name))
}

/**
 * The rules that files export by default.
 * @param files absolute
 * @throws RuleFileError
 */
export async function loadRuleFiles(
  files: readonly string[],
  library: LibraryModule,
  trusted?: TrustedCode,
): Promise<readonly AnyRule[]> {
  const rules: AnyRule[] = []
  const owners = new Map<string, string>()
  for (const file of files)
    try {
      const rule = ownRule((await importUserModule(file, library, trusted)).default)
      for (const code of Object.keys(rule.codes)) {
        const other = owners.get(code)
        if (other !== undefined) throw new Error(`${basename(other)} has the code "${code}" already`)
        owners.set(code, file)
      }
      rules.push(rule)
    } catch (error) {
      throw new RuleFileError(file, messageOf(error))
    }
  return rules
}

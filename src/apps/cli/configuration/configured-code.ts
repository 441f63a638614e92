/** Whether code that a configuration brings along may run: the module that it is, and the transforms that it names. */
import { realpathSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { othersMayWrite } from '../../../run/trust.ts'
import type { TrustedCode, TrustedModules } from '../../../run/user-module.ts'
import { shellWord } from '../../../show/report/shell-word.ts'
import { listed } from '../../../text/document/listed.ts'
import { UsageError } from '../usage-error.ts'
import { changedCode, codeOf } from './code-of-configuration.ts'
import { isModule } from './find-configuration.ts'
import { treeOf, trustedCodeOf } from './trusted-trees.ts'

/** How this command line says yes to code of a configuration; `nothing` leaves it to `hotshift trust`, `never` says no. */
type Consent = 'config' | 'trust-config' | 'nothing' | 'never'

/** A configuration that may bring code along. */
export interface CodeSource {
  /** Of the configuration, absolute. */
  readonly path: string
  readonly consent: Consent
  readonly cwd: string
}

/**
 * Why a file may not run. Two things are asked: that nobody but this user and root can have written it, and that the user
 * has said yes to the tree that it comes with.
 *
 * @param file absolute: the configuration itself, or a transform that it names
 */
export function codeRefusal(file: string, source: CodeSource): UsageError | undefined {
  const { path, consent, cwd } = source
  const name = relative(cwd, file)
  if (consent === 'never')
    return new UsageError(`${name} was not run: the editor does not trust the folder`, [
      'a configuration in YAML or JSON counts whoever wrote it',
    ])
  // Whoever names the file itself has asked for it, as with `-t`.
  const isNamed = consent === 'config' && file === path
  const doubt = isNamed ? undefined : othersMayWrite(file)
  if (doubt !== undefined)
    return new UsageError(`${name} was not run: ${doubt}`, [
      'a configuration in YAML or JSON counts whoever wrote it',
      file === path ? namedInstead(source) : '-t names a transform that you trust',
    ])
  if (consent !== 'nothing') return undefined
  const tree = treeOf(dirname(path))
  const trusted = trustedCodeOf(tree)
  const sayYes = (then: string) =>
    `read ${then}; \`hotshift trust ${shellWord(relative(cwd, tree) || '.')}\` says yes from now on, --trust-config for one run`
  if (trusted === undefined)
    return new UsageError(`${name} was not run: nobody has said yes to code of ${tree}`, [
      sayYes('it first'),
      namedInstead(source),
    ])
  const changed = changedCode(codeOf(file), trusted)
  if (changed.length === 0) return undefined
  const what = changed.map(({ path: one, change }) => `${relative(cwd, one)} (${change})`)
  return new UsageError(`${name} was not run: its code is not what you said yes to`, [
    `not as it was: ${listed(what, ' and ', 5)}`,
    sayYes('that first'),
    namedInstead(source),
  ])
}

/** What may run of a tree, for who imports it; undefined where a command line says yes to all of it. */
export function trustedCode({ path, consent }: CodeSource): TrustedCode | undefined {
  if (consent !== 'nothing') return undefined
  const tree = treeOf(dirname(path))
  return { tree, modules: trustedCodeOf(tree) ?? new Map() }
}

function namedInstead({ path, cwd }: CodeSource): string {
  return `--config ${shellWord(relative(cwd, path))} names the file if you trust it; --no-config leaves it out`
}

/** The code that a configuration brings along, as it is now; data does not count. @param path absolute */
export function codeBehind(path: string): TrustedModules {
  const code = new Map(codeOf(path))
  if (!isModule(path)) code.delete(realpathSync(path))
  return code
}

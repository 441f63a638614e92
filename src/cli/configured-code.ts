/** Whether code that a configuration brings along may run: the module that it is, and the transforms that it names. */
import { dirname, relative } from 'node:path'
import { othersMayWrite } from '../runner/trust.ts'
import { isTrustedTree, treeOf } from './trusted-trees.ts'
import { UsageError } from './usage-error.ts'

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
  if (isTrustedTree(tree)) return undefined
  return new UsageError(`${name} was not run: nobody has said yes to code of ${tree}`, [
    `read it first; \`hotshift trust ${relative(cwd, tree) || '.'}\` says yes from now on, --trust-config for one run`,
    namedInstead(source),
  ])
}

function namedInstead({ path, cwd }: CodeSource): string {
  return `--config ${relative(cwd, path)} names the file if you trust it; --no-config leaves it out`
}

/** The one way of files through hotshift. A template is a package of one file. */
import type { Workspace } from '../stack/workspace.ts'
import { type Command, isOfTemplates, type PackageOutcomes } from './command.ts'
import type { PackageRun, PrintedRun } from './file-run.ts'
import { checked } from './stages/check.ts'
import { concluded } from './stages/conclude.ts'
import { guarded } from './stages/guard.ts'
import { opened } from './stages/open.ts'
import { passedDown } from './stages/pass-down.ts'
import { printed } from './stages/print.ts'
import { proved } from './stages/prove.ts'
import { rewritten } from './stages/rewrite.ts'

export function runPackage(pkg: Workspace, given: Command): PackageOutcomes {
  const command = concerning(pkg, given)
  const run = opened(pkg, command)
  const closed = [...run.files.values()].flatMap((one) => one.closed ?? [])
  if (closed.length === run.files.size && isOfTemplates(command))
    return { outcomes: closed, others: new Map() }
  return concluded(proved(inTexts(run, command), command), command)
}

/** The trees that the chain makes are as large as those that were read: behind this function nobody holds them. */
function inTexts(opened: PackageRun, command: Command): PrintedRun {
  const run = passedDown(rewritten(opened, command), command)
  return printed(checked(guarded(run, command), command), command)
}

/** Without the transforms that are about a kind of which the package has no file. */
function concerning(pkg: Workspace, command: Command): Command {
  if (command.transforms.every(({ ofKind }) => ofKind === undefined)) return command
  const kinds = new Set([...pkg.files.values()].map(({ recognition }) => recognition.kind))
  const transforms = command.transforms.filter(({ ofKind }) => ofKind === undefined || kinds.has(ofKind))
  return { ...command, transforms }
}

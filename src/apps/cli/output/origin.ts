/** Where and when a report was made, for those who read it elsewhere and later. */
import { basename, resolve } from 'node:path'
import { git } from '../../../run/git.ts'
import type { Invocation, Origin } from '../../../run/run-report.ts'
import { typedLine } from '../../../show/report/shell-word.ts'
import { commandLine } from '../../../show/report/written.ts'
import type { World } from '../world.ts'

/** What made a report: a command with its paths, and the options that files depend on. */
export interface ReportOrigin {
  readonly command: string
  readonly paths: readonly string[]
  readonly options: Invocation['options']
}

/** What a report says of its origin. Of the folder it names the repository and what is in it, not where that is on this machine. */
export function originOf({ command, paths, options }: ReportOrigin, world: World): Origin {
  const line = commandLine({ command: typedLine([command], paths), options, exitCode: 0 })
  return { command: line, ...folderOf(world.cwd), day: dayOf(world) }
}

function folderOf(cwd: string): Pick<Origin, 'folder' | 'commit'> {
  const [top = '', prefix = '', commit = ''] = asked(cwd)
  if (top === '') return { folder: basename(resolve(cwd)) }
  const folder = [basename(top), prefix.replace(/\/$/, '')].filter((part) => part !== '').join('/')
  return commit === '' ? { folder } : { folder, commit }
}

/** The root of the repository, the way from there and the commit; nothing where there is no git, or no commit yet. */
function asked(cwd: string): readonly string[] {
  try {
    return git(['rev-parse', '--show-toplevel', '--show-prefix', 'HEAD'], cwd).split('\n')
  } catch {
    return []
  }
}

/** The same run of the same day is the same report; see SOURCE_DATE_EPOCH of reproducible-builds.org. */
export function dayOf(world: World): string {
  const epoch = Number(world.env.SOURCE_DATE_EPOCH ?? Number.NaN)
  return Number.isFinite(epoch) ? new Date(epoch * 1000).toISOString().slice(0, 10) : world.today()
}

/** What a profile of the configuration finds in the package of a document that is open in an editor, and what repairs it. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FileInput } from '../../../engine/engine-contract.ts'
import type { FileOutcome } from '../../../engine/outcome.ts'
import { directoryOf } from '../../../stack/source-file.ts'
import { defined } from '../../../text/document/records.ts'
import type { OpenText, Project } from '../../lsp/host.ts'
import type { Arguments } from '../command.ts'
import { useWaivers } from '../configuration/waivers.ts'
import { packageOptions } from '../load-engine.ts'
import { profilesOf } from '../options/profiles.ts'
import { askedBy, releaseOf } from '../options/requirements-release.ts'
import { knownRequirements } from '../selectors.ts'
import { reportPath, type World } from '../world.ts'
import { leftOutText, type ReaderOf, withUnread } from './editor-reading.ts'

/** A package in an editor: more files than these are for the command line. */
const mostFiles = 200

interface EditorProfiles {
  /** What a plain check says of a document, with what the profiles find in it. */
  check(path: string, open: OpenText): (file: FileInput, plain: FileOutcome) => FileOutcome
  readonly repairs: Project['repairs']
}

/**
 * The package of a document is the files of its directory. Undefined where the configuration has no profile.
 * @throws UsageError for a profile, release or requirement that there is not
 */
export async function profilesIn(
  args: Arguments,
  world: World,
  readerOf: ReaderOf,
): Promise<EditorProfiles | undefined> {
  if (!args.has('profile')) return undefined
  const chosen = profilesOf(args)
  const { isWanted } = await knownRequirements(args)
  const isAsked = await askedBy(releaseOf(args))
  const waivers = await useWaivers(args.waivers, world.cwd, world.today())
  const { besidePlain } = await import('../../../engine/packages/gates.ts')
  const { createProfileChecker } = await import('../../../engine/packages/profile.ts')
  const { requirementFix, sdcFix } = await import('../../../engine/packages/profile-fixes.ts')
  const { SdcPackages, withSdcFindings } = await import('../../../engine/packages/sdc.ts')
  const { remediation } = await import('../../../../transforms/onap/remediation.ts')
  const { sdcTransformsFor } = await import('../../../../transforms/onap/sdc-repairs.ts')
  const options = packageOptions(args, world)
  const asked = { ...options, ...defined({ isAsked }) }
  const onap = chosen.has('onap')
    ? createProfileChecker(remediation, { ...asked, isWanted, repairs: 'untried' })
    : undefined
  const packageAround = (path: string, open: OpenText) => packageIn(directoryOf(path), readerOf, open, world)
  return {
    check(path, open) {
      const { files, unread } = packageAround(path, open)
      return (file, plain) => {
        if (plain.status !== 'unchanged') return plain
        const inputs = [...files.filter((one) => one.path !== path), file]
        const own = onap?.runTogether?.(inputs).find((one) => one.path === path)
        const first = own?.status === 'unchanged' ? own : { ...plain, findings: [] }
        const [found = first] = chosen.has('sdc')
          ? withSdcFindings(inputs, [first], new SdcPackages(), isWanted)
          : [first]
        return waivers.revise(withUnread(besidePlain(plain, found), unread))
      }
    },
    repairs: async (path, finding, open) => {
      const { files, unread } = packageAround(path, open)
      // An edit would miss some of them.
      if (unread !== undefined) return []
      const sought = { files, path, finding }
      const made =
        finding.requirement === undefined
          ? chosen.has('sdc') && sdcFix(sought, sdcTransformsFor, options)
          : requirementFix(sought, (scope) => remediation({ ...scope, ...defined({ isAsked }) }), options)
      return made ? [made] : []
    },
  }
}

/** The files of a directory, and which of them were not read, if any. */
function packageIn(directory: string, readerOf: ReaderOf, open: OpenText, world: World) {
  const folder = resolve(world.cwd, directory)
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isFile() && !one.name.startsWith('.') ? [one.name] : [],
  )
  const paths = names.slice(0, mostFiles).map((name) => reportPath(join(folder, name), world))
  const { read, budget } = readerOf(paths, open)
  const files = paths.flatMap((path): FileInput[] => {
    const bytes = read(path)
    return bytes === undefined ? [] : [{ path, bytes }]
  })
  const tooMany = names.length > mostFiles ? `${names.length - mostFiles} files` : undefined
  return { files, unread: leftOutText([budget], world) ?? tooMany }
}

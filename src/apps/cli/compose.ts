/** `--compose`: a template that calls those of the run, and passes outputs of some to parameters of others. */
import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { createChecker } from '../../engine/check.ts'
import { blocked, changed } from '../../engine/file-outcome.ts'
import { findingOf } from '../../engine/findings/finding.ts'
import { undeployableBy } from '../../engine/findings/result-check.ts'
import type { ChangedOutcome, FileOutcome } from '../../engine/outcome.ts'
import { compareVersions } from '../../heat/versions.ts'
import { namedFiles } from '../../run/boundary.ts'
import { blockGroups } from '../../run/conflicts.ts'
import { realFileSystem } from '../../run/file-system.ts'
import { load } from '../../stack/load.ts'
import { type Called, composed, notComposable } from '../../stack/refactor/compose.ts'
import { typeReferences } from '../../stack/references.ts'
import { copyPath } from '../../stack/registry.ts'
import { listed } from '../../text/document/listed.ts'
import { newDocument } from '../../text/print/print.ts'
import type { Arguments } from './command.ts'
import { boundaryOf } from './plain-check.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const OPTION = 'compose'

/** Reads what the templates of the run name. */
type Read = (path: string) => Uint8Array | undefined

/** A template of CloudFormation that has become HOT. */
type Converted = ChangedOutcome & Required<Pick<ChangedOutcome, 'version'>>

/**
 * What adds the new template to the outcomes of a run: all of it is one change, which is made as a whole or not at all.
 *
 * @returns undefined where nobody asks for one
 * @throws UsageError for a path that is taken, and for a run that does not see all of its templates
 */
export function composing(
  args: Arguments,
  world: Pick<World, 'cwd'>,
): ((outcomes: readonly FileOutcome[]) => readonly FileOutcome[]) | undefined {
  const given = args.value(OPTION)
  if (given === undefined) return undefined
  const path = relative(world.cwd, resolve(world.cwd, given)).split(sep).join('/')
  if (!/\.(yaml|yml|template)$/.test(path))
    throw new UsageError(`--${OPTION} ${given}: the template is written as YAML`, ['name a .yaml file'])
  if (existsSync(resolve(world.cwd, path)))
    throw new UsageError(`--${OPTION} ${given}: there is such a file already`, ['name a new file'])
  if (args.value('shard') !== undefined)
    throw new UsageError(`--${OPTION} and --shard cannot be combined`, [
      'a part of a run does not know all templates',
    ])
  if (args.input !== undefined)
    throw new UsageError(`--${OPTION} needs files`, ['give the templates by their paths instead of -'])
  const { read } = namedFiles(boundaryOf(args.paths, args, world), realFileSystem)
  return (outcomes) => withComposed(outcomes, path, read)
}

function withComposed(outcomes: readonly FileOutcome[], path: string, read: Read): readonly FileOutcome[] {
  const converted = outcomes.filter(isConverted)
  const called = calledIn(converted)
  const why = hindrance(outcomes, called, path)
  const group = `--${OPTION}`
  const joined = outcomes.map((one) => (isConverted(one) ? { ...one, group } : one))
  if (why !== undefined) {
    const parent = blocked(path, 'hot', '', [findingOf('not-composed', why)])
    return [...blockGroups(joined, new Map([[group, path]])), parent]
  }
  return [...joined, parentOf(converted, called, { path, group }, read)]
}

function isConverted(outcome: FileOutcome): outcome is Converted {
  return outcome.status === 'changed' && outcome.version !== undefined
}

/** The templates that no other one of the run calls. */
function calledIn(converted: readonly Converted[]): readonly Called[] {
  const now = new Map(converted.map(({ path, newPath = path }) => [path, newPath]))
  const files = converted.flatMap(({ path, newPath = path, after, findings }) => {
    const loaded = load({ path: newPath, bytes: new TextEncoder().encode(after) })
    if (loaded.is !== 'file') return []
    const feeds = findings.flatMap(({ feed }) => {
      if (feed === undefined) return []
      const { file, ...rest } = feed
      return [{ ...rest, from: now.get(file) ?? file }]
    })
    return [{ file: loaded.file, feeds }]
  })
  const nested = new Set(
    files.flatMap(({ file: { path, root } }) =>
      typeReferences(root).flatMap(({ name }) => copyPath(path, name) ?? []),
    ),
  )
  return files.filter(({ file }) => !nested.has(file.path))
}

/** Why the template cannot be written, in a sentence. */
function hindrance(
  outcomes: readonly FileOutcome[],
  called: readonly Called[],
  path: string,
): string | undefined {
  const left = outcomes.filter(({ status, kind }) => kind.includes('cfn') && status !== 'changed')
  if (left.length > 0) {
    const which = listed(
      left.map((one) => one.path),
      ' and ',
      1,
    )
    return `${which} cannot be converted, and ${path} would have to call all templates of the run`
  }
  const taken = outcomes.find((one) => one.newPath === path || one.path === path)
  if (taken !== undefined) return `${taken.path} has the name ${path}`
  if (called.length === 0) return 'no template of the run becomes HOT'
  return called.map(notComposable).find((why) => why !== undefined)
}

/** The transform by which outputs feed parameters; where none does, the first one that made a template what is called. */
function giverOf(converted: readonly Converted[]): string {
  const feeding = converted.flatMap(({ findings }) => findings.find(({ feed }) => feed !== undefined) ?? [])
  return feeding[0]?.transform ?? converted[0]?.transforms[0]?.id ?? OPTION
}

function parentOf(
  converted: readonly Converted[],
  called: readonly Called[],
  { path, group }: { readonly path: string; readonly group: string },
  read: Read,
): ChangedOutcome {
  const version = converted.map((one) => one.version).reduce((a, b) => (compareVersions(a, b) < 0 ? b : a))
  const like = called[0]?.file.document
  const root = composed(path, called, version)
  const after = newDocument(root, like === undefined ? {} : { like })
  const results = new Map(converted.map((one) => [one.newPath ?? one.path, one.after]))
  const readFile = (name: string) => {
    const text = results.get(name)
    return text === undefined ? read(name) : new TextEncoder().encode(text)
  }
  const { findings } = createChecker({ readFile }).run({ path, bytes: new TextEncoder().encode(after) })
  const undeployable = undeployableBy(findings)
  const transform = giverOf(converted)
  const feeds = called.reduce((sum, one) => sum + one.feeds.length, 0)
  const steps = converted.some((one) => one.steps !== undefined)
  const made = changed(
    path,
    'hot',
    {
      after,
      isNew: true,
      group,
      ...(undeployable === undefined ? {} : { undeployable }),
      ...(steps ? { steps: [{ transform, after }] } : {}),
    },
    { transforms: [{ id: transform, changes: Math.max(feeds, 1), gives: 'file' }] },
  )
  // Their locations refer to the new source.
  return { ...made, findings }
}

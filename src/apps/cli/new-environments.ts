/** `--write-environment`: beside each result with new parameters, an environment in which their values can be entered. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { changed } from '../../engine/file-outcome.ts'
import type { ChangedOutcome, FileOutcome } from '../../engine/outcome.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { declarations } from '../../heat/sections.ts'
import { load } from '../../stack/load.ts'
import { baseName, directoryOf, fileName, type SourceFile } from '../../stack/source-file.ts'
import { entry, mapping, nothing } from '../../text/document/build.ts'
import { stringOf } from '../../text/document/read.ts'
import { newDocument } from '../../text/print/print.ts'
import type { Arguments } from './command.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/**
 * What adds the environments to the outcomes of a run.
 *
 * @throws UsageError for standard input
 */
export function addingEnvironments(
  args: Arguments,
  { cwd }: Pick<World, 'cwd'>,
): (outcomes: readonly FileOutcome[]) => readonly FileOutcome[] {
  if (args.input !== undefined)
    throw new UsageError('--write-environment needs files', [
      'give the templates by their paths instead of -',
    ])
  return (outcomes) => {
    const taken = new Set(outcomes.flatMap(({ path, newPath = path }) => [path, newPath]))
    const isFree = (path: string) => !taken.has(path) && !existsSync(resolve(cwd, path))
    const made = outcomes.flatMap((one) => {
      const environment = one.status === 'changed' ? environmentOf(one, isFree) : undefined
      if (environment !== undefined) taken.add(environment.path)
      return environment ?? []
    })
    return [...outcomes, ...made]
  }
}

function environmentOf(
  outcome: ChangedOutcome,
  isFree: (path: string) => boolean,
): ChangedOutcome | undefined {
  const { path, newPath = path, before = '', after, transforms } = outcome
  const [old, result] = [templateOf(path, before), templateOf(newPath, after)]
  if (old === undefined || result === undefined) return undefined
  const known = declarations(old.root).parameters
  const added = [...declarations(result.root).parameters].filter(
    ([name, declared]) => !known.has(name) && readValue(declared, 'default') === undefined,
  )
  const [id] = transforms
    .flatMap((one) => (one.gives === 'value' ? [one.id] : []))
    .concat(transforms.map((one) => one.id))
  if (added.length === 0 || id === undefined) return undefined
  const name = freeName(newPath, isFree)
  const entries = added.map(([parameter, declared]) => {
    const description = stringOf(readValue(declared, 'description'))
    return entry(
      parameter,
      nothing(),
      description === undefined ? {} : { comment: description.trimEnd().split('\n') },
    )
  })
  const root = mapping([entry('parameters', mapping(entries, { style: 'block' }))], { style: 'block' })
  const comment = [
    `Parameters that the conversion of ${fileName(path)} added. Enter their values.`,
    `openstack stack create -t ${fileName(newPath)} -e ${fileName(name)} STACK`,
  ]
  const text = newDocument(root, { like: result.document, comment })
  return changed(
    name,
    'environment',
    { after: text, isNew: true },
    { transforms: [{ id, changes: added.length, gives: 'file' }] },
  )
}

function templateOf(path: string, text: string): SourceFile | undefined {
  const loaded = load({ path, bytes: new TextEncoder().encode(text) })
  return loaded.is === 'file' ? loaded.file : undefined
}

/** `web.env` beside `web.yaml`, or `web-new.env` where there is one. */
function freeName(template: string, isFree: (path: string) => boolean): string {
  const stem = directoryOf(template) + baseName(template)
  let name = `${stem}.env`
  for (let number = 1; !isFree(name); number += 1) name = `${stem}-new${number === 1 ? '' : number}.env`
  return name
}

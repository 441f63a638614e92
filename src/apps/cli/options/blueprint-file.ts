/** The file that `--blueprint` names: what is said of the components of blueprints. */
import { resolve } from 'node:path'
import {
  type BlueprintOptions,
  BlueprintOptionsError,
  readBlueprintOptions,
} from '../../../rules/blueprint/options.ts'
import { type NamedFiles, namedFiles } from '../../../run/boundary.ts'
import { realFileSystem } from '../../../run/file-system.ts'
import { load } from '../../../stack/load.ts'
import { declaredParameters } from '../../../stack/values.ts'
import { rangeOf } from '../../../text/document/node.ts'
import { givenDocument } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

/** @throws UsageError for a file that cannot be read or says something else */
export function blueprintOptions(path: string, cwd: string): BlueprintOptions {
  const document = givenDocument(path, 'blueprint', cwd)
  if (document.root?.kind !== 'map') throw new UsageError(`--blueprint ${path}: it is not a mapping`)
  try {
    const named = namedFiles({ given: ['.', path], cwd, reach: 'inside' }, realFileSystem)
    return readBlueprintOptions(document.root, (template) => parametersOf(template, named, cwd))
  } catch (error) {
    if (!(error instanceof BlueprintOptionsError)) throw error
    const { line, column } = document.lines.position(rangeOf(error.at)?.start ?? 0)
    throw new UsageError(`--blueprint ${path}:${line}:${column}: ${error.message}`)
  }
}

/**
 * The names of the parameters of a template: the attributes that it takes. Undefined for a URL.
 *
 * @throws UsageError for what cannot be read, or is no template
 */
function parametersOf(
  path: string,
  { read, refused }: NamedFiles,
  cwd: string,
): readonly string[] | undefined {
  if (/^[a-z]+:\/\//i.test(path)) return undefined
  const bytes = read(path)
  if (bytes === undefined)
    throw new UsageError(`--blueprint: ${path}: ${refused.get(resolve(cwd, path)) ?? 'no such file'}`)
  const loaded = load({ path, bytes })
  if (loaded.is === 'file' && loaded.file.kind === 'hot')
    return declaredParameters(loaded.file.root).map(({ name }) => name)
  throw new UsageError(`--blueprint: ${path} is not a HOT template`)
}

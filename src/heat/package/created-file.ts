import { mapping } from '../../document/build.ts'
import { readDocument } from '../../document/document.ts'
import type { Mapping } from '../../document/node.ts'
import type { PackageFile } from './package-file.ts'

/** An environment that does not exist yet, with the sections that it shall have. */
export function createdEnvironment(
  path: string,
  root: Mapping = mapping([], { style: 'block' }),
): PackageFile {
  const reading = readDocument('')
  if ('problem' in reading) throw new Error('an empty text is always read')
  const recognition = { kind: 'environment' } as const
  return { path, document: reading.document, root, recognition, version: undefined, isNew: true }
}

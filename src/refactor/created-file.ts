import { mapping } from '../document/build.ts'
import { type Document, readDocument } from '../document/document.ts'
import type { Mapping } from '../document/node.ts'
import type { PackageFile } from '../package/package-file.ts'

/**
 * An environment that does not exist yet, with the sections that it shall have; empty at first.
 * @param like the document whose layout and line breaks it takes over: that of its template
 */
export function createdEnvironment(path: string, like: Document, root?: Mapping): PackageFile {
  const reading = readDocument('')
  if ('problem' in reading) throw new Error('an empty text is always read')
  return {
    path,
    document: reading.document,
    root: root ?? mapping([], { style: 'block' }),
    recognition: { kind: 'environment' },
    version: undefined,
    created: { like },
  }
}

/** Packages made of texts, and the texts of what became of them. */

import { load } from '../../src/stack/load.ts'
import { packagesOf } from '../../src/stack/sets.ts'
import { defaultNaming, type Workspace } from '../../src/stack/workspace.ts'
import { printDocument } from '../../src/text/print/print.ts'

export type Texts = Readonly<Record<string, string>>

export function packageOf(texts: Texts): Workspace {
  const files = Object.entries(texts).map(([path, text]) => {
    const loaded = load({ path, bytes: Buffer.from(text) }, { naming: defaultNaming })
    if (loaded.is === 'file') return loaded.file
    throw new Error(`${path} is not a template: ${JSON.stringify(loaded)}`)
  })
  const packages = packagesOf({ files })
  const [only] = packages
  if (only === undefined || packages.length !== 1) throw new Error(`${packages.length} packages`)
  return only
}

/** The texts of the files that changed. */
export function changedTexts(before: Workspace, after: Workspace): Texts {
  return Object.fromEntries(
    [...after.files.values()]
      .filter(({ path, root }) => before.files.get(path)?.root !== root)
      .map(({ path, document, root }) => [path, printDocument(document, root, 'yaml')]),
  )
}

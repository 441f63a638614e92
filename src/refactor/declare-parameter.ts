import { entry, mapping, withAppended, withEntries, withValue } from '../document/build.ts'
import type { Entry, Mapping } from '../document/node.ts'
import { entryOf, isNull, nameOf } from '../document/read.ts'
import { transplanted, transplantedEntry } from '../document/transplant.ts'
import { readValue } from '../heat/merge-keys.ts'
import { aliasNames } from '../package/alias-names.ts'
import type { PackageFile } from '../package/package-file.ts'
import { Stuck } from './obstacle.ts'
import type { OwnDefault } from './own-default.ts'

/** What makes a parameter the same in another template; labels and tags are for the people who see that one. */
const carried: ReadonlySet<string> = new Set(['type', 'description', 'hidden', 'constraints'])

/**
 * The tree of a template that declares the parameter of another one too: the same type, description, hidden
 * and constraints, without default. It stands last in its section.
 * @throws Stuck when an alias or anchor shares the section
 */
export function declareParameter(file: PackageFile, { declaration, file: from }: OwnDefault): Mapping {
  const source = { ...from.document, comments: [] }
  const map = declaration.map
  for (const name of carried) {
    if (map === undefined || readValue(map, name) === undefined || entryOf(map, name) !== undefined) continue
    throw new Stuck({
      path: from.path,
      at: declaration.entry,
      why: `its ${name} comes in through a merge key`,
    })
  }
  const attributes = (declaration.map?.entries ?? []).flatMap((one) =>
    carried.has(nameOf(one) ?? '') ? [transplantedEntry(one, source)] : [],
  )
  const added = entry(
    transplanted(declaration.entry.key, source),
    mapping(attributes, { style: declaration.map?.style === 'flow' ? 'flow' : 'block' }),
  )
  return withDeclaration(file, added, withAppended, `nothing can be added to the parameters of ${file.path}`)
}

/**
 * The tree of a template with one declaration more, in a section made for it where there is none.
 * @param append adds it to declarations that are there
 * @throws Stuck, saying `why`, when an alias or anchor shares the section, or it is no mapping
 */
export function withDeclaration(
  { path, root }: PackageFile,
  added: Entry,
  append: (declarations: Mapping, added: Entry) => Mapping,
  why: string,
): Mapping {
  const section = entryOf(root, 'parameters')
  if (section === undefined)
    return withParametersSection(root, entry('parameters', mapping([added], { style: 'block' })))
  const { value } = section
  const isShared = value.anchor !== undefined && aliasNames(root).has(value.anchor)
  if ((value.kind !== 'map' && !isNull(value)) || value.kind === 'alias' || isShared)
    throw new Stuck({ path, at: section, why })
  const isEmpty = value.kind !== 'map' || value.entries.length === 0
  const next = isEmpty ? mapping([added], { for: value, style: 'block' }) : append(value, added)
  return withEntries(
    root,
    root.entries.map((one) => (one === section ? withValue(one, next) : one)),
  )
}

/** The root with a section of parameters, before the first section that may use them. */
export function withParametersSection(root: Mapping, section: Entry): Mapping {
  const at = root.entries.findIndex((one) =>
    ['conditions', 'resources', 'outputs'].includes(nameOf(one) ?? ''),
  )
  const entries =
    at === -1
      ? [...root.entries, section]
      : [...root.entries.slice(0, at), section, ...root.entries.slice(at)]
  return withEntries(root, entries)
}

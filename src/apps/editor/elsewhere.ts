/** What stands at an offset and is declared in another file: a nested template, or the template of an environment. */

import { recognise } from '../../heat/kind.ts'
import { type TypeReference, typeReferencesOf } from '../../stack/references.ts'
import { meaningOf, schemaAt, type TypeMeaning } from '../../stack/type-of.ts'
import { valueSections } from '../../stack/values.ts'
import type { Mapping, Range } from '../../text/document/node.ts'
import { textRange } from '../../text/document/node.ts'
import { stringOf } from '../../text/document/read.ts'
import { attributeAt, attributesAt } from './attributes.ts'
import { declarationOf, type Mention } from './mentions.ts'
import { type Found, findAt, pathOf } from './paths.ts'
import { typedDocument } from './schemas.ts'
import { type Neighbour, readersOf, type Surroundings } from './surroundings.ts'

export interface Elsewhere {
  readonly template: Neighbour
  /** What is declared there; undefined for the file as a whole. */
  readonly part: Pick<Mention, 'kind' | 'name'> | undefined
  /** Of its name. */
  readonly range: Range | undefined
}

export function declaredElsewhere(root: Mapping, offset: number, around: Surroundings): readonly Elsewhere[] {
  const found = findAt(root, offset)
  const path = pathOf(found.steps)
  if (recognise(root, 'yaml').kind === 'environment') return fromEnvironment(found, path, around)
  if (found.isKey) {
    const located = schemaAt(typedDocument(root, around), path)
    if (located?.template === undefined || !located.isWhole) return []
    return declaredIn(located.template, 'parameter', String(path.at(-1)))
  }
  const reference = referenceAt(root, found)
  if (reference !== undefined) {
    return asTemplate(meaningOf(typedDocument(root, around), reference))
  }
  const asked = attributeAt(found)
  const attribute =
    asked === undefined ? undefined : attributesAt(root, asked, around).get(stringOf(found.node) ?? '')
  return attribute?.template === undefined ? [] : declaredIn(attribute.template, 'output', attribute.name)
}

/** The type of a resource, of members of a group, or the template of a stack, where one is named. */
export function referenceAt(root: Mapping, { steps, node }: Found): TypeReference | undefined {
  const [section, resource] = pathOf(steps)
  if (!/^resources$/i.test(String(section)) || resource === undefined) return undefined
  return typeReferencesOf(root, String(resource)).find(({ at }) => at === node)
}

function fromEnvironment(
  { node, isKey }: Found,
  path: readonly (string | number)[],
  around: Surroundings,
): readonly Elsewhere[] {
  const [part, name] = path
  if (part === 'resource_registry') {
    return asTemplate(around.type(isKey ? String(name) : (stringOf(node) ?? ''), undefined))
  }
  if (path.length !== 2 || !isKey || !valueSections.some((one) => one === part)) return []
  return readersOf(part, around).flatMap((one) => declaredIn(one, 'parameter', String(name)))
}

function asTemplate(meaning: TypeMeaning<Neighbour>): readonly Elsewhere[] {
  return meaning.is === 'template' ? [{ template: meaning.template, part: undefined, range: undefined }] : []
}

function declaredIn(template: Neighbour, kind: 'parameter' | 'output', name: string): readonly Elsewhere[] {
  const range = textRange(declarationOf(template.root, kind, name)?.key)
  return range === undefined ? [] : [{ template, part: { kind, name }, range }]
}

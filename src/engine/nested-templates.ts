/** Templates that serve as types of resources (`type: server.yaml`), as far as their files can be read. */
import { posix } from 'node:path'
import type { NestedTemplate } from '../check/scope.ts'
import { isNull } from '../document/read.ts'
import type { PropertySchema } from '../heat/facts/resource-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declaredType } from '../heat/parameters.ts'
import { declarations } from '../heat/sections.ts'
import { load } from '../package/load.ts'

/** The path of a template that another one names; undefined for addresses and absolute paths. */
export function nestedPath(path: string, type: string): string | undefined {
  if (/^[a-z]+:/i.test(type) || type.startsWith('/')) return undefined
  return posix.normalize(posix.join(posix.dirname(path), type))
}

/** Reads each template once. Gives undefined for what is not there, or no template that Heat would take. */
export function nestedReader(
  readFile: (path: string) => Uint8Array | undefined,
): (path: string | undefined) => NestedTemplate | undefined {
  const known = new Map<string, NestedTemplate | undefined>()
  return (path) => {
    if (path === undefined) return undefined
    if (!known.has(path)) known.set(path, nestedTemplate(path, readFile(path)))
    return known.get(path)
  }
}

/** `Schema.from_parameter` in heat/engine/properties.py, without constraints. */
const facadeSchemas: Readonly<Record<string, PropertySchema>> = {
  string: {},
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  comma_delimited_list: { type: 'list', allowConversion: true },
  json: { type: 'map', allowConversion: true },
}

function nestedTemplate(path: string, bytes: Uint8Array | undefined): NestedTemplate | undefined {
  const loaded = bytes === undefined ? undefined : load({ path, bytes })
  if (loaded?.is !== 'file') return undefined
  const { root, recognition } = loaded.file
  if (recognition.versionKey === undefined || recognition.problem !== undefined) return undefined
  const parameters = [...declarations(root).parameters].map(([name, map]) => {
    const value = readValue(map, 'default', 'Default')
    const schema = facadeSchemas[declaredType(map) ?? '']
    return {
      name,
      hasDefault: value !== undefined && !isNull(value),
      ...(schema === undefined ? {} : { schema }),
    }
  })
  return { parameters }
}

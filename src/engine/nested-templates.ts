/** Templates that serve as types of resources (`type: server.yaml`), as far as their files can be read. */
import { posix } from 'node:path'
import type { NestedTemplate } from '../check/scope.ts'
import { readDocument } from '../document/document.ts'
import { isNull, mapOf } from '../document/read.ts'
import { recognise } from '../heat/kind.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declarations } from '../heat/sections.ts'
import { decode } from './decode.ts'

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
    if (!known.has(path)) known.set(path, nestedTemplate(readFile(path)))
    return known.get(path)
  }
}

function nestedTemplate(bytes: Uint8Array | undefined): NestedTemplate | undefined {
  const decoded = bytes === undefined ? undefined : decode(bytes)
  if (decoded === undefined || !('text' in decoded)) return undefined
  const reading = readDocument(decoded.text)
  const root = 'problem' in reading ? undefined : mapOf(reading.document.root)
  if (root === undefined || 'problem' in reading) return undefined
  const { versionKey, problem } = recognise(root, reading.document.syntax)
  if (versionKey === undefined || problem !== undefined) return undefined
  const parameters = [...declarations(root).parameters].map(([name, map]) => {
    const value = readValue(map, 'default', 'Default')
    return { name, hasDefault: value !== undefined && !isNull(value) }
  })
  return { parameters }
}

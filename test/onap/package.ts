/** A package made of texts. */

import { readPackages } from '../../src/engine/package-inputs.ts'
import type { RequirementId } from '../../src/onap/requirement.ts'
import type { Violation } from '../../src/onap/violation.ts'
import { offsetOf, violationsOf } from '../../src/onap/violations.ts'
import { defaultNaming, type Package } from '../../src/package/package.ts'
import { LineIndex } from '../../src/yaml/position.ts'
import type { Texts } from './changes.ts'

/** The packages of some files, by path. */
export function packagesIn(texts: Texts): readonly Package[] {
  const inputs = [...texts].map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return readPackages(inputs, defaultNaming).packages
}

/** @param only one requirement, when no other is asked about */
export function violationsIn(texts: Texts, only?: RequirementId): readonly Violation[] {
  const wanted = only === undefined ? undefined : new Set([only])
  return packagesIn(texts).flatMap((pkg) => violationsOf(pkg, wanted))
}

/** `file line:column repair` */
export function shown({ path, at, repair }: Violation, texts: Texts): string {
  const { line, column } = new LineIndex(texts.get(path) ?? '').position(offsetOf(at))
  return `${path} ${line}:${column} ${repair}`
}

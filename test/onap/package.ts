/** A package made of texts. */

import { readPackages } from '../../src/engine/packages/package-inputs.ts'
import { assessed } from '../../src/engine/packages/profile.ts'
import { startOf } from '../../src/rules/onap/identity.ts'
import type { RepairClass } from '../../src/rules/onap/losses.ts'
import type { RequirementId } from '../../src/rules/onap/requirement.ts'
import type { Violation } from '../../src/rules/onap/rule.ts'
import { defaultNaming, type Workspace } from '../../src/stack/workspace.ts'
import { LineIndex } from '../../src/text/yaml/position.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import type { Texts } from './changes.ts'

/** The packages of some files, by path. */
export function packagesIn(texts: Texts): readonly Workspace[] {
  const inputs = [...texts].map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return readPackages(inputs, defaultNaming).packages
}

/** A violation and what `check` says of its repair. */
export interface AssessedViolation extends Violation {
  readonly repair: RepairClass
  readonly help: string
}

/** @param only one requirement, when no other is asked about */
export function violationsIn(texts: Texts, only?: RequirementId): readonly AssessedViolation[] {
  return packagesIn(texts).flatMap((pkg) =>
    assessed(pkg, remediation).became.flatMap(({ violation, repair, help }) =>
      only === undefined || violation.requirement === only ? [{ ...violation, repair, help }] : [],
    ),
  )
}

/** `file line:column repair` */
export function shown({ path, at, repair }: AssessedViolation, texts: Texts): string {
  const { line, column } = new LineIndex(texts.get(path) ?? '').position(startOf(at))
  return `${path} ${line}:${column} ${repair}`
}

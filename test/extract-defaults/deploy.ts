import { createPackageEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import type { DefaultMoveOptions } from '../../src/stack/refactor/move-defaults.ts'
import type { EnvironmentNaming } from '../../src/stack/workspace.ts'
import { moveDefaultsWith } from '../../transforms/env/move-defaults/index.ts'
import { passNestedDefaultsWith } from '../../transforms/env/pass-nested-defaults/index.ts'

export type Texts = Readonly<Record<string, string>>

export interface Extraction {
  /** The files that change, with those that are created. */
  readonly changed: Texts
  /** `path:line:column code message`. */
  readonly findings: readonly string[]
  readonly outcomes: readonly FileOutcome[]
}

/** Does to texts what `hotshift extract-defaults` does to files. */
export function extract(
  files: Texts,
  options: DefaultMoveOptions & { readonly naming?: EnvironmentNaming } = {},
): Extraction {
  const { naming = { suffix: '.env' }, ...moves } = options
  const transforms = [passNestedDefaultsWith(moves), moveDefaultsWith(moves)]
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  const outcomes = createPackageEngine({ transforms, rounds: 'settled', naming }).runTogether?.(inputs) ?? []
  const changed = outcomes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]))
  const findings = outcomes.flatMap((outcome) =>
    outcome.findings.map(
      ({ line, column, code, message }) => `${outcome.path}:${line}:${column} ${code} ${message}`,
    ),
  )
  return { changed: Object.fromEntries(changed), findings, outcomes }
}

/** A template with these lines below `parameters:`. */
export function template(...parameters: readonly string[]): string {
  return ['heat_template_version: 2016-10-14', 'parameters:', ...parameters, ''].join('\n')
}

/** The checks that SDC makes of a package when it is onboarded, as facts. */
import table from '../onap/facts/sdc-checks.json' with { type: 'json' }
import model from '../onap/facts/sdc-model.json' with { type: 'json' }
import type { SdcCode } from './codes.ts'

/** The name that SDC gives a check, which its messages begin with: `HOT12`. */
export type CheckId = keyof typeof table.checks

/** What becomes of the onboarding: it stops with a finding, it ends in an error of SDC itself, or it goes on. */
type Level = 'stops' | 'internal-error' | 'warning'

interface Check {
  readonly code: SdcCode
  readonly level: Level
  /** `api`: only by the REST call that validates a package without onboarding it. */
  readonly reach: 'onboarding' | 'api'
  /** SDC's own words. */
  readonly message: string
}

export const checks = table.checks as Readonly<Record<CheckId, Check>>

/** Under which names SDC reports that it cannot read a template: every validator that wants it does. */
export const unreadable = ['HOT12', 'SRG5', 'FRG3', 'CTL4', 'RBV2'] as const satisfies readonly CheckId[]

export const manifestTypes: ReadonlySet<string> = new Set(model.manifestTypes)
export const pseudoParameters: ReadonlySet<string> = new Set(model.pseudoParameters)
export const toscaUnits: ReadonlySet<string> = new Set(model.toscaUnits)
export const generatedArtifacts: ReadonlySet<string> = new Set(model.generatedArtifacts)
export const forbiddenTypes: ReadonlySet<string> = new Set(model.forbiddenTypes)

/** The keys that SDC's object model of templates has; any other one keeps it from reading the file. */
export const modelKeys: Readonly<Record<keyof typeof model.keys, readonly string[]>> = model.keys

export const { mostCharacters, deepestNesting, mostAliases } = model

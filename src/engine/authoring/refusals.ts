/** That a transform leaves something as it is, as a value that it returns. */
import type { Entry, Node } from '../../text/document/node.ts'
import type { FindingCode } from '../findings/catalogue.ts'
import type { TemplateContext } from './transform.ts'

/** Why a node is left unchanged: created by `refuse` and returned by a transform, then reported. */
export interface Refusal {
  readonly kind: 'refusal'
  readonly reasons: readonly Reason[]
}

interface Reason {
  readonly code: FindingCode
  readonly at: Node | Entry
  readonly message: string
  readonly help?: string | undefined
}

/**
 * Leaves something with a finding: return it.
 * @param more where else than at what is rewritten, and what to do about it where the catalogue's help is not precise enough
 */
export type Refuse = (
  code: FindingCode,
  message: string,
  more?: { readonly at?: Node | Entry; readonly help?: string | undefined },
) => Refusal

/** @param at what is rewritten */
export function refusing(at: Node | Entry): Refuse {
  return (code, message, more) => ({
    kind: 'refusal',
    reasons: [{ code, at: more?.at ?? at, message, help: more?.help }],
  })
}

/** All the reasons of several refusals. */
export function refusals(some: readonly Refusal[]): Refusal {
  return { kind: 'refusal', reasons: some.flatMap(({ reasons }) => reasons) }
}

export function isRefusal(made: Refusal | { readonly kind: string }): made is Refusal {
  return made.kind === 'refusal'
}

export function reportRefusal({ reasons }: Refusal, context: Pick<TemplateContext, 'report'>): void {
  for (const { code, at, message, help } of reasons) context.report(code, at, message, help)
}

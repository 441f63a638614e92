/** What an update in place interrupts, and what goes away with a resource: facts about what Heat's handlers request. */
import { ownValue } from '../../text/document/records.ts'
import facts from './facts/interruptions.json' with { type: 'json' }
import type { Interruption } from './model.ts'

/** One property of a class of which a change interrupts something. */
interface InterruptionFact {
  readonly interrupts: Interruption
  /** The request of the handler that does it. */
  readonly call: string
  /** Only where another property has this value. */
  readonly where?: { readonly property: string; readonly value: string }
}

type Classes = Readonly<Record<string, Readonly<Record<string, InterruptionFact>>>>

/** By class below `heat.engine.resources`, and property. */
export const interruptionFacts: Classes = facts.classes as Classes

export function interruptionOf(className: string, property: string): InterruptionFact | undefined {
  const properties = ownValue(interruptionFacts, className)
  return properties === undefined ? undefined : ownValue(properties, property)
}

/** What is lost with a resource of a type that is deleted or replaced, as the object of a sentence. */
export function lostWith(type: string): string | undefined {
  return ownValue<string>(facts.lost, type)
}

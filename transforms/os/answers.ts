/** What others ask of a resource: whether they could ask it of the native one, and that they follow. */
import { type AskedHere, readValue, stringOf } from '../../src/engine/authoring/authoring.ts'
import { type NativeType, nativeAttribute, nativeSteps } from '../../src/heat/native-types.ts'
import { registeredReason } from '../hot/definitions.ts'
import type { Retyping } from './native.ts'
import type { Uses } from './resources.ts'

/** Why a resource cannot have a native type, and what can be done about it. */
interface WhyNotNative {
  readonly why: string
  readonly help?: string
}

/** What an environment registers is another resource than Heat's facts speak of. */
export function registeredProblem({
  scope,
  resource: { type, definition },
  facts,
}: Answering): WhyNotNative | undefined {
  const written = stringOf(readValue(definition, 'type')) ?? type
  const why = registeredReason([written, type, ...(facts.targets ?? [])], scope)
  return why === undefined ? undefined : { why }
}

type Answering = Pick<Retyping, 'scope' | 'resource' | 'facts' | 'isMember'>

/** Why what callers ask of a resource, or anything of the members of a group, could not be asked of the native one. */
export function askedProblem({
  scope,
  resource: { name },
  facts,
  isMember,
}: Answering): WhyNotNative | undefined {
  const of = isMember === true ? 'member' : 'resource'
  for (const one of scope.asked()) {
    if (one.resource !== undefined && (one.of !== of || one.resource !== name)) continue
    const why = questionProblem(one, name, facts)
    if (why !== undefined) return one.stays?.help === undefined ? { why } : { why, help: one.stays.help }
  }
  return undefined
}

function questionProblem(one: AskedHere, name: string, facts: NativeType): string | undefined {
  const { caller, attribute, stays } = one
  const isMember = one.of === 'member'
  if (attribute === 'unclear')
    return answersOtherwise(facts)
      ? `${caller} asks for an attribute of ${isMember ? 'its members' : 'it'} that no string names`
      : undefined
  const asked =
    attribute === 'reference'
      ? `refers to ${isMember ? 'its members' : `it as resource.${name}`}`
      : `asks ${isMember ? 'its members for the' : 'for its'} attribute ${attribute.name}`
  const native = attribute === 'reference' ? facts.reference : nativeAttribute(attribute.name, facts)
  if (native === undefined ? attribute !== 'reference' : native !== 'reference' && !Array.isArray(native))
    return `${caller} ${asked}`
  const instead = nativeSteps(attribute === 'reference' ? undefined : attribute.name, facts)
  if (instead === undefined || one.canAsk(instead)) return undefined
  return `${caller} ${asked}, ${stays === undefined ? 'where nothing else can be asked for' : `and ${stays.why}`}`
}

function answersOtherwise({ attributes, reference }: NativeType): boolean {
  return attributes !== undefined || reference !== undefined
}

/** Lets all that asks for a native resource from elsewhere ask for what it calls its answers. */
export function letFollow({ scope, resource, facts, isMember }: Answering): void {
  if (answersOtherwise(facts))
    scope.follow(resource.name, isMember === true ? 'member' : 'resource', (one) => nativeSteps(one, facts))
}

/** Why what refers to the members of a group could not follow them. */
export function unclearProblem(facts: NativeType, uses: Uses): string | undefined {
  return answersOtherwise(facts) && uses.unclear !== undefined
    ? 'a get_attr or get_resource of the template has a computed resource name'
    : undefined
}

/** Why what refers to a resource could not follow it. */
export function referenceProblem(
  name: string,
  facts: NativeType,
  uses: Uses,
  together: ReadonlySet<string | undefined> = new Set(),
): string | undefined {
  const unclear = unclearProblem(facts, uses)
  if (unclear !== undefined) return unclear
  for (const { by, attribute, within } of uses.of(name)) {
    if (by === 'get_resource' && facts.reference === 'none' && !together.has(within))
      return 'something refers to it by get_resource'
    if (by !== 'get_attr') continue
    const asked = stringOf(attribute)
    if (asked === undefined) return 'a get_attr does not say by a string which attribute it wants'
    if (nativeAttribute(asked, facts) === undefined) return `its attribute ${asked} has no native equivalent`
  }
  return undefined
}

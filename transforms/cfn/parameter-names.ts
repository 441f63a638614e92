/** Names and declarations for parameters that take the place of what only AWS has. */
import { declarations, freeName, type Mapping } from '../../src/engine/authoring.ts'

/**
 * A free name made of the words of a text, in the way in which the template names its parameters: `NetworkVpcId`, or
 * `network_vpc_id` where none has a capital.
 */
export function nameFromWords(root: Mapping, source: string, otherwise: string): string {
  const found = source.replaceAll('AWS::', '').match(/[A-Za-z0-9]+/g) ?? []
  const words = found.length === 0 ? [otherwise] : found
  const names = [...declarations(root).parameters.keys()]
  const isLower = names.length > 0 && names.every((name) => name === name.toLowerCase())
  const name = isLower
    ? words.map((word) => word.toLowerCase()).join('_')
    : words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  const started = /^[A-Za-z]/.test(name) ? name : `${isLower ? 'p_' : 'P'}${name}`
  return freeName(root, started.slice(0, longest), [])
}

/** Heat takes 255 characters; nobody reads as many. */
const longest = 60

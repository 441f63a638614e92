import { inOrder } from '../report/in-order.ts'
import type { Drawn } from '../report/page-data.ts'

/** Makes an element; what stands in it is a string, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.map((one) => (typeof one === 'string' ? inOrder(one) : one)))
  return made
}

/** A picture; what stands in it is a string, never markup. */
export function drawnElement({ name, attributes, children }: Drawn): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement
  for (const [key, value] of Object.entries(attributes)) if (key !== 'xmlns') made.setAttribute(key, value)
  made.append(...children.map((one) => (typeof one === 'string' ? inOrder(one) : drawnElement(one))))
  return made
}

/** A button that says what it does. */
export function button(
  label: string,
  onClick: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, [label])
  made.addEventListener('click', onClick)
  return made
}

/** The element of the page with an id. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found
}

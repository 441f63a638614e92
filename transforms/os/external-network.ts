import {
  declarations,
  entry,
  freeName,
  mapping,
  type Node,
  readValue,
  type TemplateScope,
  text,
  textOf,
} from '../../src/engine/authoring.ts'

const name = 'external_network'
const description = 'Name or ID of the external network'

/** `{get_param: external_network}`: Heat's AWS plug-ins look for the only external network themselves. */
export function externalNetwork(scope: TemplateScope): Node {
  const declared = declarations(scope.root).parameters.get(name)
  const isOurs = textOf(readValue(declared, 'description')) === description
  const parameter = isOurs ? name : freeName(scope.root, name, [])
  if (!isOurs) scope.declare({ name: parameter, type: 'String', description })
  return mapping([entry('get_param', text(parameter))], { style: 'flow' })
}

import {
  declarations,
  entry,
  freeName,
  mapping,
  type Node,
  readValue,
  string,
  stringOf,
  type TemplateScope,
} from '../../src/engine/authoring/authoring.ts'
import { externalNetworkParameter } from '../../src/heat/native-types.ts'

const { name, description } = externalNetworkParameter

/** `{get_param: external_network}`: Heat's AWS plug-ins look for the only external network themselves. */
export function externalNetwork(scope: TemplateScope): Node {
  const { parameter, isThere } = networkParameter(scope)
  if (!isThere) scope.declare({ name: parameter, type: 'String', description })
  return mapping([entry('get_param', string(parameter))], { style: 'flow' })
}

/** The callers of a nested template that cannot pass the parameter; none where it is there already. */
export function cannotPassNetwork(scope: TemplateScope): readonly string[] {
  const { parameter, isThere } = networkParameter(scope)
  return isThere ? [] : scope.cannotPass({ name: parameter, type: 'string', description })
}

function networkParameter({ root }: TemplateScope): {
  readonly parameter: string
  readonly isThere: boolean
} {
  const isOurs = stringOf(readValue(declarations(root).parameters.get(name), 'description')) === description
  return { parameter: isOurs ? name : freeName(root, name, []), isThere: isOurs }
}

import {
  type Call,
  freeName,
  hasFunction,
  inPlaceOf,
  itemsOf,
  list,
  type Mapping,
  mapOf,
  type Node,
  nameOf,
  rewriteTemplate,
  string,
  stringOf,
  type TemplateScope,
  withEntries,
  withKey,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { functionCall } from '../../../src/heat/calls.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { someNode } from '../../../src/heat/walk.ts'
import { dataKey } from '../../../src/text/document/data.ts'
import { isPlainCopy } from '../mappings.ts'

/** HOT selects from parameters and attributes only: a mapping that is written out becomes the default of a parameter. */
export const selectToLookup = rewriteTemplate(
  {
    title: 'Turn a choice by a parameter into a lookup',
    description:
      'Turns a mapping from which `Fn::Select` selects by a string parameter into a `json` parameter, and selects from that by a path of `get_param`.',
    references: ['heat/engine/cfn/functions.py: Select', 'heat/engine/hot/functions.py: GetParam.result'],
    safety: 'review',
    keeps: 'meaning of the chain',
    kinds: 'all',
    calls: ['Fn::Select'],
  },
  (scope) => {
    if (hasFunction(scope.target, 'Fn::Select')) return scope.root
    const names = new Map<string, string>()
    return scope.mapValues((node) => {
      const found = choiceIn(node, scope)
      return found === undefined ? node : lookup(found, names, scope)
    })
  },
)

interface Choice {
  readonly select: Call
  readonly index: Call
  /** The name of the parameter that chooses. */
  readonly by: string
  readonly table: Mapping
}

/** A selection that has one meaning as a path: by a string, from data whose keys are strings to JSON as well. */
function choiceIn(node: Node, scope: TemplateScope): Choice | undefined {
  const { template, declared, target } = scope
  const select = functionCall(node, template)
  if (select?.name !== 'Fn::Select') return undefined
  const [at, collection] = itemsOf(select.argument)
  const index = at === undefined ? undefined : functionCall(at, template)
  const table = mapOf(collection)
  if (index === undefined || table === undefined || collection?.kind === 'alias') return undefined
  const by = /^(?:Ref|get_param)$/.test(index.name) ? stringOf(index.argument) : undefined
  const parameter = declared.parameters.get(by ?? '')
  if (by === undefined || parameter === undefined || declaredType(parameter) !== 'string') return undefined
  return isPlainCopy(table, target) && hasTextKeys(table) ? { select, index, by, table } : undefined
}

/** A default goes through JSON, which makes strings of all keys. */
function hasTextKeys(table: Node): boolean {
  return !someNode(
    table,
    (node) => node.kind === 'map' && node.entries.some((one) => (nameOf(one) ?? '<<') === '<<'),
  )
}

/** @param names of the parameters, by the data that they hold */
function lookup(
  { select, index, by, table }: Choice,
  names: Map<string, string>,
  scope: TemplateScope,
): Node {
  const key = `${by} ${dataKey(table)}`
  const known = names.get(key)
  const name = known ?? newName(by, [...names.values()], scope.root)
  if (known === undefined) {
    names.set(key, name)
    const what = `the choice by "${by}" becomes the json parameter "${name}"`
    scope.report('mapping-parameter', select.node, what)
    const description = `Values to choose from by ${by}`
    scope.declare({ name, type: 'Json', description, default: table })
  }
  scope.change(select.node, `Look the choice by "${by}" up in the parameter "${name}"`)
  const path = list([inPlaceOf(string(name), index.node), index.node], {
    for: select.argument,
    style: 'flow',
  })
  return withEntries(select.node, [withValue(withKey(select.entry, 'get_param'), path)])
}

function newName(by: string, used: readonly string[], root: Mapping): string {
  const wanted = /[A-Z]/.test(by) ? `${by}Choices` : `${by}_choices`
  const variants = Array.from({ length: used.length + 1 }, (_, index) => `${wanted}_${index + 2}`)
  const [first = wanted, ...others] = [wanted, ...variants].filter((one) => !used.includes(one))
  return freeName(root, first, others)
}

/** The rows of classes mean the same to `check`, which reads nodes, as to evaluation and lowering, which have values. */

import { cfnDialectFacts, hotConditionFunctions, hotFunctions } from '../../src/heat/facts/facts.ts'
import { classRow, classRows } from '../../src/heat/functions/class-rows.ts'
import { type Form, misfit } from '../../src/heat/functions/forms.ts'
import { functionNames, functionRow } from '../../src/heat/functions/table.ts'
import { Float, isList, isMap, type Value } from '../../src/heat/values/value.ts'
import { latestVersion } from '../../src/heat/versions.ts'
import { ArgumentPart } from '../../src/meaning/functions/parts.ts'
import type { Node } from '../../src/text/document/node.ts'
import { parsed } from './parsed.ts'

const classes = new Set([
  ...[hotFunctions, hotConditionFunctions].flatMap((history) =>
    Object.values(history).flatMap((versions) => Object.values(versions)),
  ),
  ...Object.values(cfnDialectFacts).flatMap(({ functions }) => Object.values(functions)),
  ...functionNames.map((name) => functionRow(name)?.awsClass),
])

const parts = Object.keys(classRows).flatMap((name) =>
  Object.entries(classRow(name)).flatMap(([part, row]) =>
    'is' in row ? [[`${name} ${part}`, row] as const] : [],
  ),
)

const literals: readonly (readonly [yaml: string, value: Value])[] = [
  ['80', 80],
  ['1.5', new Float(1.5)],
  ['true', true],
  ['false', false],
  ['null', null],
  ['[]', []],
  ['[a]', ['a']],
  ['{}', new Map()],
  ['{a: b}', new Map([['a', 'b']])],
  ["''", ''],
  ['a=b', 'a=b'],
]

/** Whether the form looks at what a scalar says, and not at its type alone. */
function readsScalars(form: Form): boolean {
  if (typeof form === 'string') return form === 'nonempty' || form === 'port'
  return 'either' in form ? form.either.some(readsScalars) : 'matching' in form || 'oneOf' in form
}

it('there are rows for classes that compute a function, and for no others', () => {
  expect(Object.keys(classRows).filter((name) => !classes.has(name))).toEqual([])
})

it.each(parts)('%s: a literal and its value are judged alike', (_, row) => {
  const part = new ArgumentPart(row)
  const scope = { isFunction: () => false, version: latestVersion }
  const judged = readsScalars(row.is)
    ? literals.filter(([, value]) => isList(value) || isMap(value))
    : literals
  const differing = judged.filter(
    ([yaml, value]) => (misfit(parsed(yaml) as Node, row.is, scope) === undefined) !== part.accepts(value),
  )
  expect(differing.map(([yaml]) => yaml)).toEqual([])
})

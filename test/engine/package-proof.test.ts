/** What the proof of a module says beside its verdict. */

import { provePackage } from '../../src/engine/proof/package-proof.ts'
import { recognise } from '../../src/heat/kind.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { documentOf } from '../document/documents.ts'
import { packageIn } from '../stack/packages.ts'

/** The proof of `a/base.yaml`, of which one file gets another text. */
function proofOf(texts: Readonly<Record<string, string>>, path: string, from: string, to: string) {
  const before = packageIn(texts)
  const document = documentOf((texts[path] ?? '').replace(from, to))
  const file = before.files.get(path)
  if (file === undefined) throw new Error(`no ${path}`)
  const recognition = recognise(document.root, document.syntax)
  const after = before.withFile({ ...file, document, root: document.root as Mapping, recognition })
  const [proof] = provePackage(before, after, new Set([path]))
  const findings = [...(proof?.findings ?? [])].flatMap(([where, found]) =>
    found.map(({ code, severity, message }) => [where, code, severity, message] as const),
  )
  return { verdict: proof?.verdict, findings }
}

const base = `heat_template_version: 2013-05-23
parameters: {p: {type: string, default: x, hidden: true}}
resources:
  a: {type: child.yaml, properties: {n: 1}}
outputs:
  o: {value: {str_replace: {template: $v, params: {$v: {x: 1}}}}}
`
const child = `heat_template_version: 2013-05-23
parameters: {n: {type: number}}
outputs:
  c: {value: {str_replace: {template: $v, params: {$v: [1, 2]}}}}
`
const texts = { 'a/base.yaml': base, 'a/child.yaml': child }

describe('what Heat refuses of the original, and takes afterwards', () => {
  it('is a warning at its place, of the module', () => {
    expect(proofOf(texts, 'a/base.yaml', '2013-05-23', '2018-08-31')).toEqual({
      verdict: 'equal',
      findings: [['a/base.yaml', 'refused-before', 'warning', expect.stringContaining('outputs.o.value')]],
    })
  })

  it('is a warning at its place, of a nested template', () => {
    expect(proofOf(texts, 'a/child.yaml', '2013-05-23', '2018-08-31')).toEqual({
      verdict: 'equal',
      findings: [['a/child.yaml', 'refused-before', 'warning', expect.stringContaining('outputs.c.value')]],
    })
  })
})

it('shows no hidden value, and all others', () => {
  const shown = (from: string, to: string) =>
    proofOf(texts, 'a/base.yaml', from, to).findings.map(([, code, , message]) => [code, message])
  expect(shown('default: x', 'default: secret').flat().join()).not.toContain('secret')
  expect(shown('{n: 1}', '{n: 2}')).toEqual([
    ['meaning-differs', 'resources.a.properties.n: 1 would become 2 (all values)'],
  ])
})

it('has a code of its own where the proof would take too much', () => {
  let value = 'abc'
  for (let level = 0; level < 12; level += 1)
    value = `{str_replace: {template: xxxxxxxx, params: {x: ${value}}}}`
  const large = `heat_template_version: 2018-08-31\noutputs: {o: {value: [${value}, more]}}\n`
  const { verdict, findings } = proofOf({ 'a/base.yaml': large }, 'a/base.yaml', 'more', 'less')
  expect([verdict, ...findings.map(([, code, severity]) => [code, severity])]).toEqual([
    'unproved',
    ['proof-over-budget', 'error'],
  ])
})

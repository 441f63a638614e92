import { createProfileChecker } from '../../src/engine/packages/profile.ts'
import { remediation } from '../../transforms/onap/remediation.ts'

function template(id: string): string {
  return `heat_template_version: 2018-03-02
description: A lamp.
parameters:
  lamp_image_name: {type: string, description: Image.}
  lamp_flavor_name: {type: string, description: Flavor.}
resources:
  ${id}:
    type: OS::Nova::Server
    properties: {image: {get_param: lamp_image_name}, flavor: {get_param: lamp_flavor_name}}
`
}

/** What R-11690 says of servers of two modules. */
function said(first: string, second: string): readonly string[] {
  const engine = createProfileChecker(remediation, { isWanted: (one) => one === 'R-11690' })
  const inputs = Object.entries({ 'base_lamp.yaml': template(first), 'module_more.yaml': template(second) })
  const outcomes = engine.runTogether?.(inputs.map(([path, text]) => ({ path, bytes: Buffer.from(text) })))
  return (outcomes ?? []).flatMap(({ findings }) =>
    findings.map(({ message, help = '' }) => `${message}; ${/becomes "[^"]*"/.exec(help)?.[0]}`),
  )
}

test('the second of two is numbered anew', () => {
  expect(said('lamp_0', 'lamp_2')).toEqual([
    'index 2 of "lamp_2" without an index 1 in the VNF: indexes must start at 0 and have no gaps; becomes "lamp_1"',
  ])
})

test.each([1, 2])('lamp_%d does not get the number of lamp_server_0', (index) => {
  expect(said('lamp_server_0', `lamp_${index}`)).toEqual([
    `index ${index} of "lamp_${index}" without an index 0 in the VNF: indexes must start at 0 and have no gaps; undefined`,
  ])
})

test('each of two that begin at 0 is right', () => {
  expect(said('lamp_server_0', 'lamp_0')).toEqual([])
})

// What a letter costs that is typed in one of many resources, against a check of the whole template.

import { createChecker } from '../../src/engine/check.ts'
import { CheckMemory } from '../../src/engine/recheck.ts'
import type { Figure } from './figure.ts'
import { bestTimes } from './measure.ts'

const RESOURCES = 400

/** Of a keystroke: a twentieth of a check. */
const TARGET = 0.05

export function recheckFigure(): Figure {
  const memory = new CheckMemory()
  let size = 0
  const check = (remembered?: CheckMemory) => {
    size += 1
    const text = template(size)
    const around = { readFile: () => undefined, exists: () => true, besides: ['a.yaml'], environments: [] }
    const checker = createChecker(remembered === undefined ? around : { ...around, memory: remembered })
    checker.run({ path: 'a.yaml', bytes: new TextEncoder().encode(text), read: { text } })
  }
  const { whole, again } = bestTimes({ whole: () => check(), again: () => check(memory) })
  const ms = (time: number) => `${time.toFixed(2)} ms`
  return {
    name: `${RESOURCES} resources in the editor, a keystroke in one of them against a whole check`,
    value: again.warm / whole.warm,
    target: TARGET,
    unit: 'x',
    note: `${ms(again.warm)}, check ${ms(whole.warm)}, processor time`,
  }
}

/** Ports, volumes, and servers that have both; one volume is of a size that changes. */
function template(size: number): string {
  const groups = Array.from(
    { length: RESOURCES / 4 },
    (_, index) => `  port${index}:
    type: OS::Neutron::Port
    properties: {network: {get_param: network}, fixed_ips: [{ip_address: 10.0.0.${index + 4}}]}
  volume${index}:
    type: OS::Cinder::Volume
    properties: {size: ${index === 7 ? size : 10}}
  server${index}:
    type: OS::Nova::Server
    depends_on: volume${index}
    properties:
      name: server-${index}
      image: {get_param: image}
      flavor: {get_param: flavor}
      networks: [{port: {get_resource: port${index}}}]
      metadata: {role: web, rack: r1}
      user_data:
        str_replace:
          template: |
            #!/bin/bash
            echo $ip > /etc/motd
          params: {$ip: {get_attr: [port${index}, fixed_ips, 0, ip_address]}}
  attached${index}:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: server${index}}, volume_id: {get_resource: volume${index}}}
`,
  )
  const parameters = ['network', 'image', 'flavor'].map(
    (name) => `  ${name}: {type: string, default: small}\n`,
  )
  return `heat_template_version: 2018-08-31\nparameters:\n${parameters.join('')}resources:\n${groups.join('')}`
}

// Packages for ONAP: a vendor's, in which modules call nested files several times, and many small ones.

import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { usageOf } from './processes.ts'

const networks = ['oam', 'signal', 'data']

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

function declared(names: readonly string[], type: string): string {
  return names.map((name) => `  ${name}: {type: ${type}, description: ${name}}\n`).join('')
}

/** A module whose names are its author's, and the nested file that it calls. */
function writeModule(folder: string, word: string, calls: number): void {
  const plain = [`${word}_image`, `${word}_flavor`, 'zone', 'group', ...networks.map((one) => `${one}_net`)]
  const lists = [`${word}_titles`, ...networks.map((one) => `${word}_${one}_places`)]
  const call = (index: number) => `  ${word}_unit_${index}:
    type: unit-${word}.yaml
    properties:
      title: {get_param: [${word}_titles, ${index}]}
      image: {get_param: ${word}_image}
      flavor: {get_param: ${word}_flavor}
      zone: {get_param: zone}
      group: {get_param: group}
${networks.map((one) => `      ${one}_net: {get_param: ${one}_net}\n      ${one}_place: {get_param: [${word}_${one}_places, ${index}]}\n`).join('')}`
  const head = `heat_template_version: 2013-05-23\ndescription: ${word}\nparameters:\n`
  writeFileSync(
    join(folder, `hot-${word}.yaml`),
    `${head}${declared(plain, 'string')}${declared(lists, 'comma_delimited_list')}resources:\n${times(calls, call)}`,
  )
  const values = times(calls, (index) => `${index === 0 ? '' : ', '}v${index}`)
  const given = [...plain.map((one) => `  ${one}: v\n`), ...lists.map((one) => `  ${one}: [${values}]\n`)]
  writeFileSync(join(folder, `hot-${word}.env`), `parameters:\n${given.join('')}`)
  const taken = ['title', 'image', 'flavor', 'zone', 'group']
  const ports = networks.map(
    (one) => `  ${word}_${one}_port:
    type: OS::Neutron::Port
    properties:
      network: {get_param: ${one}_net}
      fixed_ips: [{ip_address: {get_param: ${one}_place}}]
      security_groups: [{get_param: group}]
`,
  )
  const used = networks.map((one) => `        - port: {get_resource: ${word}_${one}_port}\n`)
  writeFileSync(
    join(folder, `unit-${word}.yaml`),
    `${head}${declared([...taken, ...networks.flatMap((one) => [`${one}_net`, `${one}_place`])], 'string')}resources:
${ports.join('')}  ${word}_server:
    type: OS::Nova::Server
    properties:
      name: {get_param: title}
      image: {get_param: image}
      flavor: {get_param: flavor}
      availability_zone: {get_param: zone}
      networks:
${used.join('')}`,
  )
}

/** A package of so many modules, each of which calls its nested file so often. */
function vendorPackage(folder: string, modules: number, calls: number): string {
  const own = join(folder, `vendor-${modules}x${calls}`)
  mkdirSync(own, { recursive: true })
  for (let index = 0; index < modules; index += 1) writeModule(own, `kind${index}`, calls)
  return own
}

const sizes = [
  { modules: 4, calls: 4, target: 2000 },
  { modules: 2, calls: 8, target: 2000 },
  { modules: 8, calls: 16, target: 10_000 },
] as const

/** @param root of the project, whose packages need no repair */
export function onapFigures(hotshift: string, root: string, folder: string): readonly Figure[] {
  const cpu = (args: readonly string[]) => usageOf([hotshift, ...args, '--quiet'], folder).cpu
  const onap = ['--profile', 'onap']
  const vendors = sizes.flatMap(({ modules, calls, target }): readonly Figure[] => {
    const own = vendorPackage(folder, modules, calls)
    const note = `CPU; ${modules} modules that call a nested file ${calls} times each`
    return [
      {
        name: 'check --profile onap --repairs',
        value: cpu(['check', ...onap, '--repairs', own]),
        target,
        unit: 'ms',
        note,
      },
      {
        name: 'remediate --lossy',
        value: cpu(['remediate', ...onap, '--lossy', own]),
        target,
        unit: 'ms',
        note,
      },
      {
        name: 'check --profile onap',
        value: cpu(['check', ...onap, own]) / cpu(['check', own]),
        target: 3,
        unit: 'x',
        note: `of the plain check; ${note}`,
      },
    ]
  })
  return [...vendors, ...manyPackages(cpu, root, folder)]
}

const COPIES = 40

function manyPackages(
  cpu: (args: readonly string[]) => number,
  root: string,
  folder: string,
): readonly Figure[] {
  const all = join(folder, 'clean')
  const source = join(root, 'corpus/packages/onap-lighthouse')
  for (let index = 0; index < COPIES; index += 1) cpSync(source, join(all, `p${index}`), { recursive: true })
  const files = COPIES * readdirSync(source).length
  const note = `CPU; ${COPIES} packages that need no repair`
  const onap = ['--profile', 'onap', all]
  return [
    { name: 'remediate, per file', value: cpu(['remediate', ...onap]) / files, target: 15, unit: 'ms', note },
    {
      name: 'check --profile onap',
      value: cpu(['check', ...onap]) / cpu(['check', all]),
      target: 3,
      unit: 'x',
      note: `of the plain check; ${note}`,
    },
  ]
}

// Folders of very many small templates, 100 in each folder, as large organisations have them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a tree of templates is made of. */
export type Kind = 'hot' | 'cloudformation' | 'aws-in-hot' | 'packages'

const PER_FOLDER = 100
/** Files of an ONAP package: its modules, their environments and MANIFEST.json. */
const PER_PACKAGE = 10

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

function hot(index: number): string {
  const servers = times(
    6,
    (server) => `  # server ${server} of stack ${index}
  server_${server}:
    type: OS::Nova::Server
    properties:
      name:
        str_replace:
          template: web-$n-${index}
          params: {$n: {get_param: name}}
      image: {get_param: image}
      flavor: m1.small
      networks: [{network: {get_param: net}}]
`,
  )
  return `heat_template_version: ${index % 3 === 0 ? '2013-05-23' : '2015-10-15'}
description: stack ${index}
parameters:
  name: {type: string, default: n${index}}
  image:
    type: string
    description: the image
    default: cirros-${index % 7}
  net: {type: string, default: private}
resources:
${servers}outputs:
  address: {value: {get_attr: [server_0, first_address]}}
`
}

function cloudFormation(index: number): string {
  const server = {
    Type: 'AWS::EC2::Instance',
    Properties: {
      ImageId: { Ref: 'Image' },
      InstanceType: 'm1.small',
      KeyName: { Ref: 'Key' },
      UserData: {
        'Fn::Base64': { 'Fn::Join': ['', ['#!/bin/bash\n', 'echo ', { Ref: 'Name' }, ` ${index}\n`]] },
      },
    },
  }
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `stack ${index}`,
    Parameters: {
      Name: { Type: 'String', Default: `n${index}` },
      Image: { Type: 'String', Default: 'cirros' },
      Key: { Type: 'String' },
    },
    Mappings: { Sizes: { small: { name: `v${index}` } } },
    Resources: Object.fromEntries([0, 1, 2, 3].map((number) => [`Server${number}`, server])),
    Outputs: {
      Address: { Value: { 'Fn::GetAtt': ['Server0', 'PublicIp'] } },
      Size: { Value: { 'Fn::FindInMap': ['Sizes', 'small', 'name'] } },
    },
  }
  return `${JSON.stringify(template, null, 2)}\n`
}

function awsInHot(index: number): string {
  const volumes = times(
    8,
    (volume) => `  # volume ${volume} of stack ${index}
  volume_${volume}:
    type: AWS::EC2::Volume
    properties:
      Size: ${volume + 1}
      AvailabilityZone: {get_param: zone}
      Tags: [{Key: stack, Value: s${index}}]
`,
  )
  return `heat_template_version: 2016-10-14
description: stack ${index}
parameters:
  zone: {type: string, default: nova}
resources:
${volumes}outputs:
  volume: {value: {get_resource: volume_0}}
`
}

/** The files of an ONAP package with a base module and four others, by their names. */
function onapPackage(index: number): Readonly<Record<string, string>> {
  const modules = ['base', 'web', 'db', 'lb']
  const files: Record<string, string> = {}
  for (const [number, module] of modules.entries()) {
    const name = number === 0 ? 'base_vnf' : module
    files[`${name}.yaml`] = `heat_template_version: 2016-10-14
description: module ${module} of VNF ${index}
parameters:
  vnf_id: {type: string, description: the VNF}
  vf_module_id: {type: string, description: the module}
  vnf_name: {type: string, description: its name}
  ${module}_image_name: {type: string, description: the image}
  ${module}_flavor_name: {type: string, description: the flavor}
  ${module}_name_0: {type: string, description: the server}
resources:
  ${module}_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: ${module}_name_0}
      image: {get_param: ${module}_image_name}
      flavor: {get_param: ${module}_flavor_name}
      metadata: {vnf_id: {get_param: vnf_id}, vnf_name: {get_param: vnf_name}}
`
    files[`${name}.env`] = `parameters:
  vnf_name: vnf${index}
  ${module}_image_name: cirros
  ${module}_flavor_name: m1.small
  ${module}_name_0: ${module}-${index}
`
  }
  const artifacts = Object.keys(files).filter((name) => name.endsWith('.yaml'))
  const data = artifacts.map((file) => ({
    file,
    type: 'HEAT',
    isBase: file.startsWith('base'),
    data: [{ file: file.replace('.yaml', '.env'), type: 'HEAT_ENV' }],
  }))
  files['MANIFEST.json'] = `${JSON.stringify({ name: `vnf${index}`, version: '1.0', data }, null, 2)}\n`
  files['readme.txt'] = `VNF ${index}\n`
  return files
}

const single: Readonly<Record<Exclude<Kind, 'packages'>, { ext: string; of: (index: number) => string }>> = {
  hot: { ext: 'yaml', of: hot },
  cloudformation: { ext: 'template', of: cloudFormation },
  'aws-in-hot': { ext: 'yaml', of: awsInHot },
}

/** Writes `count` files below an existing folder. */
export function writeMany(folder: string, kind: Kind, count: number): void {
  if (kind === 'packages') {
    for (let index = 0; index * PER_PACKAGE < count; index++) {
      const own = join(folder, `group${Math.floor(index / 100)}`, `vnf${index}`)
      mkdirSync(own, { recursive: true })
      for (const [name, text] of Object.entries(onapPackage(index))) writeFileSync(join(own, name), text)
    }
    return
  }
  const { ext, of } = single[kind]
  for (let index = 0; index < count; index++) {
    const own = join(folder, `folder${String(Math.floor(index / PER_FOLDER)).padStart(4, '0')}`)
    if (index % PER_FOLDER === 0) mkdirSync(own)
    writeFileSync(join(own, `stack${String(index).padStart(6, '0')}.${ext}`), of(index))
  }
}

/** Templates and folders with so many of one thing, in the shapes in which things depend on one another. */

/** Files by their names: `old.yaml` in HOT and `old.template` in CloudFormation, and `new.yaml` with every resource changed. */
export type Shape = (count: number) => Readonly<Record<string, string>>

const times = (count: number, part: (index: number) => string, separator = '') =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator)

interface Parts {
  /** The value of a resource by its number, for one of both versions. */
  readonly value: (index: number, version: 'old' | 'new') => string
  readonly parameters?: string
  readonly outputs?: string
  /** What stands behind `Mappings`, and the value of a resource, in JSON. */
  readonly mappings?: unknown
  readonly cfnValue: (index: number) => unknown
  readonly cfnOutput?: unknown
  readonly name?: (index: number) => string
}

function templates(count: number, parts: Parts): Readonly<Record<string, string>> {
  const { name = (index) => `r${index}` } = parts
  const hot = (version: 'old' | 'new') =>
    [
      'heat_template_version: 2016-10-14\n',
      parts.parameters === undefined ? '' : `parameters:\n${parts.parameters}`,
      'resources:\n',
      times(
        count,
        (index) =>
          `  ${name(index)}:\n    type: OS::Heat::Value\n    properties: {value: ${parts.value(index, version)}}\n`,
      ),
      parts.outputs === undefined ? '' : `outputs:\n  all: {value: ${parts.outputs}}\n`,
    ].join('')
  const wait = (index: number) => ({
    Type: 'AWS::EC2::Instance',
    Properties: { ImageId: 'image', InstanceType: 'm1.small', UserData: parts.cfnValue(index) },
  })
  const cfn = {
    AWSTemplateFormatVersion: '2010-09-09',
    ...(parts.mappings === undefined ? {} : { Mappings: parts.mappings }),
    Resources: Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), wait(index)])),
    ...(parts.cfnOutput === undefined ? {} : { Outputs: { All: { Value: parts.cfnOutput } } }),
  }
  return { 'old.yaml': hot('old'), 'new.yaml': hot('new'), 'old.template': JSON.stringify(cfn, undefined, 1) }
}

const attribute = (name: string) => `{get_attr: [${name}, value]}`

export const shapes: Readonly<Record<string, Shape>> = {
  'one that joins many': (count) =>
    templates(count, {
      value: (index, version) => `${version}-${index}`,
      outputs: `{list_join: [',', [${times(count, (index) => attribute(`r${index}`), ', ')}]]}`,
      cfnValue: (index) => `value-${index}`,
      cfnOutput: {
        'Fn::Join': [
          ',',
          Array.from({ length: count }, (_, index) => ({ 'Fn::GetAtt': [`r${index}`, 'PublicIp'] })),
        ],
      },
    }),
  'many that use one': (count) =>
    templates(count, {
      value: (index, version) => (index === 0 ? version : attribute('r0')),
      cfnValue: (index) => (index === 0 ? 'value' : { 'Fn::GetAtt': ['r0', 'PublicIp'] }),
    }),
  'a chain': (count) =>
    templates(count, {
      value: (index, version) => (index === 0 ? version : attribute(`r${index - 1}`)),
      cfnValue: (index) => (index === 0 ? 'value' : { 'Fn::GetAtt': [`r${index - 1}`, 'PublicIp'] }),
    }),
  'one large mapping': (count) =>
    templates(count, {
      parameters: `  map:\n    type: json\n    default: {${times(count, (index) => `k${index}: v${index}`, ', ')}}\n`,
      value: (index, version) => `[{get_param: [map, k${index}]}, ${version}]`,
      mappings: {
        Map: {
          all: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`])),
        },
      },
      cfnValue: (index) => ({ 'Fn::FindInMap': ['Map', 'all', `k${index}`] }),
    }),
  'names that are alike': (count) =>
    templates(count, {
      name: (index) => `the_same_long_name_of_a_resource_${index}`,
      parameters: times(
        count,
        (index) => `  the_same_long_name_of_a_parameter_${index}: {type: string, default: a}\n`,
      ),
      // Half of the references lead nowhere, so that the nearest name is looked for.
      value: (index, version) =>
        `[{get_param: the_same_long_name_of_a_parameter_${index}${index % 2 === 0 ? '' : 'x'}}, ${version}]`,
      cfnValue: (index) => ({
        'Fn::GetAtt': [`the_same_long_name_of_a_resource_${(index + 1) % count}`, 'PublicIp'],
      }),
    }),
  'one large folder': (count) =>
    Object.assign(
      {},
      ...Array.from({ length: count }, (_, index) => ({
        [`t${index}.yaml`]: `heat_template_version: 2016-10-14\nparameters:\n  p: {type: string, default: d${index}}\nresources:\n  r${index}: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`,
      })),
    ),
}

/** Command lines by name; what they are about depends on the shape. */
export const commands: Readonly<Record<string, (isFolder: boolean) => readonly string[] | undefined>> = {
  check: (isFolder) => ['check', '--quiet', isFolder ? '.' : 'old.yaml'],
  'check --profile': (isFolder) => ['check', '--profile', 'onap', '--quiet', isFolder ? '.' : 'old.yaml'],
  upgrade: (isFolder) => ['upgrade', '--to', '2018-08-31', '--quiet', isFolder ? '.' : 'old.yaml'],
  migrate: (isFolder) => (isFolder ? undefined : ['migrate', '--quiet', 'old.template']),
  'extract-defaults': (isFolder) => ['extract-defaults', '--quiet', isFolder ? '.' : 'old.yaml'],
  remediate: (isFolder) => [
    'remediate',
    '--profile',
    'onap',
    '--lossy',
    '--quiet',
    isFolder ? '.' : 'old.yaml',
  ],
  rename: (isFolder) =>
    isFolder ? ['rename', '--rename', 'p=q', '.'] : ['rename', '--rename', 'r0=first', 'old.yaml'],
  verify: (isFolder) => (isFolder ? undefined : ['verify', 'old.yaml', 'new.yaml']),
  diff: (isFolder) => (isFolder ? undefined : ['diff', 'old.yaml', 'new.yaml']),
}

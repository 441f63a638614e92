/** Packages of some layers, and edits of a parameter through all of them, as people make them by hand. */

/** What a server at the bottom is made of, by its properties. */
export type Server = Readonly<Record<string, unknown>>

export interface Layout {
  readonly what: string
  /** `t.yaml` is the template that stacks are created from, `leaf.yaml` the one with the server. */
  readonly files: Readonly<Record<string, string>>
  /** How many servers there are. */
  readonly count: number
}

const version = 'heat_template_version: 2018-08-31\n'

const leaf = `${version}
parameters:
  # Which one
  size:
    type: string
    default: small
  zone: {type: string}

resources:
  server:
    type: OS::Nova::Server
    properties:
      image: cirros  # the smallest
      flavor: {get_param: size}
      networks:
        - network: private
`

/** @param resources the text of the section */
function main(resources: string): string {
  return `${version}
parameters:
  picture: {type: string, default: debian}
  zone: {type: string, default: nova}

resources:
${resources}`
}

const plain = `  one:
    type: leaf.yaml
    properties:
      zone: {get_param: zone}
`
const group = (type: string) => `  all:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: ${type}
        properties:
          zone: {get_param: zone}
`

export const layouts: readonly Layout[] = [
  { what: 'a nested template', files: { 't.yaml': main(plain), 'leaf.yaml': leaf }, count: 1 },
  {
    what: 'three layers',
    files: {
      't.yaml': main(plain.replace('leaf.yaml', 'middle.yaml')),
      'middle.yaml': `${version}\nparameters:\n  zone: {type: string}\n\nresources:\n${plain}`,
      'leaf.yaml': leaf,
    },
    count: 1,
  },
  { what: 'a group', files: { 't.yaml': main(group('leaf.yaml')), 'leaf.yaml': leaf }, count: 2 },
  {
    what: 'an autoscaling group',
    files: {
      't.yaml': main(`  all:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 3
      desired_capacity: 2
      resource:
        type: leaf.yaml
        properties: {zone: {get_param: zone}}
`),
      'leaf.yaml': leaf,
    },
    count: 2,
  },
  {
    what: 'a chain',
    files: {
      't.yaml': main(`  all:
    type: OS::Heat::ResourceChain
    properties:
      resources: [leaf.yaml, leaf.yaml]
      resource_properties:
        zone: {get_param: zone}
`),
      'leaf.yaml': leaf,
    },
    count: 2,
  },
  {
    what: 'a type of a registry',
    files: {
      't.yaml': main(plain.replace('leaf.yaml', 'My::Server')),
      't.env': 'resource_registry:\n  My::Server: leaf.yaml\n',
      'leaf.yaml': leaf,
    },
    count: 1,
  },
  {
    what: 'a group of a type of a registry',
    files: {
      't.yaml': main(group('My::Server')),
      't.env': 'resource_registry:\n  My::Server: leaf.yaml\n',
      'leaf.yaml': leaf,
    },
    count: 2,
  },
  {
    what: 'two callers, one in braces',
    files: {
      't.yaml': main(`${plain}  two: {type: leaf.yaml, properties: {zone: here}}\n`),
      'leaf.yaml': leaf,
    },
    count: 2,
  },
  {
    what: 'a group in the middle',
    files: {
      't.yaml': main(plain.replace('leaf.yaml', 'middle.yaml')),
      'middle.yaml': `${version}\nparameters:\n  zone: {type: string}\n\nresources:\n${group('leaf.yaml')}`,
      'leaf.yaml': leaf,
    },
    count: 2,
  },
  {
    what: 'callers of several depths',
    files: {
      't.yaml': main(`${plain}${plain.replace('one:', 'deep:').replace('leaf.yaml', 'middle.yaml')}`),
      'middle.yaml': `${version}\nparameters:\n  zone: {type: string}\n\nresources:\n${group('leaf.yaml')}`,
      'leaf.yaml': leaf,
    },
    count: 3,
  },
]

/** What nothing but its environment calls: the types of a chain are a list of that. */
export const listed: Layout = {
  what: 'types in a list of the environment',
  files: {
    't.yaml': `${version}
parameters:
  types: {type: comma_delimited_list}

resources:
  all:
    type: OS::Heat::ResourceChain
    properties:
      resources: {get_param: types}
      resource_properties:
        zone: nova
`,
    't.env': `resource_registry:
  My::Server: leaf.yaml
  My::Other: other.yaml
parameter_defaults:
  types: [My::Server, My::Other, My::Server]
`,
    'leaf.yaml': leaf,
    'other.yaml': leaf,
  },
  count: 3,
}

export interface LayerEdit {
  readonly what: string
  readonly command: readonly string[]
  /** What a person would expect of each server then, whatever the layout; see `before`. */
  readonly server: Server
  /** Values with which a stack is created then, and what servers are made of. */
  readonly given?: { readonly parameters: Readonly<Record<string, string>>; readonly server: Server }
  /** A word that no file has then. */
  readonly gone?: string
}

/** What each server is made of as the layouts stand. */
export const before: Server = { image: 'cirros', flavor: 'small', networks: [{ network: 'private' }] }

export const layerEdits: readonly LayerEdit[] = [
  {
    what: 'a new parameter from the environment to the property',
    command: ['add', 'key_name', '--used-by', 'server.key_name', '--value', 'ours'],
    server: { ...before, key_name: 'ours' },
  },
  {
    what: 'a fixed value that becomes a parameter',
    command: ['add', 'network', '--used-by', 'server.networks.0.network'],
    server: before,
    given: { parameters: { network: 'public' }, server: { ...before, networks: [{ network: 'public' }] } },
  },
  {
    what: 'a parameter of the top that nested templates get, too',
    command: ['pass', 'picture', '--to', 'leaf.yaml', '--used-by', 'server.image'],
    server: { ...before, image: 'debian' },
    given: { parameters: { picture: 'fedora' }, server: { ...before, image: 'fedora' } },
  },
  {
    what: 'a parameter that nothing needs any longer',
    command: ['remove', 'zone'],
    server: before,
    gone: 'zone',
  },
  {
    what: 'a default of a nested template that goes',
    command: ['drop-default', 'size'],
    // Who creates the stack has to say it.
    server: {},
    given: { parameters: { size: 'large' }, server: { ...before, flavor: 'large' } },
  },
]

import { completionsAt } from '../../src/apps/editor/complete.ts'
import { declaredElsewhere } from '../../src/apps/editor/elsewhere.ts'
import { hoverAt } from '../../src/apps/editor/hover.ts'
import { mentionAt, mentionsIn, samePart } from '../../src/apps/editor/mentions.ts'
import { foldsOf, outlineOf } from '../../src/apps/editor/outline.ts'
import { alone, type Neighbour, type Surroundings } from '../../src/apps/editor/surroundings.ts'
import { readTolerantly } from '../../src/apps/editor/tolerant.ts'
import { latestVersion } from '../../src/heat/versions.ts'
import { mapOf } from '../../src/text/document/read.ts'

/** A text with `|` where the cursor stands. */
function cursorIn(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('|')
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset }
}

const head = `heat_template_version: 2018-08-31
parameters:
  size: {type: string, default: large}
  secret: {type: string, hidden: true, default: hunter2}
conditions:
  is_large: {equals: [{get_param: size}, large]}
resources:
  web:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: size}
`

describe('completion', () => {
  const labels = (marked: string) => {
    const { text, offset } = cursorIn(marked)
    return completionsAt(text, offset, { ...alone, files: () => ['boot.sh'] })
  }
  const names = (marked: string) => labels(marked).items.map(({ label }) => label)

  it.each([
    ['a parameter', `${head}      image: {get_param: |}\n`, 'size', 'web'],
    ['a parameter in a list', `${head}      image: {get_param: [|]}\n`, 'secret', 'web'],
    ['a parameter in an open brace', `${head}      image: {get_param: |\n`, 'size', 'web'],
    ['a pseudo parameter', `${head}      image: {get_param: OS|}\n`, 'OS::stack_id', 'web'],
    ['a resource', `${head}      image: {get_resource: |}\n`, 'web', 'size'],
    ['an attribute', `${head}      image: {get_attr: [web, |]}\n`, 'addresses', 'flavor'],
    ['a condition', `${head}      image: {if: [|, a, b]}\n`, 'is_large', 'size'],
    ['a file', `${head}      user_data: {get_file: |}\n`, 'boot.sh', 'web'],
    ['a property', `${head}      im|\n`, 'image', 'flavor'],
    ['a property before anything is typed', `${head}      |\n`, 'image', 'flavor'],
    ['a nested property', `${head}      networks:\n        - fi|\n`, 'fixed_ip', 'image'],
    ['an enumerated value', `${head}      diskConfig: x\n      user_data_format: |\n`, 'RAW', 'web'],
    ['a boolean', `${head}      config_drive: |\n`, 'true', 'web'],
    ['a function', `${head}      image: {st|}\n`, 'str_split', 'equals'],
    ['a type', `${head}  db:\n    type: OS::Neu|\n`, 'OS::Neutron::Port', 'web'],
    ['a key of a resource', `${head}  db:\n    ty|\n`, 'type', 'web'],
    ['a resource to wait for', `${head}  db:\n    type: OS::Heat::None\n    depends_on: |\n`, 'web', 'db'],
    [
      'a resource to wait for in a list',
      `${head}  db:\n    type: OS::Heat::None\n    depends_on: [|]\n`,
      'web',
      'db',
    ],
    ['a section', `${head}out|\n`, 'outputs', 'resources'],
    ['a key of an output', `${head}outputs:\n  one:\n    va|\n`, 'value', 'type'],
    [
      'a parameter type',
      'heat_template_version: 2018-08-31\nparameters:\n  a:\n    type: |\n',
      'json',
      'web',
    ],
    [
      'a key of a parameter',
      'heat_template_version: 2018-08-31\nparameters:\n  a:\n    con|\n',
      'constraints',
      'type_of',
    ],
    ['a version', 'heat_template_version: |\n', '2018-08-31', 'rocky-1'],
    [
      'a named constraint',
      'heat_template_version: 2018-08-31\nparameters:\n  a:\n    type: string\n    constraints:\n      - custom_constraint: |\n',
      'nova.flavor',
      'nova',
    ],
  ])('offers %s', (_, marked, offered, not) => {
    expect(names(marked)).toContain(offered)
    expect(names(marked)).not.toContain(not)
  })

  it.each([
    ['of a resource', `${head}  db:\n    |\n`, ['type', 'properties', 'description']],
    ['of an output', `${head}outputs:\n  o:\n    |\n`, ['description', 'value']],
    ['of parameter types', head.replace('type: string, default', 'type: |, default'), ['string', 'boolean']],
  ])('offers first what is usual: words %s', (_, marked, first) => {
    const { items } = labels(marked)
    const inOrder = [...items].sort((one, other) => one.rank - other.rank).map(({ label }) => label)
    expect(inOrder.slice(0, first.length)).toEqual(first)
  })

  it.each([
    ['the parameter of the name of the property', 'flavor: {get_param: |}', 'flavor'],
    ['a parameter with its constraint', 'key_name: {get_param: |}', 'login'],
    ['a resource of the type of its constraint', 'networks: [{network: {get_resource: |}}]', 'net'],
    ['the same in a list', 'networks:\n        - port: {get_resource: |}', 'nic'],
  ])('offers first what fits: %s', (_, property, expected) => {
    const parts = head
      .replace(
        'parameters:',
        'parameters:\n  flavor: {type: string}\n  login: {type: string, constraints: [{custom_constraint: nova.keypair}]}',
      )
      .replace('  web:', '  net: {type: OS::Neutron::Net}\n  nic: {type: OS::Neutron::Port}\n  web:')
    const { items } = labels(parts.replace('flavor: {get_param: size}', property))
    expect(items.flatMap(({ label, rank }) => (rank === 0 ? [label] : []))).toEqual([expected])
    expect(items.length).toBeGreaterThan(1)
  })

  it.each([
    ['an output', `${head}outputs:\n  o:\n    value: |\n`, 'get_attr', 'equals'],
    ['a condition', head.replace('is_large:', 'is_small: |\n  is_large:'), 'equals', 'get_attr'],
  ])('offers functions in braces as the value of %s', (_, marked, offered, not) => {
    const { items } = labels(marked)
    const names = items.map(({ label }) => label)
    expect(names).toContain(offered)
    expect(names).not.toContain(not)
    expect(items.find(({ label }) => label === offered)?.insert).toBe(`{${offered}: }`)
  })

  it('offers functions of the declared version only', () => {
    const at = (version: string) =>
      names(
        `heat_template_version: ${version}\nresources:\n  a:\n    type: OS::Heat::Value\n    properties:\n      value: {|}\n`,
      )
    expect(at('2013-05-23')).not.toContain('str_split')
    expect(at('2015-10-15')).toContain('str_split')
  })

  it.each([
    ['a key', `${head}  db:\n    type:|\n`, 'OS::Neutron::Port', ' OS::Neutron::Port'],
    ['a function', `${head}      image: {get_param:|}\n`, 'size', ' size'],
    ['a function in a list', `${head}      networks: [{network: {get_param:|`, 'size', ' size'],
  ])('offers right behind the colon of %s what is its value, with the blank', (_, marked, label, written) => {
    const { items, start } = labels(marked)
    expect(start).toBe(marked.indexOf('|'))
    expect(items.find((one) => one.label === label)?.insert).toBe(written)
  })

  it('takes the colons of a type for its own', () => {
    const marked = `${head}  db:\n    type: OS:|\n`
    expect(labels(marked).start).toBe(marked.indexOf('OS:|'))
    const { items } = labels(marked)
    const rankOf = (name: string) => items.find(({ label }) => label === name)?.rank ?? -1
    expect(rankOf('OS::Neutron::Port')).toBeLessThan(rankOf('AWS::EC2::Instance'))
  })

  it('takes the place of the whole word, colons included', () => {
    const marked = `${head}  db:\n    type: OS::Neu|\n`
    expect(labels(marked).start).toBe(marked.indexOf('OS::Neu|'))
  })

  it('offers nothing where nobody knows what may stand', () => {
    expect(names(`${head}description: |\n`)).toEqual([])
    // Only functions may stand anywhere.
    expect(new Set(labels(`${head}      metadata: {a: |}\n`).items.map(({ kind }) => kind))).toEqual(
      new Set(['function']),
    )
    expect(names('just a text |')).toEqual([])
    expect(names('|')).toContain('heat_template_version')
  })

  it('knows its place while another line is broken', () => {
    expect(names(`${head}      im|\n  db:\n    type: 'OS::Heat::None\n`)).toEqual([])
    expect(names(`${head}      image: {get_param: |}\n      }\n`)).toContain('size')
  })
})

/** A template that serves as a type, and one that an environment is for. */
function neighbour(path: string, text: string): Neighbour {
  const root = readTolerantly(text).root
  if (root === undefined) throw new Error(`${path} cannot be read`)
  return { path, text, root }
}

const disk = neighbour(
  'disk.yaml',
  `heat_template_version: 2018-08-31
description: One disk
parameters:
  size:
    type: number
    description: In GB
    constraints: [{range: {min: 1}}]
  kind: {type: string, default: fast, constraints: [{allowed_values: [fast, slow]}]}
resources: {}
outputs:
  path: {description: Where it is found, value: x}
`,
)
const beside: Surroundings = {
  ...alone,
  type: (type) =>
    type === 'disk.yaml' || type === 'Our::Disk' ? { is: 'template', template: disk } : { is: 'class', type },
  stack: (name) => (name === 'disk.yaml' ? disk : undefined),
  templates: () => [disk],
  files: (folder) => (folder === undefined ? ['disk.yaml', 'boot.sh', 'nodes/'] : [`${folder}web.yaml`]),
}

describe('completion by the kind of file', () => {
  const names = (marked: string) => {
    const { text, offset } = cursorIn(marked)
    return completionsAt(text, offset, beside).items.map(({ label }) => label)
  }
  const nested = `${head}  db:\n    type: disk.yaml\n    properties:\n      |\n`
  const group = (definition: string) =>
    `${head}  all:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n        ${definition}\n`

  const apart = (passed: string) =>
    `${head}  apart:\n    type: OS::Heat::Stack\n    properties:\n      template: {get_file: disk.yaml}\n      parameters:\n        ${passed}\n`
  const chain = (types: string, passed: string) =>
    `${head}  chain:\n    type: OS::Heat::ResourceChain\n    properties:\n      resources: [${types}]\n      resource_properties: ${passed}\n`

  it.each([
    ['parameters of a nested template', nested, ['size', 'kind']],
    ['and values that they allow', nested.replace('|', 'kind: |'), ['fast', 'slow', 'get_param'], 'some'],
    [
      'its outputs',
      `${nested.replace('|', 'size: 1')}outputs: {o: {value: {get_attr: [db, |]}}}\n`,
      ['path'],
    ],
    ['keys of the members of a group', group('|'), ['type', 'properties', 'metadata']],
    ['types of members', group('type: OS::Neutron::Po|'), ['OS::Neutron::Port', 'disk.yaml'], 'some'],
    ['properties of members', group('type: disk.yaml\n        properties: {|}'), ['size', 'kind']],
    [
      'properties of members that are of Heat',
      group('type: OS::Cinder::Volume\n        properties:\n          si|'),
      ['size'],
      'some',
    ],
    [
      'arguments in lines of their own',
      `${head}      image:\n        get_attr:\n          - web\n          - |\n`,
      ['addresses'],
      'some',
    ],
    [
      'a name in a line of its own',
      `${head}      image:\n        get_param:\n          |\n`,
      ['size'],
      'some',
    ],
    ['the keys of a function', `${head}      image: {str_replace: {|}}\n`, ['template', 'params']],
    [
      'limits of a constraint',
      head.replace('default: large', 'constraints: [{length: {min: 1, |}}]'),
      ['max'],
    ],
    [
      'what is said of a constraint',
      head.replace('default: large', 'constraints: [{length: {min: 1}, |}]'),
      ['description'],
    ],
    [
      'the default of a parameter',
      head.replace('default: large', 'default: |, constraints: [{allowed_values: [large, small]}]'),
      ['large', 'small'],
    ],
    ['what a stack passes on', apart('|'), ['size', 'kind'], 'some'],
    ['values that it allows', apart('kind: |'), ['fast', 'slow'], 'some'],
    [
      'the outputs of a stack',
      `${apart('size: 1')}outputs: {o: {value: {get_attr: [apart, outputs, |]}}}\n`,
      ['path'],
    ],
    ['the types of a chain', chain('|', '{}'), ['OS::Neutron::Port', 'disk.yaml', 'nodes/'], 'some'],
    [
      'what a chain passes on',
      chain('disk.yaml, OS::Cinder::Volume', '{|}'),
      ['kind', 'volume_type'],
      'some',
    ],
    [
      'attributes of all members',
      `${group('type: disk.yaml')}outputs: {o: {value: {get_attr: [all, |]}}}\n`,
      ['path', 'refs', 'attributes'],
      'some',
    ],
    [
      'attributes of members by their names',
      `${group('type: disk.yaml')}outputs: {o: {value: {get_attr: [all, attributes, |]}}}\n`,
      ['path'],
    ],
    ['files of another folder', `${head}  db:\n    type: nodes/|\n`, ['nodes/web.yaml'], 'some'],
    [
      'an update policy',
      `${group('type: disk.yaml')}    update_policy: {|}\n`,
      ['batch_create', 'rolling_update'],
    ],
    ['sections of an environment', 'parameter_defaults: {}\n|', ['parameters', 'resource_registry'], 'some'],
    ['parameters in one', 'parameters:\n  |', ['size', 'kind']],
    ['values in one', 'parameters:\n  kind: |', ['fast', 'slow']],
    ['templates in one', 'resource_registry:\n  A::B: |', ['disk.yaml', 'nodes/']],
    [
      'ways to merge',
      'parameters: {size: 1}\nparameter_merge_strategies:\n  size: |',
      ['overwrite', 'merge', 'deep_merge'],
    ],
  ])('offers %s', (_, marked, expected, how = 'all') => {
    const found = names(marked)
    if (how === 'all') expect(found).toEqual(expected)
    else expect(found).toEqual(expect.arrayContaining(expected as string[]))
  })

  it.each([
    ['in a resource of a group', group('type: |'), 'get_param'],
    ['among properties', nested, 'get_param'],
    ['in an environment', 'parameters:\n  kind: |', 'get_param'],
    ['in a parameter', 'heat_template_version: 2018-08-31\nparameters:\n  a:\n    |', 'get_param'],
    ['a section of templates in an environment', 'parameter_defaults: {}\n|', 'heat_template_version'],
  ])('offers no function and no word of another kind of file %s', (_, marked, not) => {
    expect(names(marked)).not.toContain(not)
  })

  const cfn = `HeatTemplateFormatVersion: '2012-12-12'
Parameters:
  Key: {Type: String}
Resources:
  Web:
    Type: AWS::EC2::Instance
    Properties:
      KeyName: {Ref: Key}
`
  it.each([
    ['sections', `${cfn}|`, 'Outputs', 'outputs'],
    ['keys of a resource', cfn.replace('    Properties', '    |\n    Properties'), 'DependsOn', 'depends_on'],
    ['types', cfn.replace('AWS::EC2::Instance', '|'), 'AWS::EC2::Instance', 'get_param'],
    ['what Ref names', cfn.replace('Ref: Key', 'Ref: |'), 'AWS::StackName', 'OS::stack_name'],
    ['functions', `${cfn}      ImageId: {|}\n`, 'Fn::Join', 'list_join'],
    ['types of parameters', cfn.replace('Type: String', 'Type: |'), 'CommaDelimitedList', 'json'],
    ['attributes', `${cfn}Outputs: {A: {Value: {'Fn::GetAtt': [Web, |]}}}\n`, 'PublicIp', 'KeyName'],
  ])('offers the words of CloudFormation: %s', (_, marked, offered, not) => {
    const found = names(marked)
    expect(found).toContain(offered)
    expect(found).not.toContain(not)
  })

  it('writes nothing behind a word in quotes', () => {
    const { text, offset } = cursorIn(`${head}  db:\n    type: "OS::Neutron::Po|"\n`)
    const { items } = completionsAt(text, offset, beside)
    expect(items.length).toBeGreaterThan(100)
    expect(items.filter((one) => one.snippet !== undefined || one.insert !== undefined)).toEqual([])
    const json = cursorIn('{"heat_template_version": "2018-08-31", "resources": {"a": {"ty|": 1}}}')
    const [type] = completionsAt(json.text, json.offset, beside).items.filter(({ label }) => label === 'type')
    expect(type?.insert).toBeUndefined()
  })
})

describe('what another file declares', () => {
  const elsewhere = (marked: string) => {
    const { text, offset } = cursorIn(marked)
    const { root } = readTolerantly(text)
    const found = root === undefined ? [] : declaredElsewhere(root, offset, beside)
    return found.map(({ template, range }) =>
      range === undefined ? template.path : `${template.path} ${template.text.slice(range.start, range.end)}`,
    )
  }
  const markdown = (marked: string) => {
    const { text, offset } = cursorIn(marked)
    const { root } = readTolerantly(text)
    return root === undefined ? undefined : hoverAt(root, offset, beside)?.markdown
  }
  const nested = `${head}  db:\n    type: disk.yaml\n    properties: {size: 1}\noutputs: {o: {value: {get_attr: [db, path]}}}\n`

  it.each([
    ['a nested template', nested.replace('disk.yaml', 'disk.|yaml'), ['disk.yaml']],
    ['its parameter', nested.replace('{size', '{si|ze'), ['disk.yaml size']],
    ['its output', nested.replace(', path', ', pa|th'), ['disk.yaml path']],
    ['what an environment gives a value', 'parameters:\n  ki|nd: slow\n', ['disk.yaml kind']],
    ['what a registry names', 'resource_registry:\n  Our::Di|sk: disk.yaml\n', ['disk.yaml']],
    ['a property of Heat', head.replace('flavor', 'fla|vor'), []],
  ])('is found: %s', (_, marked, expected) => {
    expect(elsewhere(marked)).toEqual(expected)
  })

  it('is described', () => {
    expect(markdown(nested.replace('disk.yaml', 'disk.|yaml'))).toBe(
      '**disk.yaml** (nested template)\n\nOne disk\n\nRequired: `size`\n\nWith a default: `kind`\n\nAttributes: `path`',
    )
    expect(markdown(nested.replace('{size', '{si|ze'))).toBe(
      '**size**: number; required; at least 1; parameter of disk.yaml\n\nIn GB',
    )
    expect(markdown(nested.replace(', path', ', pa|th'))).toBe(
      '**path**: output of disk.yaml\n\nWhere it is found',
    )
    const group = `${head}  all:\n    type: OS::Heat::ResourceGroup\n    properties: {resource_def: {type: disk.yaml}}\n`
    expect(markdown(`${group}outputs: {o: {value: {get_attr: [all, pa|th]}}}\n`)).toBe(
      '**path**: of each member; output of disk.yaml\n\nWhere it is found',
    )
    const apart = `${head}  apart:\n    type: OS::Heat::Stack\n    properties: {template: {get_file: disk.yaml}, parameters: {kind: slow}}\n`
    expect(markdown(apart.replace('{kind', '{ki|nd'))).toContain('parameter of disk.yaml')
    expect(markdown(apart.replace('disk.yaml', 'disk.|yaml'))).toContain('**disk.yaml** (nested template)')
    expect(markdown('parameters:\n  ki|nd: slow\n')).toContain(
      '**kind** (parameter) of disk.yaml\n\ntype: `string`',
    )
    expect(markdown(head.replace('is_large:', 'is_la|rge:'))).toBe(
      '**is_large** (condition)\n\n`{"equals":[{"get_param":"size"},"large"]}`',
    )
  })
})

describe('hover', () => {
  const markdown = (marked: string) => {
    const { text, offset } = cursorIn(marked)
    const { root } = readTolerantly(text)
    const valuesOf = (name: string) => (name === 'size' ? [{ path: 'a.env', value: 'small' }] : [])
    return root === undefined ? undefined : hoverAt(root, offset, { ...alone, valuesOf })?.markdown
  }

  it('says of a parameter what it is, and which value it has', () => {
    expect(markdown(head.replace('get_param: size}\n', 'get_param: si|ze}\n'))).toBe(
      '**size** (parameter)\n\ntype: `string`\n\ndefault: `large`\n\nValue: `small` in a.env',
    )
  })

  it('says of a parameter what its author says, and its constraints in words', () => {
    const text = head.replace(
      'default: large',
      'default: "", description: How *big*, constraints: [{length: {max: 9}}, {custom_constraint: nova.flavor}]',
    )
    expect(markdown(text.replace('size:', 'si|ze:'))).toBe(
      [
        '**size** (parameter)',
        'How \\*big\\*',
        'type: `string`',
        'default: `""`',
        'constraints: length at most 9; `nova.flavor`',
        'Value: `small` in a.env',
      ].join('\n\n'),
    )
  })

  it('says of an output what it is', () => {
    const text = `${head}outputs:\n  addr|ess: {description: Where, value: {get_attr: [web, name]}}\n`
    expect(markdown(text)).toBe('**address** (output)\n\nWhere\n\nValue: `{"get_attr":["web","name"]}`')
  })

  it('says nothing of versions of HOT in a template of CloudFormation', () => {
    const cfn =
      "HeatTemplateFormatVersion: '2012-12-12'\nResources: {A: {Type: B, Properties: {C: {Re|f: D}}}}\n"
    expect(markdown(cfn)).toBe(
      '**Ref** (function)\n\nIt takes the name of a parameter or resource, as a literal string.',
    )
    expect(markdown(head.replace('{get_param: size}\n', '{Re|f: size}\n'))).toContain(
      'HOT has it in 2013-05-23 alone.',
    )
  })

  it('says of a function what it gives with the values of environments and defaults', () => {
    const text = (call: string) => `${head}outputs: {o: {value: ${call}}}\n`
    const value = (call: string) => /\n\n(Value:.*)$/s.exec(markdown(text(call)) ?? '')?.[1]
    expect(value('{li|st_join: ["-", [a, {get_param: size}]]}')).toBe('Value: `a-small`')
    expect(value('{list_join: ["-", [a, {get_|param: size}]]}')).toBe('Value: `small`')
    expect(value('{str_split: [",", "a,b"]}'.replace('_s', '_|s'))).toBe(
      'Value:\n````\n[\n  "a",\n  "b"\n]\n````',
    )
    expect(value('{list_|join: ["-", [a, {get_attr: [web, name]}]]}')).toBe('Value: `a-<get_attr web.name>`')
    // Only the cloud knows it, nobody may see it, Heat rejects it.
    expect(value('{get_|attr: [web, name]}')).toBeUndefined()
    expect(markdown(text('{list_|join: ["", [{get_param: secret}]]}'))).not.toContain('hunter2')
    expect(value('{list_|join: ["-", {a: b}]}')).toBeUndefined()
  })

  it('shows no hidden value', () => {
    expect(markdown(head.replace('secret:', 'sec|ret:'))).not.toContain('hunter2')
  })

  it('shows no hidden value of another template, as a property or in an environment', () => {
    const caller =
      'heat_template_version: 2018-08-31\nresources:\n  n:\n    type: nested.yaml\n    properties:\n'
    const hidden = [head, head.replace('hidden', 'NoEcho'), head.replace('hidden: true', 'hidden: "1"')]
    for (const text of hidden) {
      const root = readTolerantly(text).root!
      const template: Neighbour = { path: 'nested.yaml', root, text }
      const around: Surroundings = {
        ...alone,
        type: () => ({ is: 'template', template }),
        templates: () => [template],
      }
      for (const marked of [
        `${caller}      sec|ret: x\n`,
        'parameters: {sec|ret: x}\n',
        'parameter_defaults: {sec|ret: x}\n',
      ]) {
        const cursor = cursorIn(marked)
        const read = readTolerantly(cursor.text).root
        const hover = JSON.stringify(read === undefined ? '' : hoverAt(read, cursor.offset, around))
        expect(hover).toContain('secret')
        expect(hover).not.toContain('hunter2')
      }
      for (const marked of [
        `${caller}      se|\n`,
        'parameters: {se|}\n',
        'parameter_defaults: {se|}\n',
        'parameters: {secret: |}\n',
      ]) {
        const cursor = cursorIn(marked)
        expect(JSON.stringify(completionsAt(cursor.text, cursor.offset, around))).not.toContain('hunter2')
      }
    }
  })

  it('says of a type what it requires, of a property what an update does, of a function who has it', () => {
    expect(markdown(head.replace('OS::Nova', 'OS::No|va'))).toContain('Required: `flavor`')
    expect(markdown(head.replace('flavor:', 'fla|vor:'))).toContain('an update changes it in place')
    expect(markdown(head.replace('equals', 'equ|als'))).toContain('Conditions may use it from 2016-10-14.')
    expect(markdown(head.replace('2018-08-31', '2018-|08-31'))).toBe(
      `**2018-08-31** (rocky)\n\nThe newest is ${latestVersion}.`,
    )
  })

  it('has the words of Heat for types, properties, keys of them, and attributes', () => {
    const output = (call: string) => `${head}outputs: {o: {value: {get_attr: ${call}}}}\n`
    expect(markdown(head.replace('OS::Nova', 'OS::No|va'))).toContain(
      '**OS::Nova::Server** (resource type)\n\nA resource for managing Nova instances.\n\nA Server resource manages',
    )
    expect(markdown(head.replace('flavor:', 'fla|vor:'))).toContain(
      'The ID or name of the flavor to boot onto.',
    )
    expect(markdown(`${head}      networks: [{po|rt: p}]\n`)).toBe(
      '**port**: string; `neutron.port`\n\nID of an existing port to associate with this server.',
    )
    expect(markdown(output('[web, console_|urls]'))).toContain(
      '**console_urls**: map; supported since 2015.1; attribute of OS::Nova::Server\n\nURLs of server',
    )
    // What is no literal is no markup either.
    expect(markdown(output('[web, addre|sses]'))).toContain(
      '`{get_attr: [<server>, addresses, <network name_or_id>',
    )
    expect(markdown(output('[web, netw|orks]'))).toContain('"public": \\[ip1, ip2...\\]')
    expect(markdown(output('[web, no|thing]'))).toBeUndefined()
  })

  it('shows of a long text its first paragraphs, and no example', () => {
    const trunk = markdown(head.replace('OS::Nova::Server', 'OS::Neutron::Tr|unk')) ?? ''
    expect(trunk).toContain('A resource for managing Neutron trunks.')
    expect(trunk).not.toContain('openstack extension show')
  })

  it('says nothing of what it does not know', () => {
    expect(markdown(`${head}      metadata: {kno|wn: 1}\n`)).toBeUndefined()
  })
})

describe('names', () => {
  const text = `${head}    condition: is_large
    depends_on: disk
  disk:
    type: disk.yaml
    condition: {not: is_large}
outputs:
  at: {value: {get_attr: [web, first_address]}}
`
  const all = mentionsIn(mapOf(readTolerantly(text).root) ?? (undefined as never))
  const named = (kind: string) => all.flatMap((one) => (one.kind === kind ? [`${one.is} ${one.name}`] : []))

  it.each([
    ['parameter', ['declaration size', 'declaration secret', 'reference size', 'reference size']],
    ['resource', ['declaration web', 'reference disk', 'declaration disk', 'reference web']],
    ['condition', ['declaration is_large', 'reference is_large', 'reference is_large']],
    ['file', ['reference disk.yaml']],
    ['output', ['declaration at']],
  ])('are found: %s', (kind, expected) => expect(named(kind)).toEqual(expected))

  it('stand where they are found', () => {
    for (const { name, range } of all) expect(text.slice(range.start, range.end)).toBe(name)
  })

  it('belong together', () => {
    const at = mentionAt(all, text.indexOf('web, first'))
    expect(at === undefined ? [] : samePart(all, at).map(({ is }) => is)).toEqual([
      'declaration',
      'reference',
    ])
  })
})

describe('the outline', () => {
  const { root } = readTolerantly(head)

  it('has the sections with their parts', () => {
    const shown =
      root === undefined
        ? []
        : outlineOf(root).map(({ name, children }) => [name, children.map((one) => [one.name, one.detail])])
    expect(shown).toEqual([
      ['heat_template_version', []],
      [
        'parameters',
        [
          ['size', 'string'],
          ['secret', 'string'],
        ],
      ],
      ['conditions', [['is_large', undefined]]],
      ['resources', [['web', 'OS::Nova::Server']]],
    ])
  })

  it('folds what goes over several lines', () => {
    const folded =
      root === undefined
        ? []
        : foldsOf(root, head).map(({ start }) => head.slice(start, head.indexOf(':', start)))
    expect(folded).toEqual(['parameters', 'conditions', 'resources', 'web', 'properties'])
  })

  it('folds the items of lists', () => {
    const text = `${head}      networks:\n        - port: a\n          tag: b\n        - port: c\n`
    const { root: other } = readTolerantly(text)
    const folded =
      other === undefined ? [] : foldsOf(other, text).map(({ start, end }) => text.slice(start, end))
    expect(folded).toContain('port: a\n          tag: b')
    expect(folded).not.toContain('port: c')
  })
})

// Small files that were made to take for ever, or all memory.

const HOT = 'heat_template_version: 2018-08-31\n'
const CFN = "HeatTemplateFormatVersion: '2012-12-12'\n"

/** @type {(count: number, make: (index: number) => string) => string} */
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('')

/** @type {(levels: number, width: number) => string} */
const bomb = (levels, width) =>
  `x0: &x0 {a: 1}\n${times(levels, (n) => `x${n + 1}: &x${n + 1} [${Array.from({ length: width }, () => `*x${n}`).join(', ')}]\n`)}`

/** @type {(text: string, by: number) => string} */
const indented = (text, by) => text.replace(/^(?=.)/gm, ' '.repeat(by))

const BOMB = bomb(10, 10)

/** @type {(properties: string) => string} */
const value = (properties) => `  r:\n    type: OS::Heat::Value\n    properties:\n${properties}`

/** Templates that each use one of the next level ten times, every other time with a value for its parameter. */
/** @type {(levels: number, first: string, name: (level: number) => string) => Record<string, string>} */
const fanOut = (levels, first, name) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      level === 0 ? first : name(level),
      `${HOT}parameters: {p: {type: string, default: x}}\nresources:\n${times(10, (n) => `  r${n}: {type: ${level === levels - 1 ? 'OS::Heat::None' : name(level + 1)}${n % 2 === 0 || level === levels - 1 ? '' : ', properties: {p: {get_param: p}}'}}\n`)}`,
    ]),
  )

/** @type {(count: number) => Record<string, string>} */
const parametersOf = (count) => ({
  'a.yaml': `heat_template_version: 2013-05-23\nparameters:\n${times(count, (n) => `  parameter_${n}: {type: string, default: value}\n`)}resources:\n${times(count, (n) => `  resource_${n}: {type: OS::Heat::Value, properties: {value: {get_param: parameter_${n}}}}\n`)}`,
  'a.env': `parameters:\n${times(count, (n) => `  parameter_${n}: other\n`)}`,
})

/** Parameters and conditions whose decision has as many paths as anything can have. @type {(dialect: 'hot' | 'cfn') => string} */
const exclusive = (dialect) => {
  const [parameters, conditions, type, ref, equals, not, and, or] =
    dialect === 'hot'
      ? ['parameters', 'conditions', 'type: string, default', 'get_param', 'equals', 'not', 'and', 'or']
      : [
          'Parameters',
          'Conditions',
          'Type: String, Default',
          'Ref',
          'Fn::Equals',
          'Fn::Not',
          'Fn::And',
          'Fn::Or',
        ]
  const inverse = (/** @type {string} */ one) => `{'${not}': ${dialect === 'hot' ? one : `[${one}]`}}`
  const question = (/** @type {number} */ n) => `{'${equals}': [{${ref}: p${n}}, a]}`
  const either = (/** @type {number} */ n) =>
    `{'${or}': [{'${and}': [c${n - 1}, ${inverse(question(n))}]}, {'${and}': [${inverse(`c${n - 1}`)}, ${question(n)}]}]}`
  return `${parameters}:\n${times(40, (n) => `  p${n}: {${type}: a}\n`)}${conditions}:\n${times(40, (n) => `  c${n}: ${n === 0 ? question(0) : either(n)}\n`)}`
}

/** A module of a VNF, with names that ONAP's rules have something to say about. */
/** @type {(count: number) => Record<string, string>} */
const moduleOf = (count) => ({
  'base.yaml': `${HOT}parameters:\n${times(count, (n) => `  web_srv_name_${n}: {type: string}\n  Flavor-${n}: {type: string}\n`)}resources:\n${times(count, (n) => `  srv ${n}:\n    type: OS::Nova::Server\n    properties: {name: {get_param: web_srv_name_${n}}, image: literal, flavor: {get_param: Flavor-${n}}}\n`)}`,
  'base.env': `parameters:\n${times(count, (n) => `  web_srv_name_${n}: n${n}\n  Flavor-${n}: small\n`)}`,
})

/** @type {(count: number) => Record<string, string>} */
const unresolved = (count) => ({
  'base_a.yaml': `${HOT}parameters:\n${times(count, (n) => `  known_name_${n}: {type: string}\n`)}resources:\n${value(`      value:\n${times(count, (n) => `        - {get_param: unknown_name_${n}}\n        - {get_resource: unknown_resource_${n}}\n        - {get_attr: [unknown_resource_${n}, a]}\n`)}`)}`,
})

/** Files by name; a name that ends in `|` is a pipe that nobody writes to. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const HOSTILE_INPUTS = {
  'nothing special': { 'a.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n` },
  'alias bomb, 10 levels, in a default': {
    'a.yaml': `${HOT}parameters:\n  p:\n    type: json\n    default:\n${indented(BOMB, 6)}`,
  },
  'alias bomb, 10 levels, in properties': {
    'a.yaml': `${HOT}resources:\n${value(`      value:\n${indented(BOMB, 8)}`)}`,
  },
  'alias bomb, 10 levels, CloudFormation': {
    'a.yaml': `${CFN}Resources:\n  r:\n    Type: OS::Heat::Value\n    Properties:\n      value:\n${indented(BOMB, 8)}`,
  },
  'alias bomb, 10 levels, in an environment': {
    'base.yaml': `${HOT}parameters:\n  p: {type: json, default: {}}\nresources:\n${value('      value: {get_param: p}\n')}`,
    'base.env': `parameters:\n  p:\n${indented(BOMB, 4)}`,
  },
  'alias bomb, 10 levels, in a server of a VNF': {
    'base.yaml': `${HOT}parameters:\n  image: {type: string, default: x}\nresources:\n  srv_0:\n    type: OS::Nova::Server\n    properties:\n      image: {get_param: image}\n      metadata:\n${indented(BOMB, 8)}`,
  },
  'alias bomb, 10 levels, in AWS properties': {
    'a.yaml': `${CFN}Resources:\n  r:\n    Type: AWS::EC2::Instance\n    Properties:\n      ImageId: x\n      InstanceType: y\n      Tags:\n${indented(BOMB, 8)}      UserData: {'Fn::Base64': *x10}\n`,
  },
  'alias bomb of parameters, 10 levels': {
    'a.yaml': `${HOT}parameters:\n${indented(BOMB, 2)}resources: *x10\n`,
  },
  'alias bomb of keys, 10 levels': {
    'a.yaml': `${HOT}resources:\n${value(`      value:\n        x0: &x0 [a]\n${times(10, (n) => `        ? &x${n + 1} [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}]\n        : 1\n`)}`)}`,
  },
  'alias bomb of functions, 10 levels': {
    'a.yaml': `${HOT}resources:\n${value(`      value:\n        x0: &x0 {get_param: OS::stack_name}\n${times(10, (n) => `        x${n + 1}: &x${n + 1} {list_join: ['', [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}]]}\n`)}`)}`,
  },
  'alias bomb of functions, CloudFormation': {
    'a.yaml': `${CFN}Resources:\n  r:\n    Type: OS::Heat::Value\n    Properties:\n      value:\n        x0: &x0 {Ref: AWS::StackName}\n${times(10, (n) => `        x${n + 1}: &x${n + 1} {'Fn::Join': ['', [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}]]}\n`)}`,
  },
  'alias bomb of conditions, 10 levels': {
    'a.yaml': `${HOT}conditions:\n  x0: &x0 {equals: [a, b]}\n${times(10, (n) => `  x${n + 1}: &x${n + 1} {or: [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}]}\n`)}resources: {r: {type: OS::Heat::None, condition: x10}}\n`,
  },
  'merge keys, 10 levels': {
    'a.yaml': `${HOT}resources:\n${value(`      x0: &x0 {a: 1}\n${times(10, (n) => `      x${n + 1}: &x${n + 1} {<<: [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}], b${n}: 1}\n`)}`)}`,
  },
  'an alias of itself': { 'a.yaml': `${HOT}resources: &r {r: {type: OS::Heat::None, properties: *r}}\n` },
  'nested templates, 10 calls on each of 8 levels': fanOut(8, 'l0.yaml', (level) => `l${level}.yaml`),
  'nested templates of a VNF, 10 calls on each of 8 levels': fanOut(
    8,
    'base.yaml',
    (level) => `nested_${level}.yaml`,
  ),
  '2,000 parameters': parametersOf(2000),
  '5,000 parameters': parametersOf(5000),
  '10,000 parameters': parametersOf(10_000),
  '5,000 parameters, CloudFormation': {
    'a.yaml': `${CFN}Parameters:\n${times(5000, (n) => `  parameter_${n}: {Type: String, Default: v}\n`)}Resources:\n${times(5000, (n) => `  r${n}: {Type: OS::Heat::Value, Properties: {value: {Ref: parameter_${n}}}}\n`)}`,
  },
  '5,000 defaults that a nested template takes': {
    'a.yaml': `${HOT}parameters:\n${times(5000, (n) => `  p${n}: {type: string, default: v}\n`)}resources:\n  n:\n    type: nested.yaml\n    properties:\n${times(5000, (n) => `      p${n}: {get_param: p${n}}\n`)}`,
    'nested.yaml': `${HOT}parameters:\n${times(5000, (n) => `  p${n}: {type: string, default: w}\n`)}`,
  },
  'a VNF with 1,000 servers': moduleOf(1000),
  'a VNF with 2,500 servers': moduleOf(2500),
  '2,000 names that nobody declares': unresolved(2000),
  '10,000 names that nobody declares': unresolved(10_000),
  '4,000 unknown types and properties': {
    'base.yaml': `${HOT}resources:\n${times(2000, (n) => `  r${n}: {type: OS::Nova::Servr${n}}\n  s${n}: {type: OS::Nova::Server, properties: {flavr${n}: x}}\n`)}`,
  },
  '4,000 types that nobody knows, CloudFormation': {
    'a.yaml': `${CFN}Resources:\n${times(4000, (n) => `  r${n}: {Type: AWS::EC2::Instanc${n}}\n`)}`,
  },
  '5,000 AWS instances': {
    'a.yaml': `${CFN}Resources:\n${times(5000, (n) => `  r${n}: {Type: AWS::EC2::Instance, Properties: {ImageId: i, InstanceType: t}}\n`)}`,
  },
  '3,000 resources in a chain': {
    'a.yaml': `${HOT}resources:\n${times(3000, (n) => `  r${n}: {type: OS::Heat::Value, properties: {value: ${n === 0 ? 1 : `{get_attr: [r${n - 1}, value]}`}}}\n`)}`,
  },
  '40 conditions, each the exclusive or of the one before and another question': {
    'a.yaml': `heat_template_version: 2016-10-14\n${exclusive('hot')}outputs: {o: {value: {if: [c39, x, y]}}}\n`,
    'a.template': `AWSTemplateFormatVersion: '2010-09-09'\n${exclusive('cfn')}Outputs:\n  o: {Value: {'Fn::Join': [',', {'Fn::If': [c39, [a], [b, {'Fn::If': [c38, c, d]}]]}]}}\n`,
  },
  '3,000 conditions in a chain': {
    'a.yaml': `${HOT}conditions:\n${times(3000, (n) => `  c${n}: ${n === 0 ? '{equals: [a, b]}' : `{not: c${n - 1}}`}\n`)}resources: {r: {type: OS::Heat::None, condition: c2999}}\n`,
  },
  '20 conditions, each of which asks twice for the one before': {
    'a.yaml': `${HOT}conditions:\n${times(40, (n) => `  c${n}: ${n === 0 ? '{equals: [{get_param: OS::stack_name}, b]}' : `{or: [c${n - 1}, {not: c${n - 1}}]}`}\n`)}resources: {r: {type: OS::Heat::None, condition: c39}}\n`,
  },
  'an ignore file that is a pipe': {
    '.gitignore|': '',
    'a.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n`,
  },
  'a template that is a pipe': { 'a.yaml|': '', 'b.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n` },
  '10,000 brackets': { 'a.yaml': `${HOT}resources: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n` },
  'a word of 200,000 characters in a template that cannot be read': {
    'a.yaml': `${HOT}description: [${'a'.repeat(200_000)}\n`,
    'b.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n`,
  },
  '200,000 characters in one line': { 'a.yaml': `${HOT}description: ${'a$b{c}'.repeat(33_333)}\n` },
  '2,000 placeholders in one text': {
    'a.yaml': `${HOT}resources:\n${value(`      value:\n        str_replace:\n          template: ${times(2000, (n) => `$p${n}_ `)}\n          params:\n${times(2000, (n) => `            $p${n}_: v${n}\n`)}`)}`,
  },
  '400 placeholders that begin with one another': {
    'a.yaml': `${HOT}resources:\n${value(`      value:\n        str_replace:\n          template: ${'a'.repeat(40_000)}\n          params:\n${times(400, (n) => `            ${'a'.repeat(n + 1)}: b\n`)}`)}`,
  },
  '2,000 pieces in one Fn::Join': {
    'a.json': `{"HeatTemplateFormatVersion": "2012-12-12", "Parameters": {"P": {"Type": "String"}}, "Resources": {"R": {"Type": "OS::Heat::Value", "Properties": {"value": {"Fn::Join": ["", [${times(2000, (n) => `"text $ ${n}\\n", {"Ref": "P"}, `)}""]]}}}}}\n`,
  },
  '2,000 names in one Fn::Sub': {
    'a.yaml': `AWSTemplateFormatVersion: '2010-09-09'\nParameters: {P: {Type: String}}\nResources:\n  r:\n    Type: AWS::EC2::Instance\n    Properties: {UserData: {'Fn::Base64': {'Fn::Sub': "${times(2000, (n) => `\${P} \${unknown${n}} `)}"}}}\n`,
  },
  'a group of a thousand million': {
    'a.yaml': `${HOT}resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: 1000000000, resource_def: {type: OS::Heat::None}}}\noutputs: {o: {value: {get_attr: [g, refs]}}}\n`,
  },
  'a loop over 50 x 50 x 50 x 50 items': {
    'a.yaml': `${HOT}resources:\n${value(`      value:\n        repeat:\n          template: [a, b, c, d]\n          for_each:\n${['a', 'b', 'c', 'd'].map((name) => `            ${name}: [${times(50, (n) => `${n}, `)}]\n`).join('')}`)}`,
  },
  'a pattern that backtracks': {
    'a.yaml': `${HOT}parameters:\n  p: {type: string, default: ${'a'.repeat(40)}!, constraints: [{allowed_pattern: '^(a+)+$'}]}\n`,
  },
  '2,000 comments': {
    'a.yaml': `${CFN}${times(2000, (n) => `# ${n}\n\n`)}Parameters:\n${times(2000, (n) => `  # of ${n}\n  P${n}: {Type: String} # behind\n`)}`,
  },
  '3,000 keys of one name': { 'a.yaml': `${HOT}parameters:\n${times(3000, () => '  p: {type: string}\n')}` },
  'one megabyte of one key': { 'base.yaml': `${HOT}resources: {}\n${times(200_000, () => 'p: 1\n')}` },
  'one megabyte of keys that nobody reads': {
    'base.yaml': `${HOT}resources: {}\n${times(95_000, (n) => `a${n}: 1\n`)}`,
  },
  'one megabyte of parameters that are none': {
    'base.yaml': `${HOT}parameters:\n${times(80_000, (n) => `  a${n}: 1\n`)}resources: {}\n`,
  },
  '60,000 functions that nobody knows': {
    'base.yaml': `${HOT}resources:\n${value(`      value: [${times(60_000, () => '{Ref: a},')}]\n`)}`,
  },
  'Fn::Sub with 100,000 names that do not end': {
    'a.yaml': `AWSTemplateFormatVersion: '2010-09-09'\nResources: {r: {Type: AWS::EC2::Instance, Properties: {ImageId: !Sub "${'${a'.repeat(100_000)}"}}}\n`,
  },
  '100,000 brackets': {
    'a.yaml': `${HOT}resources: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
    'b.json': `{"Resources": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  },
  'a key of 10 MB': { 'a.yaml': `${HOT}resources: {"${'k'.repeat(10_000_000)}": {type: OS::Heat::None}}\n` },
  'numbers of a million digits': {
    'a.yaml': `${HOT}parameters: {p: {type: number, default: ${'9'.repeat(1_000_000)}}, q: {type: number, default: 0x${'f'.repeat(1_000_000)}}, r: {type: number, default: ${'1:'.repeat(300_000)}10}}\nresources: {r: {type: OS::Heat::Value, properties: {value: 1.${'7'.repeat(1_000_000)}e5}}}\n`,
  },
  '40,000 tags': {
    'a.yaml': `${HOT}resources:\n${value(`      value: [${times(20_000, (n) => `!a${n} b, !!python/object:os.system x, `)}]\n`)}`,
  },
  '500 files that name one another': Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      `t${n}.yaml`,
      `${HOT}parameters: {p: {type: string, default: x}}\nresources: {r: {type: t${(n + 1) % 500}.yaml}, s: {type: t${(n * 7) % 500}.yaml}}\n`,
    ]),
  ),
  '500 files in a circle': Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      n === 0 ? 'base.yaml' : `nested_${n}.yaml`,
      `${HOT}parameters: {p: {type: string, default: x}}\nresources: {r: {type: ${n === 499 ? 'base' : `nested_${n + 1}`}.yaml, properties: {p: {get_param: p}}}}\n`,
    ]),
  ),
  '500 files in a row': Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      n === 0 ? 'base.yaml' : `nested_${n}.yaml`,
      `${HOT}parameters: {p: {type: string, default: x}}\nresources: {r: {type: ${n === 499 ? 'OS::Heat::None' : `nested_${n + 1}.yaml, properties: {p: {get_param: p}}`}}}\n`,
    ]),
  ),
  '500 modules of one VNF': Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      n === 0 ? 'base.yaml' : `module_${n}.yaml`,
      `${HOT}parameters: {vnf_name: {type: string, default: x}}\nresources: {r: {type: nested.yaml, properties: {p: {get_param: vnf_name}}}}\n`,
    ]).concat([
      [
        'nested.yaml',
        `${HOT}parameters: {p: {type: string, default: x}}\nresources: {r: {type: OS::Heat::None}}\n`,
      ],
    ]),
  ),
}

import { extract, template } from './deploy.ts'

const caller = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: inner.yaml}\n'

function stays(files: Readonly<Record<string, string>>): readonly string[] {
  const { changed, findings } = extract(files)
  expect(changed).toEqual({})
  return findings
}

describe('a list that a call passes on', () => {
  it.each(["['a,b', c]", "['']", "[' a']", "['b ']", '[[a], b]'])('stays: %s', (list) => {
    const inner = template(`  p: {type: comma_delimited_list, default: ${list}}`)
    expect(stays({ 'base.yaml': caller, 'inner.yaml': inner })).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: it is a list, whose items Heat joins with commas, so the caller "r" in base.yaml would pass another list',
    ])
  })

  it.each(['[a, b]', '[1, yes]', '[]', "'a,b'"])('goes when it is the same: %s', (list) => {
    const inner = template(`  p: {type: comma_delimited_list, default: ${list}}`)
    expect(extract({ 'base.yaml': caller, 'inner.yaml': inner }).changed['base.env']).toBe(
      `parameters:\n  p: ${list}\n`,
    )
  })

  it('goes when every call passes another one', () => {
    const inner = template("  p: {type: comma_delimited_list, default: ['']}")
    const passing = caller.replace('}', ', properties: {p: x}}')
    expect(extract({ 'base.yaml': passing, 'inner.yaml': inner }).changed).toEqual({
      'inner.yaml': template('  p: {type: comma_delimited_list}'),
    })
  })
})

describe('a value that Heat refuses for its type', () => {
  it.each([
    ['number', '0o14', 'is not a number'],
    ['boolean', "''", 'is not a boolean'],
    ['comma_delimited_list', '1', 'is neither a string nor a list'],
    ['json', 'x', 'is a string that is not JSON'],
  ])('is not passed on: %s', (type, value, problem) => {
    const inner = template(`  p: {type: ${type}, default: ${value}}`)
    expect(stays({ 'base.yaml': caller, 'inner.yaml': inner })).toEqual([
      `inner.yaml:3:3 default-kept the default of "p" is kept: it ${problem}, so that Heat rejects it`,
    ])
  })
})

describe('json that a call passes on', () => {
  it.each(['5', "'5'", "'null'", 'true'])('stays when it is neither a mapping nor a list: %s', (value) => {
    const inner = template(`  p: {type: json, default: ${value}}`)
    expect(stays({ 'base.yaml': caller, 'inner.yaml': inner })).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: it is neither a mapping nor a list, the only values that the caller "r" in base.yaml can pass',
    ])
  })

  it.each(['{a: 1}', '[1]', '\'{"a": 1}\'', "'[1]'", "''"])('goes else: %s', (value) => {
    const inner = template(`  p: {type: json, default: ${value}}`)
    expect(extract({ 'base.yaml': caller, 'inner.yaml': inner }).changed['base.env']).toBe(
      `parameters:\n  p: ${value}\n`,
    )
  })
})

describe('a value that is inherited', () => {
  const inner = template('  p: {type: comma_delimited_list, default: a}')

  it('has to survive being passed on, as the default has to', () => {
    const env = (list: string) => `parameter_defaults: {p: ${list}}\n`
    expect(stays({ 'base.yaml': caller, 'base.env': env("['a,b']"), 'inner.yaml': inner })).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: the value in parameter_defaults is a list, whose items Heat joins with commas, so the caller "r" in base.yaml would pass another list',
    ])
    expect(
      Object.keys(extract({ 'base.yaml': caller, 'base.env': env('[a, b]'), 'inner.yaml': inner }).changed),
    ).toEqual(['base.yaml', 'inner.yaml'])
  })
})

describe('a default that Heat refuses', () => {
  it('does not keep others of the package where they are', () => {
    const inner = template('  p: {type: number, default: x}', '  q: {type: number, default: 1}')
    const { changed } = extract({ 'base.yaml': caller, 'inner.yaml': inner })
    expect(changed['inner.yaml']).toBe(template('  p: {type: number, default: x}', '  q: {type: number}'))
  })
})

describe('a template that one names which cannot be read', () => {
  const broken = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: My::Inner\n'

  it('is not a module whose default could go to an environment beside it', () => {
    const inner = template('  p: {type: string, default: x}')
    const files = { 'base.yaml': broken.replace('My::Inner', 'lib/inner.yaml'), 'lib/inner.yaml': inner }
    expect(stays(files)).toContain(
      'lib/inner.yaml:3:3 default-kept the default of "p" is kept: base.yaml names this template but cannot be read: this "{" is never closed',
    )
  })

  it('keeps its default too when it is named by way of a registry', () => {
    const files = {
      'base.yaml': broken,
      'other.env': 'resource_registry: {"My::Inner": inner.yaml}\n',
      'other.yaml': caller,
      'inner.yaml': template('  p: {type: string, default: x}'),
    }
    expect(stays(files)).toContain(
      'inner.yaml:3:3 default-kept the default of "p" is kept: base.yaml names this template but cannot be read: this "{" is never closed',
    )
  })

  it('is a module when only a longer name ends with its name', () => {
    const files = {
      'base.yaml': broken.replace('My::Inner', 'my-inner.yaml'),
      'inner.yaml': template('  p: {type: string, default: x}'),
    }
    expect(extract(files).changed['inner.env']).toBe('parameters:\n  p: x\n')
  })
})

describe('a caller that is nested itself', () => {
  it('passes a parameter with the same default, which no call gives another value', () => {
    const files = {
      'base.yaml': caller.replace('inner', 'middle'),
      'middle.yaml': template('  p: {type: number, default: 10}', 'resources: {r: {type: inner.yaml}}'),
      'inner.yaml': template('  p: {type: number, default: 10}'),
    }
    const { changed, findings } = extract(files)
    expect(changed).toEqual({
      'base.yaml':
        'heat_template_version: 2016-10-14\nparameters:\n  p: {type: number}\nresources:\n  r: {type: middle.yaml, properties: {p: {get_param: p}}}\n',
      'base.env': 'parameters:\n  p: 10\n',
      'middle.yaml': template(
        '  p: {type: number}',
        'resources: {r: {type: inner.yaml, properties: {p: {get_param: p}}}}',
      ),
      'inner.yaml': template('  p: {type: number}'),
    })
    expect(findings).toEqual([
      'middle.yaml:3:3 default-shared "p" is now passed to inner.yaml, whose default was the same; a new value for it reaches that template too',
    ])
  })
})

describe('a call', () => {
  const inner = template('  p: {type: string, default: x}')
  const calling = (resource: string) => `heat_template_version: 2016-10-14\nresources:\n  r: ${resource}\n`

  it('in a group of groups passes it too', () => {
    const group = (member: string) =>
      `{type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: ${member}}}`
    const of = (member: string) =>
      calling(
        `{type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: ${member}}}`,
      )
    const { changed } = extract({ 'base.yaml': of(group('{type: inner.yaml}')), 'inner.yaml': inner })
    expect(changed['base.yaml']).toBe(
      of(group('{type: inner.yaml, properties: {p: {get_param: p}}}')).replace(
        'resources:',
        'parameters:\n  p: {type: string}\nresources:',
      ),
    )
  })

  it('whose properties a function gives keeps the default', () => {
    const base = calling('{type: inner.yaml, properties: {get_param: all}}')
    expect(
      stays({
        'base.yaml': base.replace('resources', 'parameters: {all: {type: json}}\nresources'),
        'inner.yaml': inner,
      }),
    ).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: nothing can be added to the caller "r" in base.yaml, because its properties are shared or not a mapping',
    ])
  })

  it('of a name that an environment gives to another type is not certain', () => {
    const files = {
      'base.yaml': calling('{type: inner.yaml}'),
      'base.env': 'resource_registry: {inner.yaml: "OS::Heat::None"}\n',
      'inner.yaml': inner,
    }
    expect(stays(files)).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: the caller "r" in base.yaml leads here only in some environments',
    ])
  })

  it('by a name below a base_url may be one of the file that is here', () => {
    const files = {
      'base.yaml': calling('{type: "My::Inner"}'),
      'base.env': 'resource_registry: {base_url: "http://localhost/", "My::Inner": inner.yaml}\n',
      'inner.yaml': inner,
    }
    expect(stays(files)).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: no template calls this one',
    ])
  })

  it.each([
    ['a type', { 'base.yaml': calling('{type: "file:///srv/inner.yaml"}') }],
    [
      'a registry',
      {
        'base.yaml': calling('{type: "My::Inner"}'),
        'base.env': 'resource_registry: {"My::Inner": "http://localhost/inner.yaml"}\n',
      },
    ],
  ])('by a URL in %s may be one of the file that is here', (_where, files) => {
    expect(stays({ ...files, 'inner.yaml': inner })).toEqual([
      'inner.yaml:3:3 default-kept the default of "p" is kept: no template calls this one',
    ])
  })
})

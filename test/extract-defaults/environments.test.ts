import { extract, template } from './deploy.ts'

describe('the environment of a template', () => {
  it('has its base name and the suffix', () => {
    const files = { 'a/web.yaml': template('  p: {type: string, default: x}') }
    expect(extract(files, { naming: { suffix: '-env.yaml' } }).changed).toEqual({
      'a/web.yaml': template('  p: {type: string}'),
      'a/web-env.yaml': 'parameters:\n  p: x\n',
    })
  })

  it('is found by the suffix, and not taken for a template', () => {
    const files = {
      'web.yaml': template('  p: {type: string, default: x}'),
      'web-env.yaml': 'parameters:\n  q: 1\n',
      'web.env': 'parameters:\n  p: 2\n',
    }
    expect(extract(files, { naming: { suffix: '-env.yaml' } }).changed).toEqual({
      'web.yaml': template('  p: {type: string}'),
      'web-env.yaml': 'parameters:\n  q: 1\n  p: x\n',
    })
  })

  it('is not shared by templates that declare the same parameter', () => {
    const files = {
      'a.yaml': template('  p: {type: string, default: a}'),
      'b.yaml': template('  p: {type: string, default: b}'),
      'b.env': 'parameters: {}\n',
    }
    const { changed } = extract(files)
    expect(changed['a.env']).toBe('parameters:\n  p: a\n')
    expect(changed['b.env']).toBe('parameters:\n  p: b\n')
  })
})

describe('a common environment', () => {
  const naming = { suffix: '.env', common: 'env/all.yaml' }

  it('takes parameters when there is only one template', () => {
    const { changed } = extract({ 'web.yaml': template('  p: {type: string, default: x}') }, { naming })
    expect(changed['env/all.yaml']).toBe('parameters:\n  p: x\n')
  })

  it('takes parameter_defaults when there are several', () => {
    const files = {
      'a/web.yaml': template('  p: {type: string, default: "x"}', '  q: {type: string, default: q}'),
      'b/db.yaml': template('  p: {type: string, default: x}'),
    }
    const { changed, outcomes } = extract(files, { naming })
    expect(changed).toEqual({
      'a/web.yaml': template('  p: {type: string}', '  q: {type: string}'),
      'b/db.yaml': template('  p: {type: string}'),
      'env/all.yaml': 'parameter_defaults:\n  p: "x"\n  q: q\n',
    })
    expect(new Set(outcomes.map(({ group }) => group)).size).toBe(1)
  })

  it('is filled where it is there already', () => {
    const files = {
      'a.yaml': template('  p: {type: string, default: x}', '  q: {type: string, default: x}'),
      'b.yaml': template('  other: {type: string}'),
      'env/all.yaml': 'parameter_defaults:\n  q: y # stays\n',
    }
    const { changed, findings } = extract(files, { naming })
    expect(changed['env/all.yaml']).toBe('parameter_defaults:\n  q: y # stays\n  p: x\n')
    expect(findings).toEqual([
      'a.yaml:4:21 default-dropped the default x of "q" is removed: parameter_defaults of env/all.yaml set it to y',
    ])
  })

  it('takes nothing that would be another value for somebody else', () => {
    const files = {
      'a.yaml': template('  p: {type: string, default: a}', '  q: {type: string, default: q}'),
      'b.yaml': template('  p: {type: string, default: b}', '  q: {type: string}'),
    }
    const { changed, findings } = extract(files, { naming })
    expect(changed).toEqual({})
    expect(findings).toEqual([
      'a.yaml:3:3 default-kept the default of "p" is kept: b.yaml has another default, and both share the environment; rename the parameter in one of them first',
      'a.yaml:4:3 default-kept the default of "q" is kept: b.yaml has no default, and both share the environment; rename the parameter in one of them first',
      'b.yaml:3:3 default-kept the default of "p" is kept: a.yaml has another default, and both share the environment; rename the parameter in one of them first',
    ])
  })

  it('would reach nested templates, so their defaults count too', () => {
    const files = {
      'a.yaml': `${template('  p: {type: string, default: a}')}resources: {r: {type: n.yaml}, s: {type: m.yaml, properties: {p: 1}}}\n`,
      'b.yaml': template('  q: {type: string}'),
      'n.yaml': template('  p: {type: string, default: n}'),
      'm.yaml': template('  p: {type: string, default: m}'),
    }
    const { changed, findings } = extract(files, { naming })
    expect(changed).toEqual({ 'm.yaml': template('  p: {type: string}') })
    expect(findings).toEqual([
      'a.yaml:3:3 default-kept the default of "p" is kept: n.yaml has another default, and both share the environment; rename the parameter in one of them first',
      'n.yaml:3:3 default-kept the default of "p" is kept: a.yaml has a parameter of that name, which may have another value',
      'm.yaml:3:21 default-dropped the default m of "p" is removed: every caller passes its own value',
    ])
  })
})

describe('the templates that are asked for', () => {
  it('are the only ones whose defaults go', () => {
    const files = {
      'a.yaml': template('  p: {type: string, default: a}'),
      'b.yaml': template('  p: {type: string, default: b}'),
    }
    const { changed } = extract(files, { templates: new Set(['b.yaml']) })
    expect(Object.keys(changed).sort()).toEqual(['b.env', 'b.yaml'])
  })

  it('change their callers all the same', () => {
    const files = {
      'a.yaml': 'heat_template_version: 2016-10-14\nresources: {r: {type: n.yaml}}\n',
      'n.yaml': template('  p: {type: string, default: n}'),
    }
    expect(extract(files, { templates: new Set(['n.yaml']) }).changed).toEqual({
      'a.yaml':
        'heat_template_version: 2016-10-14\nparameters:\n  p: {type: string}\nresources: {r: {type: n.yaml, properties: {p: {get_param: p}}}}\n',
      'n.yaml': template('  p: {type: string}'),
      'a.env': 'parameters:\n  p: n\n',
    })
  })
})

describe('a parameter that gets its value from elsewhere', () => {
  const assigned = (_: unknown, path: string, name: string) =>
    path.startsWith('base') && name === 'vnf_id' ? 'ONAP gives it' : undefined

  it('keeps its default, and never enters the environment', () => {
    const files = {
      'base.yaml': template('  vnf_id: {type: string, default: demo}', '  size: {type: number, default: 1}'),
      'base.env': 'parameters: {}\n',
    }
    const { changed, findings } = extract(files, { assigned })
    expect(changed).toEqual({
      'base.yaml': template('  vnf_id: {type: string, default: demo}', '  size: {type: number}'),
      'base.env': 'parameters:\n  size: 1\n',
    })
    expect(findings).toEqual([
      'base.yaml:3:3 default-assigned the default of "vnf_id" is kept: ONAP gives it',
    ])
  })
})

describe('a value that a parameter hides', () => {
  it('is named by no finding', () => {
    const files = {
      'a.yaml': template('  p: {type: string, hidden: true, default: hush}'),
      'a.env': 'parameters: {p: quiet}\n',
    }
    const { findings } = extract(files)
    expect(findings).toEqual([
      'a.yaml:3:35 default-dropped the hidden default of "p" is removed: parameters of a.env set it to a hidden value',
    ])
  })
})

describe('an environment in braces', () => {
  const web = template('  a: {type: string, default: x}')

  it.each([
    ['{"parameters": {}}\n', '{"parameters": {a: x}}\n'],
    ['{\n  "parameter_defaults": {}\n}\n', '{\n  "parameter_defaults": {},\n  parameters: {a: x}\n}\n'],
    ['{parameters: {b: 1}}\n', '{parameters: {b: 1, a: x}}\n'],
    ['{}\n', 'parameters:\n  a: x\n'],
  ])('stays in them: %j', (before, after) => {
    expect(extract({ 'web.yaml': web, 'web.env': before }).changed['web.env']).toBe(after)
  })
})

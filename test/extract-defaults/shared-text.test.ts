import { extract, template } from './deploy.ts'

describe('text that defaults share', () => {
  it('goes with the last of them', () => {
    const { changed } = extract({
      'web.yaml': template('  a: {type: string, default: &d x}', '  b: {type: string, default: *d}'),
    })
    expect(changed).toEqual({
      'web.yaml': template('  a: {type: string}', '  b: {type: string}'),
      'web.env': 'parameters:\n  b: x\n  a: x\n',
    })
    expect(extract(changed).changed).toEqual({})
  })

  it('stays below a default that hides it', () => {
    const { changed, findings } = extract({
      'web.yaml': template(
        '  a: &p {type: string, default: x}',
        '  b: {<<: *p, default: y}',
        '  c: {<<: *p, description: d}',
      ),
    })
    expect(changed).toEqual({})
    expect(findings).toEqual([
      'web.yaml:3:3 default-kept the default of "a" is kept: aliases elsewhere share the parameter',
      'web.yaml:4:15 default-kept the default of "b" is kept: without it, a merge key would set another one',
      'web.yaml:5:7 default-kept the default of "c" is kept: a merge key supplies it',
    ])
  })
})

describe('a template of a version that Heat does not have', () => {
  it('keeps its defaults, and says why', () => {
    const { changed, findings } = extract({
      'web.yaml': template('  a: {type: string, default: x}', '  b: {type: string}').replace('2016', '2046'),
    })
    expect(changed).toEqual({})
    expect(findings).toEqual([
      'web.yaml:3:3 default-kept the default of "a" is kept: Heat does not have this heat_template_version',
    ])
  })
})

import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import { createPackageEngine, type PackageEngineOptions } from '../../src/engine/engine.ts'
import { entry, integer, withEntries } from '../../src/text/document/build.ts'
import { entryOf } from '../../src/text/document/read.ts'
import { remediated } from '../remediate/remediated.ts'

/** Appends a section of this name once there is one of that name. */
function follow(name: string, that: string): Transform {
  return {
    id: `test/${name}`,
    title: 'Do it',
    description: 'Does it.',
    references: [],
    safety: 'lossy',
    run(pkg, context) {
      const root = pkg.files.get('web.yaml')?.root
      if (root === undefined || entryOf(root, that) === undefined || entryOf(root, name) !== undefined)
        return pkg
      context.change('web.yaml', undefined, 'Do it')
      return pkg.withRoot('web.yaml', withEntries(root, [...root.entries, entry(name, integer(1))]))
    },
  }
}

function ran(rounds?: PackageEngineOptions['rounds']) {
  const engine = createPackageEngine({
    transforms: [follow('c', 'b'), follow('b', 'a'), follow('a', 'heat_template_version')],
    ...(rounds === undefined ? {} : { rounds }),
  })
  const bytes = Buffer.from('heat_template_version: 2016-10-14\n')
  const [outcome] = engine.runTogether?.([{ path: 'web.yaml', bytes }]) ?? []
  return [outcome?.after, outcome?.transforms.map(({ id, changes }) => `${id} ${changes}`)]
}

describe('a chain of package transforms', () => {
  it('runs once', () => {
    expect(ran()).toEqual(['heat_template_version: 2016-10-14\na: 1\n', ['test/a 1']])
  })

  it('begins anew where that was asked for, until nothing changes', () => {
    expect(ran('settled')).toEqual([
      'heat_template_version: 2016-10-14\na: 1\nb: 1\nc: 1\n',
      ['test/a 1', 'test/b 1', 'test/c 1'],
    ])
  })
})

const base = [
  'heat_template_version: rocky',
  'description: d',
  'parameters: {}',
  'resources:',
  '  web: {type: nested_web.yaml}',
  '',
].join('\n')

const nested = [
  'heat_template_version: rocky',
  'description: d',
  'parameters:',
  '  size:',
  '    type: number',
  '    description: d',
  '    default: 2',
  '    constraints:',
  '      - range: {min: 1}  # one at least',
  '  place: {type: string, description: d, default: here}',
  'outputs:',
  '  all: {value: [{get_param: size}, {get_param: place}]}',
  '',
].join('\n')

describe('what a repair makes possible', () => {
  const first = remediated(
    new Map([
      ['base_web.yaml', base],
      ['nested_web.yaml', nested],
    ]),
    'safe',
  )

  it('is made in the same run', () => {
    expect(first.texts.get('nested_web.yaml')).toBe(
      [
        'heat_template_version: rocky',
        'description: d',
        'parameters:',
        '  size:',
        '    type: number',
        '    description: d',
        '    # one at least',
        '  place: {type: string, description: d}',
        'outputs:',
        '  all: {value: [{get_param: size}, {get_param: place}]}',
        '',
      ].join('\n'),
    )
    expect(first.texts.get('base_web.env')).toBe('parameters:\n  size: 2\n  place: here\n')
    expect(remediated(first.texts, 'safe').outcomes.filter(({ status }) => status === 'changed')).toEqual([])
  })

  it('is reported as repaired, each of several at one place', () => {
    const told = first.outcomes.flatMap(({ path, findings }) =>
      findings.flatMap(({ code, message, requirement }) =>
        code === 'R-11041' || code === 'R-00011'
          ? [`${path} ${code} ${requirement?.isRepaired} ${message}`]
          : [],
      ),
    )
    expect(told).toEqual([
      'base_web.yaml R-11041 true "web" does not pass "size" to nested_web.yaml',
      'base_web.yaml R-11041 true "web" does not pass "place" to nested_web.yaml',
      'nested_web.yaml R-00011 true the parameter "size" of a nested file should not have constraints',
    ])
  })
})

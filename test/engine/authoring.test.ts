import {
  entry,
  mapParts,
  type Rewritten,
  rewriteCall,
  rewriteCalls,
  rewriteParts,
  rewriteTemplate,
  sectionEntry,
  string,
  stringOf,
  type UnnamedTransform,
  valueOf,
  withEntries,
} from '../../src/engine/authoring/authoring.ts'
import { engineFor } from './run-text.ts'

const about = { title: 'Try', description: 'Tries.', references: [], safety: 'exact' } as const

/** What one transform of somebody's own makes of a template that Heat reads. */
function tried(own: UnnamedTransform, body: string, version = 'AWSTemplateFormatVersion: 2010-09-09') {
  const id = 'cfn/tried'
  const engine = engineFor({
    chain: [id],
    registry: new Map([[id, { ...own, id, keeps: 'meaning of the chain' }]]),
    allowUnproved: true,
  })
  const source = `${version}\n${body}`
  const outcome = engine.run({ path: 'stack.yaml', bytes: Buffer.from(source) })
  return {
    text: outcome.after === undefined ? undefined : outcome.after.split('\n').slice(1).join('\n'),
    findings: outcome.findings.map(({ code, line, message }) => `${code} ${line} ${message}`),
  }
}

const split = (argument: string) => `Outputs:\n  A: {Value: {Fn::Split: ${argument}}} # kept\n`

const hot = 'heat_template_version: 2018-08-31'

describe('rewriteCall', () => {
  it('rewrites functions of HOT in HOT, where one asks for them, and leaves such data in CloudFormation', () => {
    const own = rewriteCall('list_join', { title: 'Write x' }, ({ call }) => string('x', { for: call.node }))
    expect(tried(own, 'outputs:\n  A: {value: {list_join: ["", [a]]}}\n', hot).text).toBe(
      'outputs:\n  A: {value: x}\n',
    )
    expect(tried(own, 'Outputs:\n  A: {Value: {list_join: ["", [a]]}}\n').text).toBeUndefined()
  })

  it('gives literals as strings and all else as nodes, and keeps comments and the argument', () => {
    const seen: unknown[] = []
    const own = rewriteCall('Fn::Split', about, ({ args: [delimiter, whole], to }) => {
      seen.push(delimiter, whole.kind)
      return to('str_split')
    })
    expect(tried(own, split('[",", {Ref: "AWS::StackName"}]')).text).toBe(
      'Outputs:\n  A: {Value: {str_split: [",", {Ref: "AWS::StackName"}]}} # kept\n',
    )
    expect(seen).toEqual([',', 'map'])
  })

  it('puts a new argument in the place of the old one', () => {
    const own = rewriteCall('Fn::Split', about, ({ to }) => to('get_param', string('parts')))
    expect(tried(own, split('[",", a]')).text).toBe('Outputs:\n  A: {Value: {get_param: parts}} # kept\n')
  })

  it('reports what was refused, and leaves the call', () => {
    const own = rewriteCall('Fn::Split', about, ({ refuse }) => refuse('no-equivalent', 'not here'))
    expect(tried(own, split('[",", a]'))).toEqual({ text: undefined, findings: ['no-equivalent 3 not here'] })
  })

  it('reports arguments that do not fit before the rewrite sees them', () => {
    const never = (): Rewritten => {
      throw new Error('seen')
    }
    const message = 'Fn::Split takes a delimiter that is a literal string, and a string'
    const bad = split('["", a]')
    expect(tried(rewriteCall('Fn::Split', about, never), bad).findings).toEqual([
      `bad-arguments 3 ${message}`,
    ])
    const left = rewriteCall('Fn::Split', { ...about, unfit: 'leave' }, never)
    expect(tried(left, bad).findings).toEqual([])
  })

  it('may ask for the right number of arguments only', () => {
    const shape = rewriteCall('Fn::Split', { ...about, unfit: 'shape' }, ({ to }) => to('str_split'))
    expect(tried(shape, split('["", a]')).text).toContain('str_split')
    expect(tried(shape, split('[a]')).findings).toHaveLength(1)
  })
})

describe('rewriteCalls', () => {
  it('looks at functions only where they are functions', () => {
    const own = rewriteCalls(about, { 'Fn::Equals': ({ to }) => to('equals') })
    const body = [
      'Conditions:',
      '  C: {Fn::Equals: [a, b]}',
      'Outputs:',
      '  A: {Value: {Fn::Equals: [a, b]}}',
      '',
    ].join('\n')
    expect(tried(own, body).text).toBe(body.replace('Fn::Equals', 'equals'))
  })
})

describe('rewriteParts', () => {
  it('sees the parts of HOT one by one', () => {
    const own = rewriteParts('outputs', { title: 'Describe', kinds: 'hot' }, ({ part, required, refuse }) =>
      required('Value') === undefined
        ? part
        : stringOf(valueOf(part, 'value')) === 'b'
          ? refuse('own-error', 'not here')
          : withEntries(part, [...part.entries, entry('description', string('a'))]),
    )
    expect(tried(own, 'outputs:\n  A: {value: a}\n', hot).text).toBe(
      'outputs:\n  A: {value: a, description: a}\n',
    )
    expect(tried(own, 'outputs:\n  A: {value: a}\n  B: {value: b}\n  C: {}\n', hot).findings).toEqual([
      'own-error 4 not here',
      'missing-key 5 the output "C" has no Value',
    ])
  })

  it('reports what every part has to have, and spells keys as HOT does', () => {
    const own = rewriteParts('outputs', { ...about, kinds: 'cfn' }, ({ required, withHotKeys }) => {
      required('Value')
      return withHotKeys(['Description'])
    })
    const { text: after, findings } = tried(own, 'Outputs:\n  A: {Value: 1, Export: {Name: x}}\n  B: {}\n')
    expect(after).toBeUndefined()
    expect(findings).toContain('missing-key 4 the output "B" has no Value')
    expect(tried(own, 'Outputs:\n  A: {Value: 1, Description: b}\n').text).toBe(
      'Outputs:\n  A: {value: 1, description: b}\n',
    )
  })

  it('reports what was refused, and leaves the part', () => {
    const own = rewriteParts('outputs', { ...about, kinds: 'cfn' }, ({ refuse }) =>
      refuse('no-equivalent', 'not here'),
    )
    const { text: after, findings } = tried(own, 'Outputs:\n  A: {Value: 1}\n  B: {Value: 2}\n')
    expect({ after, findings }).toEqual({
      after: undefined,
      findings: ['no-equivalent 3 not here', 'no-equivalent 4 not here'],
    })
  })
})

describe('rewriteTemplate', () => {
  const renamed = rewriteTemplate(
    { ...about, kinds: 'cfn', mentions: 'Old' },
    ({ root, declare, change }) => {
      declare({ name: 'New', type: 'String', description: 'One' })
      declare({ name: 'New', type: 'String', description: 'Another' })
      change(root, 'Declare it')
      return mapParts(root, 'outputs', (part) => part)
    },
  )

  it('reports what was refused, and leaves the template, whatever was declared', () => {
    const own = rewriteTemplate({ ...about, kinds: 'cfn' }, ({ declare, refuse, root }) => {
      declare({ name: 'New', type: 'String', description: 'One' })
      return refuse('no-equivalent', 'not here', { at: sectionEntry(root, 'outputs') ?? root })
    })
    expect(tried(own, 'Outputs:\n  A: {Value: 1}\n')).toEqual({
      text: undefined,
      findings: ['no-equivalent 2 not here'],
    })
  })

  it('leaves single calls that are refused', () => {
    const own = rewriteTemplate({ ...about, kinds: 'cfn', calls: ['Ref'] }, ({ mapCalls, refuse }) =>
      mapCalls(({ argument, node }) =>
        stringOf(argument) === 'A' ? refuse('no-equivalent', 'not here', { at: node }) : string('b'),
      ),
    )
    expect(
      tried(
        own,
        'Parameters:\n  A: {Type: String}\nOutputs:\n  A: {Value: {Ref: A}}\n  B: {Value: {Ref: B}}\n',
      ).findings,
    ).toContain('no-equivalent 5 not here')
  })

  it('declares a parameter once', () => {
    const { text: after } = tried(renamed, 'Outputs:\n  Old: {Value: 1}\n')
    expect(after).toBe(
      'Parameters:\n  New:\n    Type: String\n    Description: One\nOutputs:\n  Old: {Value: 1}\n',
    )
  })

  it('has nothing to do where the word does not stand', () => {
    expect(tried(renamed, 'Outputs:\n  A: {Value: 1}\n')).toEqual({ text: undefined, findings: [] })
  })
})

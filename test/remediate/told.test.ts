/** What a report says became of a violation. */
import type { Texts } from '../onap/changes.ts'
import { remediated } from './remediated.ts'

const texts: Texts = new Map([
  [
    'base_kiln.yaml',
    `heat_template_version: 2016-10-14

description: A kiln

parameters:
  # given by ONAP
  vnf_id:
    type: string
    description: ID of the kiln
  # from the environment
  fire_image_name:
    type: string
    description: Image of the fire
  chimney-height:
    type: number
  fire_flavor_name:
    type: string
    description: Flavor of the fire
  vnf_name:
    type: string
    description: Name of the kiln

resources:
  fire_server_0:
    type: OS::Nova::Server
    properties:
      name: fire
      image: fire-7
      flavor: {get_param: fire_flavor_name}
      metadata:
        vnf_id: {get_param: vnf_name}
`,
  ],
  ['base_kiln.env', 'parameters:\n  fire_image_name: fire-6  # the newest\n  chimney-height: 7\n'],
])

describe('what became of a violation', () => {
  const { outcomes, texts: after } = remediated(texts, 'lossy', [
    'R-07507',
    'R-90279',
    'R-901331',
    'R-44001',
    'R-25877',
  ])
  const told = outcomes.flatMap(({ findings }) =>
    findings.flatMap(({ code, message, help, requirement }) =>
      requirement?.isRepaired === true ? [`${code} ${/"([^"]+)"/.exec(message)?.[1]}: ${help}`] : [],
    ),
  )

  it('is said of what was done, not of what was meant', () => {
    expect(told).toEqual([
      'R-90279 vnf_id: Repaired: it is used now.',
      'R-90279 fire_image_name: Repaired: it is used now.',
      'R-25877 chimney-height: Repaired: the parameter was removed.',
      'R-44001 chimney-height: Repaired: the parameter was removed.',
      'R-90279 chimney-height: Repaired: deletes it with its comments, and the values and properties that are given to it.',
      'R-901331 fire_server_0: Repaired: replaces the value by the parameter "fire_image_name" and moves the value to the environment, replacing one that nothing reads.',
      'R-07507 fire_server_0: Repaired: reads the parameter vnf_id here, and declares it where it is missing; "vnf_name" is removed with its comments if nothing else reads it.',
    ])
  })

  it('leaves what is read from now on where it stands, with its comments', () => {
    const before = texts.get('base_kiln.yaml') ?? ''
    expect(after.get('base_kiln.yaml')).toBe(
      before
        .replace('  chimney-height:\n    type: number\n', '')
        .replace('  vnf_name:\n    type: string\n    description: Name of the kiln\n', '')
        .replace('image: fire-7', 'image: {get_param: fire_image_name}')
        .replace('vnf_id: {get_param: vnf_name}', 'vnf_id: {get_param: vnf_id}'),
    )
    expect(after.get('base_kiln.env')).toBe('parameters:\n  fire_image_name: fire-7  # the newest\n')
  })
})

it('leaves to a person what was tried and could not be done', () => {
  const shared: Texts = new Map([
    [
      'base_kiln.yaml',
      'heat_template_version: 2016-10-14\nparameters:\n  size: {type: number, default: 3, description: of it}\noutputs:\n  size: {value: {get_param: size}}\n',
    ],
    [
      'base_kiln.yml',
      'heat_template_version: 2016-10-14\nparameters:\n  size: {type: number, description: of it}\noutputs:\n  size: {value: {get_param: size}}\n',
    ],
    ['base_kiln.env', 'parameters: {}\n'],
  ])
  const { outcomes } = remediated(shared, 'safe', ['R-90526'])
  const found = outcomes.flatMap(({ findings }) => findings).filter(({ code }) => code === 'R-90526')
  expect(found.map(({ help, requirement }) => [requirement?.repair, help])).toEqual([
    ['by-hand', 'The default is preserved: base_kiln.env is also the environment of base_kiln.yml.'],
  ])
})

it('writes the comment of a moved default once, also where the braces around it are written anew', () => {
  const kiln: Texts = new Map([
    [
      'base_kiln.yaml',
      'heat_template_version: 2016-10-14\ndescription: d\nparameters:\n  # of clay\n  size: {\n    type: string,\n    default: large, # as ordered\n  }\noutputs:\n  size: {description: of it, value: {get_param: size}}\n',
    ],
  ])
  const after = remediated(kiln, 'safe').texts
  expect(after.get('base_kiln.env')).toContain('  size: large # as ordered\n')
  expect(after.get('base_kiln.yaml')).toContain(
    '  # of clay\n  size: {type: string, description: The parameter size}\n',
  )
  expect(after.get('base_kiln.yaml')).not.toContain('as ordered')
})

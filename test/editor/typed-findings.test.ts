/**
 * Findings elsewhere in a template are there at every keystroke, and none appears that is not true. `npm run corpus:typing`
 * types in real templates.
 */
import { allTyped, linesOf, type Session, typedLines } from './typing.ts'

/** Every so many keystrokes are enough for each run of the tests. */
const FEW = 5

const template = `heat_template_version: 2016-10-14
parameters:
  flavor: {type: string}
  unused: {type: string}
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: {get_param: nett}, colour: red}
  port_of_two:
    type: OS::Neutron::Port
    properties:
      network_id: net
      fixed_ips:
        - subnet: {get_resource: subnett}
  server:
    type: OS::Nova::Server
    properties:
      flavor:
        get_param: flavor
      image: "cirros, #1"
      networks: [{port: {get_resource: port}},
        {port: {get_attr: [port_of_two,
          nowhere]}}]
      user_data:
        str_replace:
          template: "it's $who"
          params:
            $who: 'o''clock'
            $whom: {get_param: missing}
  last:
    type: OS::Heat::RandomString
    properties: {sequence: digits}
outputs:
  first:
    description: what is first
    value: {get_attr: [port, nothing]}
  all: {value: {get_param: nobody}}
`

function blockOf(text: string, name: string): Session {
  const start = text.indexOf(`  ${name}:\n`)
  const next = /\n {0,2}\w/.exec(text.slice(start + 1))
  return typedLines(text, start, next === null ? text.length : start + next.index + 2)
}

describe('findings elsewhere', () => {
  it('stay while a resource is typed, and none is made up', async () => {
    const { broken, expected, lost, untrue } = await allTyped(
      [blockOf(template, 'port_of_two'), blockOf(template, 'server')],
      FEW,
    )
    expect(broken).toBeGreaterThan(40)
    expect(expected).toBeGreaterThan(250)
    expect(lost).toEqual([])
    expect(untrue).toEqual([])
  })

  it('stay while lines are deleted and typed anew, and none is made up', async () => {
    const { broken, expected, lost, untrue } = await allTyped(
      linesOf(template.replace(/\n {2}server[\s\S]*?(?=\n {2}last)/, '')),
      FEW,
    )
    expect(broken).toBeGreaterThan(40)
    expect(expected).toBeGreaterThan(250)
    expect(lost).toEqual([])
    expect(untrue).toEqual([])
  })

  it('stay where they are looked for only while nothing is refused', async () => {
    const { expected, lost, untrue } = await allTyped(
      linesOf(`heat_template_version: 2016-10-14
resources:
  greeting:
    type: OS::Heat::Value
    properties:
      value:
        str_replace:
          template: hello $who
          params: {$who: me, $whom: you}
  word:
    type: OS::Heat::RandomString
    properties:
      length: 16
      salt: "no, #1"
outputs:
  all: {value: {get_attr: [word, value]}}
`),
      1,
    )
    expect(expected).toBeGreaterThan(15)
    expect(lost).toEqual([])
    expect(untrue).toEqual([])
  })

  it('stay while somebody types in JSON, where all of a file is in brackets', async () => {
    const json = `{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Resources": {
    "First": {
      "Type": "AWS::EC2::Nothing",
      "Properties": {"Size": {"Ref": "Missing"}}
    },
    "Second": {
      "Type": "AWS::EC2::Volume",
      "Properties": {
        "Size": "1",
        "AvailabilityZone": "a"
      }
    },
    "Last": {
      "Type": "AWS::EC2::Nowhere"
    }
  },
  "Outputs": {
    "Out": {"Value": {"Fn::GetAtt": ["Second", "Nothing"]}}
  }
}
`
    const { broken, expected, lost, untrue } = await allTyped(linesOf(json), FEW, 'typed.json')
    expect(broken).toBeGreaterThan(40)
    expect(expected).toBeGreaterThan(100)
    expect(lost).toEqual([])
    expect(untrue).toEqual([])
  })
})

/** What is kept of one state of a package for the next one is what its rules would find anew. */
import { assessed } from '../../src/engine/packages/profile.ts'
import { everything } from '../../src/rules/onap/repairing.ts'
import { metadataRules } from '../../src/rules/onap/rules/metadata.ts'
import { violationsOf } from '../../src/rules/onap/violations.ts'
import type { Workspace } from '../../src/stack/workspace.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import type { Texts } from './changes.ts'
import { packagesIn } from './package.ts'

const roles = ['oam', 'sig']

/** A module that calls its nested file several times, with names that ONAP does not want, and some that cannot be changed. */
function moduleTexts(name: string, calls: number): readonly (readonly [string, string])[] {
  const lists = ['titles', ...roles.map((role) => `${role}_spots`)].map((one) => `${name}_${one}`)
  const plain = [`${name}_picture`, 'zone', ...roles.map((role) => `${role}_net`)]
  const call = (index: number) => `  ${name}_unit_${index}:
    type: nested-${name}.yaml
    properties:
      title: {get_param: [${name}_titles, ${index}]}
      picture: {get_param: ${name}_picture}
      zone: {get_param: zone}
${roles.map((role) => `      ${role}_net: {get_param: ${role}_net}\n      ${role}_spot: {get_param: [${name}_${role}_spots, ${index}]}\n`).join('')}`
  const module = `heat_template_version: 2013-05-23
parameters:
${lists.map((one) => `  ${one}: {type: comma_delimited_list}\n`).join('')}${plain.map((one) => `  ${one}: {type: string}\n`).join('')}resources:
${[...Array(calls).keys()].map(call).join('')}`
  const taken = ['title', 'picture', 'zone', ...roles.flatMap((role) => [`${role}_net`, `${role}_spot`])]
  const nested = `heat_template_version: 2013-05-23
parameters:
${taken.map((one) => `  ${one}: {type: string}\n`).join('')}resources:
${roles
  .map(
    (role) => `  ${name}_${role}_port:
    type: OS::Neutron::Port
    properties: {network: {get_param: ${role}_net}, fixed_ips: [{ip_address: {get_param: ${role}_spot}}]}
`,
  )
  .join('')}  ${name}_server:
    type: OS::Nova::Server
    properties:
      name: {get_param: title}
      image: {get_param: picture}
      availability_zone: {get_param: zone}
      networks:
${roles.map((role) => `        - port: {get_resource: ${name}_${role}_port}\n`).join('')}`
  return [
    [`hot-${name}.env`, `parameters:\n${[...lists, ...plain].map((one) => `  ${one}: x\n`).join('')}`],
    [`hot-${name}.yaml`, module],
    [`nested-${name}.yaml`, nested],
  ]
}

function textsOf(modules: readonly string[], calls: number): Texts {
  return new Map(modules.flatMap((name) => moduleTexts(name, calls)))
}

function packageOf(texts: Texts): Workspace {
  const [pkg] = packagesIn(texts)
  if (pkg === undefined) throw new Error('no package')
  return pkg
}

/** The same package, of which nothing is known. */
function anew(pkg: Workspace): Workspace {
  return pkg.withFiles([...pkg.files.values()].map((file) => ({ ...file })))
}

const found = (pkg: Workspace) =>
  violationsOf(pkg).map(({ id, message, remedy }) => [
    id,
    message,
    remedy.kind === 'repairs'
      ? remedy.proposals.map(({ does }) => does)
      : remedy.kind === 'by-hand'
        ? remedy.advice
        : remedy,
  ])

describe('violationsOf', () => {
  it('finds in each state of a repair what it finds in a package that nobody has looked at', () => {
    let pkg = packageOf(textsOf(['ab', 'cd'], 2))
    const context = { report() {}, fail() {}, intend() {}, change() {}, forTemplate: () => undefined }
    let states = 0
    for (const transform of remediation(everything).transforms) {
      const next = transform.run(pkg, context)
      if (next === pkg) continue
      states += 1
      expect(found(next)).toEqual(found(anew(next)))
      pkg = next
    }
    expect(states).toBeGreaterThan(5)
  })

  it('asks the files of a part again only when one of them has changed', () => {
    const pkg = packageOf(textsOf(['ab', 'cd', 'ef'], 1))
    violationsOf(pkg)
    const spy = jest.spyOn(metadataRules, 'find')
    violationsOf(pkg.withFile({ ...pkg.fileAt('nested-cd.yaml') }))
    const asked = spy.mock.calls.map(([vnf]) => vnf.templates.map(({ path }) => path))
    spy.mockRestore()
    expect(asked).toEqual([['hot-cd.yaml', 'nested-cd.yaml']])
  })
})

describe('what check tries', () => {
  const countOf = (texts: Texts): number => {
    const spy = jest.spyOn(metadataRules, 'find')
    assessed(packageOf(texts), remediation)
    const count = spy.mock.calls.length
    spy.mockRestore()
    return count
  }

  it('grows with the modules of a package, and not with the square of them', () => {
    const [two, four] = [countOf(textsOf(['ab', 'cd'], 2)), countOf(textsOf(['ab', 'cd', 'ef', 'gh'], 2))]
    expect(four).toBeLessThan(2.5 * two)
  })

  it('does not grow with the calls of one nested file', () => {
    const [two, eight] = [countOf(textsOf(['ab'], 2)), countOf(textsOf(['ab'], 8))]
    expect(eight).toBeLessThanOrEqual(1.2 * two)
  })
})

/** What resources wait for is what Heat's `Stack.dependencies` says before anything is there. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { sideOf } from '../../src/engine/proof/verify-side.ts'
import { graphOf } from '../../src/engine/queries/resource-graph.ts'
import { declaredType } from '../../src/heat/parameters.ts'
import { declarations } from '../../src/heat/sections.ts'
import type { Value } from '../../src/heat/values/value.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor, python } from './installed.ts'

const withHeat = hasHeatFor('asking what resources wait for') ? describe : describe.skip
const corpus = join(import.meta.dirname, '../../../shared/corpus')

afterAll(removeTemporaryTrees)

interface Question {
  readonly template: string
  readonly files: Readonly<Record<string, string>>
  readonly parameters: Readonly<Record<string, Value>>
}

type Answer = { readonly edges: readonly (readonly [string, string])[] } | { readonly refused: string }

const valueOfType: Readonly<Record<string, Value>> = {
  string: 'a',
  number: '1',
  boolean: 'true',
  json: '{}',
  comma_delimited_list: 'a,b',
}

const fileAt = (path: string) => ({ path, bytes: readFileSync(path) })

/** A template with a value for each parameter that needs one; undefined for what is no template. */
function questionOf(template: string): Question | undefined {
  const read = (path: string) => (existsSync(path) ? readFileSync(path) : undefined)
  const made = sideOf(fileAt(template), read)
  if ('problem' in made) return undefined
  const { templates } = made.stack
  const files = Object.fromEntries(
    [...templates.keys()].flatMap((path) => {
      const name = path.startsWith(`${dirname(template)}/`) ? path.slice(dirname(template).length + 1) : path
      return path === template ? [] : [[name, path]]
    }),
  )
  const parameters = Object.fromEntries(
    [...declarations(made.side.root).parameters].flatMap(([name, declared]) => {
      const type = declaredType(declared)
      return declared === undefined || 'default' in declared || type === undefined
        ? []
        : [[name, valueOfType[type] ?? 'a']]
    }),
  )
  return { template, files, parameters }
}

function asked(questions: readonly Question[]): readonly Answer[] {
  const { stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'graph.py')], {
    input: JSON.stringify(questions.map((one) => ({ ...one, parameter_defaults: {} }))),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Answer]))
  if (answers.length !== questions.length) throw new Error(stderr)
  return answers
}

function ownEdges({ template, parameters }: Question): readonly string[] | string {
  const read = (path: string) => (existsSync(path) ? readFileSync(path) : undefined)
  const answer = graphOf(fileAt(template), { values: new Map(Object.entries(parameters)) }, read)
  if ('problem' in answer) return answer.problem.message
  return answer.graph.edges.map(({ from, to }) => `${from} ${to}`).sort()
}

/** The stacks of which both say something else; how many were compared. */
function differing(questions: readonly Question[]) {
  let compared = 0
  let edges = 0
  const found: string[] = []
  asked(questions).forEach((answer, index) => {
    const question = questions[index]
    if (question === undefined || 'refused' in answer) return
    const own = ownEdges(question)
    const theirs = answer.edges.map((one) => one.join(' ')).sort()
    compared++
    edges += theirs.length
    if (JSON.stringify(own) !== JSON.stringify(theirs))
      found.push(
        `${readFileSync(question.template, 'utf8')}\nown ${JSON.stringify(own)}\nheat ${JSON.stringify(theirs)}`,
      )
  })
  return { compared, edges, found }
}

/** Networks of all kinds: literal names, references, attributes and nothing at all for what classes compare. */
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
const place = fc.constantFrom<unknown>(
  undefined,
  'public',
  'other',
  { get_resource: 'a' },
  { get_resource: 'b' },
  { get_param: 'net' },
  { get_attr: ['a', 'name'] },
)
const oldOrNew = (now: string, before: string) => fc.tuple(fc.constantFrom(now, before), place)
const definition = fc.oneof(
  fc.constant({ type: 'OS::Neutron::Net', properties: {} }),
  oldOrNew('network', 'network_id').map(([key, value]) => ({
    type: 'OS::Neutron::Subnet',
    properties: { [key]: value, cidr: '10.0.0.0/24' },
  })),
  fc
    .tuple(oldOrNew('network', 'network_id'), oldOrNew('subnet', 'subnet_id'))
    .map(([[net, at], [sub, of]]) => ({
      type: 'OS::Neutron::Port',
      properties: { [net]: at, fixed_ips: [{ [sub]: of }, { subnet: 'other' }] },
    })),
  place.map((value) => ({
    type: 'OS::Neutron::Router',
    properties: { external_gateway_info: { network: value } },
  })),
  fc
    .tuple(oldOrNew('router', 'router_id'), oldOrNew('subnet', 'subnet_id'))
    .map(([[one, router], [two, net]]) => ({
      type: 'OS::Neutron::RouterInterface',
      properties: { [one]: router, [two]: net },
    })),
  fc.tuple(place, oldOrNew('network', 'network_id')).map(([router, [key, value]]) => ({
    type: 'OS::Neutron::RouterGateway',
    properties: { router_id: router, [key]: value },
  })),
  fc.tuple(oldOrNew('floating_network', 'floating_network_id'), place).map(([[key, value], port]) => ({
    type: 'OS::Neutron::FloatingIP',
    properties: { [key]: value, port_id: port },
  })),
  fc.tuple(place, place).map(([ip, port]) => ({
    type: 'OS::Neutron::FloatingIPAssociation',
    properties: { floatingip_id: ip, port_id: port },
  })),
  fc.tuple(place, place).map(([network, port]) => ({
    type: 'OS::Nova::Server',
    properties: {
      image: 'i',
      flavor: 'f',
      networks: [{ network }, { port }].slice(port === undefined ? 0 : 1),
    },
  })),
  place.map((value) => ({
    type: 'OS::Neutron::ExtraRouteSet',
    properties: { router: value, routes: [] },
  })),
  fc.constantFrom('on', 'off').map((condition) => ({ type: 'OS::Heat::None', condition })),
)
const stacks = fc.tuple(
  fc.array(definition, { minLength: 3, maxLength: names.length }),
  fc.array(fc.constantFrom(...names), { maxLength: 2 }),
)

function templateOf([definitions, depends]: readonly [readonly object[], readonly string[]]): string {
  const own = names.slice(0, definitions.length)
  const last = own.at(-1) ?? 'a'
  const resources = Object.fromEntries(
    definitions.map((one, index) => {
      const name = own[index] ?? 'a'
      const on = depends.filter((other) => own.some((known) => known === other) && other !== last)
      return [name, name === last && on.length > 0 ? { ...one, depends_on: on } : one]
    }),
  )
  return JSON.stringify({
    heat_template_version: '2018-08-31',
    parameters: { net: { type: 'string', default: 'public' }, flag: { type: 'boolean', default: true } },
    conditions: { on: { get_param: 'flag' }, off: { not: 'on' } },
    resources,
  })
}

withHeat('the dependencies of resources', () => {
  it('are those of Heat for networks of all kinds', () => {
    const texts = fc.sample(stacks, { numRuns: 600, seed: 7 }).map(templateOf)
    const tree = temporaryTree(Object.fromEntries(texts.map((text, index) => [`${index}.yaml`, text])))
    const questions = texts.map((_, index) => ({
      template: join(tree.root, `${index}.yaml`),
      files: {},
      parameters: {},
    }))
    const { compared, edges, found } = differing(questions)
    console.info(`${compared} generated stacks with ${edges} dependencies`)
    expect(compared).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  const there = existsSync(corpus) ? it : it.skip
  there('are those of Heat for real templates', () => {
    const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ya?ml|json|template)$/.test(path))
      .sort()
    const questions = paths.flatMap((path) => questionOf(join(corpus, path)) ?? [])
    const { compared, edges, found } = differing(questions)
    if (process.env.WHY)
      console.info(
        asked(questions)
          .flatMap((a) => ('refused' in a ? [a.refused.slice(0, 90)] : []))
          .join('\n'),
      )
    console.info(`${compared} of ${questions.length} real stacks with ${edges} dependencies`)
    expect(compared).toBeGreaterThan(150)
    expect(found).toEqual([])
  })
})

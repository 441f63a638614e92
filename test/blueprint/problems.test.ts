import { createChecker } from '../../src/engine/check.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { looksLikeTemplate } from '../../src/heat/candidate.ts'
import { recognise } from '../../src/heat/kind.ts'
import { readBlueprint } from '../../src/rules/blueprint/model.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { rangeOf } from '../../src/text/document/node.ts'
import { stringOf } from '../../src/text/document/read.ts'
import { documentOf } from '../document/documents.ts'

function read(text: string) {
  const document = documentOf(text)
  const root = document.root as Mapping
  expect(recognise(root, 'yaml').kind).toBe('blueprint')
  return { document, blueprint: readBlueprint(root) }
}

/** Each problem as `line code: message`. */
function problemsOf(text: string): string[] {
  const { document, blueprint } = read(text)
  return blueprint.problems.map(({ code, at, message }) => {
    const { line } = document.lines.position(rangeOf(at)?.start ?? 0)
    return `${line} ${code}: ${message}`
  })
}

describe('a wrong blueprint', () => {
  it.each([
    [
      'a component that is a string',
      'components:\n  web: server\n',
      ['2 blueprint-syntax: a component is a mapping of its type, content, requirements and attributes'],
    ],
    [
      'a component that is a list',
      'components:\n  web: [server]\n',
      ['2 blueprint-syntax: a component is a mapping of its type, content, requirements and attributes'],
    ],
    [
      'a key that a blueprint does not have',
      'name: shop\ndescription: all of it\ncomponents:\n  web: {type: server}\n',
      ['2 blueprint-syntax: a blueprint has no key "description"; it has name, components and requires'],
    ],
    [
      'a misspelt key',
      'name: shop\ncomponent:\n- {id: web, type: server}\n',
      ['2 blueprint-syntax: a blueprint has no key "component"; did you mean "components"?'],
    ],
    [
      'a misspelt key that stands first',
      'compnents:\n  web: {type: server}\n',
      ['1 blueprint-syntax: a blueprint has no key "compnents"; did you mean "components"?'],
    ],
    [
      'two components of one id',
      'components:\n- {id: web, type: server}\n- {id: web, type: server}\n',
      ['3 blueprint-duplicate-id: two components have the id "web"'],
    ],
    [
      'a fulfillment that names nothing',
      'components:\n  web: {type: server, requires: {run: setup}}\n',
      ['2 blueprint-unknown-fulfillment: "web" is to be fulfilled by "setup", which is not a component'],
    ],
    [
      'an id that names nothing',
      'components:\n  web: {type: server, requires: {run: "id:setup"}}\n',
      ['2 blueprint-unknown-fulfillment: "web" is to be fulfilled by "id:setup", which is not a component'],
    ],
    [
      'one of several fulfillments that names nothing',
      'components:\n  web: {type: server, requires: {run: [one, two]}}\n  one: {content: a.sh}\n',
      ['2 blueprint-unknown-fulfillment: "web" is to be fulfilled by "two", which is not a component'],
    ],
    [
      'a fulfillment that is a number',
      'components:\n  web: {type: server, requires: {run: 3}}\n',
      ['2 blueprint-syntax: a fulfillment is the id of a component, a URL, a list of these, or a component'],
    ],
    [
      'a circle of two',
      'components:\n  a: {type: x.A, requires: {x.R: {fulfillment: b}}}\n  b: {type: x.B, requires: {x.R: {fulfillment: a}}}\n',
      ['3 blueprint-cycle: the components require one another in a circle: a -> b -> a'],
    ],
    [
      'a component that requires itself',
      'components:\n  a: {type: x.A, requires: {x.R: {fulfillment: a}}}\n',
      ['2 blueprint-cycle: the components require one another in a circle: a -> a'],
    ],
    [
      'a circle through a component inside',
      'components:\n  a:\n    type: server\n    requires:\n      run: {type: x.ShellScript, content: a.sh, requires: {x.R: {fulfillment: a}}}\n',
      ['5 blueprint-cycle: the components require one another in a circle: a -> ShellScript -> a'],
    ],
    [
      'a lone value for a type without default requirement',
      'components:\n  web: {type: tier, requires: big}\n',
      ['2 blueprint-ambiguous: the type "tier" has no default requirement; name the one that "web" has'],
    ],
    [
      'a lone value without any type',
      'components:\n  web: {requires: big}\n',
      [
        '2 blueprint-ambiguous: a component without a type has no default requirement; name the one that "web" has',
        '2 blueprint-no-type: nothing says what "web" is; give it a type',
      ],
    ],
    [
      'a short requirement of an extension',
      'components:\n  web: {type: x.Web, requires: {x.Speed: fast}}\n',
      ['2 blueprint-ambiguous: "x.Speed" has no default attribute that is known; write {type: x.Speed, …}'],
    ],
    [
      'a requirement with several keys and no type',
      'components:\n  web:\n    type: server\n    requires:\n    - {minRam: 4gb, os: rhel}\n',
      ['5 blueprint-ambiguous: a requirement of "web" has several keys and no type'],
    ],
    [
      'a type inside of a requirement by type',
      'components:\n  web:\n    type: server\n    requires:\n      minRam: {type: minDisk, value: 4gb}\n',
      ['5 blueprint-ambiguous: "minRam" is the type of the requirement already; it has another type inside'],
    ],
    [
      'two operating systems',
      'components:\n  web:\n    type: server\n    requires:\n    - os: rhel\n    - os: debian\n',
      ['6 blueprint-conflict: "web" requires os twice; one server can meet one only'],
    ],
    [
      'two sizes of memory',
      'components:\n  web:\n    type: server\n    requires:\n    - {type: minRam, value: 4gb}\n    - minRam: 8gb\n',
      ['6 blueprint-conflict: "web" requires minRam twice; one server can meet one only'],
    ],
    [
      'a component of which nothing is known',
      'components:\n  web: {colour: red}\n',
      ['2 blueprint-no-type: nothing says what "web" is; give it a type'],
    ],
    [
      'content with an ending that says nothing',
      'components:\n- content: hello.bin\n',
      ['2 blueprint-no-type: nothing says what "hello_bin" is; give it a type'],
    ],
    [
      'a requirement whose type is a number',
      'components:\n  web: {type: server, requires: {1: 4gb}}\n',
      ['2 blueprint-syntax: the type of a requirement is a string'],
    ],
    [
      'another id inside of a component',
      'components:\n  web: {type: server, id: shop}\n',
      ['2 blueprint-ambiguous: the component "web" has another id inside: "shop"'],
    ],
    [
      'a component that only requires a type of Heat',
      'components:\n  a: {requires: {"OS::Cinder::Volume": {fulfillment: disk}}}\n  disk: {}\n',
      ['2 blueprint-no-type: nothing says what "a" is; give it a type'],
    ],
    [
      'an empty component',
      'components:\n  web:\n',
      ['2 blueprint-no-type: nothing says what "web" is; give it a type'],
    ],
  ])('%s', (_name, text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })
})

it('is found by check too', () => {
  const text = 'components:\n  web: {colour: red}\n'
  const { findings } = createChecker().run({ path: 'shop.yaml', bytes: Buffer.from(text) }) as FileOutcome
  expect(findings.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
    '2:3 blueprint-no-type',
  ])
})

it('is read with what merge keys bring in, where nothing of its own stands there', () => {
  const text = `components:
  base: &base {type: server, image: debian, requires: &needs {minRam: 2gb, os: debian}}
  web:
    <<: *base
    image: rhel
    requires: {<<: *needs, os: rhel}
  other: {<<: [*base, {image: none, flavor: big}]}
`
  const { blueprint } = read(text)
  expect(blueprint.problems).toEqual([])
  const said = blueprint.components.map(({ id, type, attributes, requires }) => [
    id,
    type,
    ...attributes.map(({ key, value }) => `${stringOf(key)}: ${stringOf(value)}`),
    ...requires.map(({ type, attributes }) => `${type}: ${stringOf(attributes.get('value'))}`),
  ])
  expect(said).toEqual([
    ['base', 'server', 'image: debian', 'minRam: 2gb', 'os: debian'],
    ['web', 'server', 'image: rhel', 'minRam: 2gb', 'os: rhel'],
    ['other', 'server', 'image: debian', 'flavor: big', 'minRam: 2gb', 'os: debian'],
  ])
})

describe('what is not written', () => {
  it.each([
    [
      'by what points to it',
      'components:\n  web: {type: tier, requires: {loadbalancer: {fulfillment: lb}}}\n  lb: {}\n',
      ['web: tier', 'lb: loadbalancer'],
    ],
    [
      'by an extension that points to it',
      'components:\n  a: {type: x.A, requires: {x.Cached: cache}}\n  cache: {}\n',
      ['a: x.A', 'cache: x.Cached.Platform'],
    ],
    [
      'by a type of Heat that is required, what fulfils it, not what requires it',
      'components:\n  a: {content: a.sh, requires: {"OS::Cinder::Volume": {fulfillment: disk}}}\n  disk: {}\n',
      ['a: ShellScript', 'disk: OS::Cinder::Volume'],
    ],
    [
      'by one requirement, what it is for and what fulfils it',
      'components:\n  war: {requires: {x.Deployed: {fulfillment: front}}}\n  front: {}\n',
      ['war: x.Deployed', 'front: x.Deployed.Platform'],
    ],
    [
      'by its own requirements',
      'components:\n  web: {requires: {minRam: 4gb}}\n  rest: {requires: {x.Stored: {}}}\n',
      ['web: server', 'rest: x.Stored'],
    ],
    [
      'by its content',
      'components:\n- content: dir/set-up.sh\n- content: tables.sql\n',
      ['set_up_sh: ShellScript', 'tables_sql: Schema'],
    ],
    [
      'before its own requirements by what points to it',
      'components:\n  a: {type: server, requires: {run: b}}\n  b: {content: b.sh, requires: {x.Stored: {}}}\n',
      ['a: server', 'b: x.Stored'],
    ],
  ])('is inferred %s', (_name, text, types) => {
    const { blueprint } = read(text)
    expect(blueprint.problems).toEqual([])
    expect(blueprint.components.map(({ id, type }) => `${id}: ${type}`)).toEqual(types)
  })

  it('is an id of its own for each component', () => {
    const { blueprint } = read(
      'components:\n- {type: x.y:Web}\n- {type: x.Web}\n- {id: Web_2, type: x.Web}\n- {type: x.Web}\n',
    )
    expect(blueprint.components.map(({ id }) => id)).toEqual(['Web', 'Web_3', 'Web_2', 'Web_4'])
  })
})

describe('the kind blueprint', () => {
  it.each([
    ['components:\n  a: {type: server}\n', true],
    ['name: x\nrequires: {}\ncomponents: []\n', true],
    ['heat_template_version: 2018-08-31\ncomponents: {}\n', false],
    ['components: {}\nservices: {}\n', false],
    ['components: text\n', false],
    ['component:\n  a: {type: server}\n', true],
    ['component: a\n', false],
    ['compiler:\n  a: {type: server}\n', false],
    ['name: x\n', false],
  ])('%j: %s', (text, expected) => {
    const reading = readDocument(text)
    const root = 'document' in reading ? reading.document.root : undefined
    expect(looksLikeTemplate(text) && recognise(root, 'yaml').kind === 'blueprint').toBe(expected)
  })
})

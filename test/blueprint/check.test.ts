/** What check says of blueprints, and that migrate says the same. */

import { createChecker } from '../../src/engine/check.ts'
import { type BlueprintOptions, noOptions } from '../../src/rules/blueprint/options.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { blueprintRun } from './blueprint-run.ts'

afterEach(removeTemporaryTrees)

const ofBoth = /blueprint-(denied|incomplete|misspelt)|data-becomes-call/

function checkedText(text: string, blueprint: BlueprintOptions = noOptions): readonly string[] {
  const checker = createChecker({ blueprint, exists: (path) => path === 'there.sh' })
  const { findings } = checker.run({ path: 'shop.yaml', bytes: Buffer.from(text) }) as {
    findings: readonly { code: string; line: number; message: string }[]
  }
  return findings.map(({ code, line, message }) => `${line} ${code}: ${message}`)
}

function migratedText(text: string, blueprint: BlueprintOptions = noOptions): readonly string[] {
  const { outcomes } = blueprintRun('shop.yaml', text, blueprint)
  return outcomes.flatMap(({ findings }) =>
    findings.map(({ code, line, message }) => `${line} ${code}: ${message}`),
  )
}

const components = 'components:\n'

describe('check of a blueprint reports', () => {
  it.each([
    [
      'a type that is denied',
      `${components}  web: {type: server}\nrequires: {providers: {deny: [org.openstack.Nova.*]}}\n`,
      ["2 blueprint-denied: the blueprint's providers do not allow OS::Nova::Server"],
    ],
    [
      'a type that is not allowed',
      `${components}  mail: {type: x:Mail}\nrequires: {providers: {allow: [com.example.*]}}\n`,
      ["2 blueprint-denied: the blueprint's providers do not allow x:Mail"],
    ],
    [
      'a misspelt type',
      `${components}  web: {type: sever}\n`,
      ['2 blueprint-misspelt: Heat does not have the type "sever"; did you mean "server"?'],
    ],
    [
      'a misspelt type of Heat',
      `${components}  web: {type: "OS::Cinder::Volum", size: 1}\n`,
      [
        '2 blueprint-misspelt: Heat does not have the type "OS::Cinder::Volum"; did you mean "OS::Cinder::Volume"?',
      ],
    ],
    [
      'a misspelt requirement',
      `${components}  web: {type: server, requires: {loadbalancr: {publicPort: 80}}}\n`,
      ['2 blueprint-misspelt: "web" requires loadbalancr; did you mean loadbalancer?'],
    ],
    [
      'a misspelt requirement in its short form',
      `${components}  web: {type: server, requires: {minRamm: 4gb}}\n`,
      ['2 blueprint-ambiguous: "minRamm" has no default attribute that is known; did you mean minRam?'],
    ],
    [
      'a misspelt requirement of the whole',
      `${components}  web: {type: server}\nrequires: {provider: {allow: [com.example.*]}}\n`,
      ['3 blueprint-misspelt: the blueprint requires provider; did you mean providers?'],
    ],
    [
      'a misspelt attribute of a tier',
      `${components}  web: {type: tier, intialSize: 3}\n`,
      ['2 blueprint-misspelt: "intialSize" of "web" is unknown; did you mean "initialSize"?'],
    ],
    [
      'a misspelt attribute of a type of Heat',
      `${components}  web: {type: server, key_nam: k}\n`,
      ['2 blueprint-misspelt: OS::Nova::Server has no property "key_nam"; did you mean "key_name"?'],
    ],
    [
      'a script without content',
      `${components}  web: {type: server, requires: {run: setup}}\n  setup: {type: ShellScript}\n`,
      ['3 blueprint-incomplete: the script "setup" has no content'],
    ],
    [
      'content that does not exist',
      `${components}  web: {type: server, requires: {run: setup}}\n  setup: {content: missing.sh}\n`,
      ['3 missing-file: file "missing.sh" not found (relative to this blueprint)'],
    ],
    [
      'packages without names, and an archive without URL',
      `${components}  web:\n    type: server\n    requires:\n      run: {type: rpm}\n      unpack: {type: tgz, content: app.tgz}\n`,
      [
        '5 blueprint-incomplete: nothing says which rpms "rpm" installs',
        '6 blueprint-incomplete: a server can fetch "tgz" only from a URL',
      ],
    ],
    [
      'a schema without database',
      `${components}  tables: {type: x:Schema, content: there.sh}\n`,
      ['2 blueprint-incomplete: the schema "tables" needs content and a database; nothing loads it'],
    ],
    [
      'dns without name',
      `${components}  web: {type: server, requires: {dns: {}}}\n`,
      ['2 blueprint-incomplete: dns of "web" has no hostname'],
    ],
    [
      'data that HOT would read as a function',
      `${components}  mail: {type: x:Mail, from: {get_param: a}}\n`,
      ['2 data-becomes-call: HOT would read this data as the function get_param'],
    ],
  ])('%s', (_, text, expected) => {
    expect(checkedText(text)).toEqual(expected)
    const both = expected.filter((one) => ofBoth.test(one))
    expect(migratedText(text).filter((one) => ofBoth.test(one))).toEqual(both)
  })

  it.each([
    ['content that exists', '  web: {type: server, requires: {run: setup}}\n  setup: {content: there.sh}\n'],
    ['content at a URL', '  setup: {content: "https://example.org/a.sh"}\n'],
    ['a type of an extension', '  mail: {type: x:Mail}\n'],
    [
      'a type that an inferred component has',
      '  a: {type: x:A, requires: {"serverr": {fulfillment: b}}}\n  b: {}\n',
    ],
    ['what becomes a parameter', '  web: {type: server}\n'],
    ['what HOT cannot say', '  web: {type: server, requires: {x.Fast: {much: 1}}}\n'],
  ])('nothing of %s', (_, text) => {
    expect(checkedText(components + text)).toEqual([])
  })

  it('what the definitions leave to say', () => {
    const text = `${components}  cache: {type: serverr}\nrequires: {providers: {allow: [org.openstack.*]}}\n`
    expect(
      checkedText(text, { ...noOptions, components: { serverr: { type: 'OS::Trove::Instance' } } }),
    ).toEqual([])
    expect(checkedText(text)).toEqual([
      '2 blueprint-misspelt: Heat does not have the type "serverr"; did you mean "server"?',
      "2 blueprint-denied: the blueprint's providers do not allow serverr",
    ])
  })
})

it('takes the definitions by --blueprint, as migrate does', async () => {
  const { root } = temporaryTree({
    'shop.yaml': `${components}  cache: {type: serverr}\n`,
    'ours.txt': 'components: {serverr: "OS::Heat::None"}\n',
  })
  expect((await inProcess(['check', 'shop.yaml'], root)).stdout).toContain('blueprint-misspelt')
  const { stdout } = await inProcess(['check', 'shop.yaml', '--blueprint', 'ours.txt'], root)
  expect(stdout).not.toContain('blueprint-misspelt')
  const wrong = await inProcess(['check', 'shop.yaml', '--blueprint', 'none.txt'], root)
  expect(wrong.status).toBe(64)
  expect(wrong.stderr).toContain('none.txt')
})

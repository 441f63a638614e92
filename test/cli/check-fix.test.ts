import { spawnSync } from 'node:child_process'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const faulty = `heat_template_version: 2018-08-31
# One size for all of them: sise.
parameters:
  size: {type: number, default: 12}  # GiB
resources:
  disk:
    type: OS::Cinder::Volume
    properties: {size: {get_param: "sise"}}   # not sise
outputs:
  place:   {value: {get_attr: [dsik, show]}}
`
const correct = faulty.replace('"sise"', '"size"').replace('dsik', 'disk')

/** Heat takes a type that only an operator has: what is meant is for the author to say. */
const unknownType = `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::RandomStrin}
`

/** A parameter that nothing resembles. */
const undeclared = `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::Value, properties: {value: [{get_param: zones}, {get_param: index}]}}
`

async function fix(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const tree = temporaryTree(files)
  return { tree, ...(await inProcess(['check', '--fix', ...args], tree.root)) }
}

interface Report {
  readonly files: readonly {
    readonly status: string
    readonly proof: string
    readonly findings: readonly {
      readonly code: string
      readonly severity: string
      readonly line: number
      readonly column: number
      readonly fixed?: string
    }[]
  }[]
}

function reported(stdout: string) {
  const { files } = JSON.parse(stdout) as Report
  return files.map(({ status, proof, findings }) => ({
    status,
    proof,
    findings: findings.map(({ code, severity, line, column, fixed }) => ({
      at: `${line}:${column}`,
      code,
      severity,
      fixed,
    })),
  }))
}

describe('check --fix', () => {
  it('shows the diff of what Heat refuses and says what was fixed, and writes nothing', async () => {
    const { tree, status, stdout, stderr } = await fix({ 'a.yaml': faulty })
    expect(tree.read('a.yaml')).toBe(faulty)
    expect(stdout).toBe(`diff --git a/a.yaml b/a.yaml
--- a/a.yaml
+++ b/a.yaml
@@ -5,6 +5,6 @@ parameters:
 resources:
   disk:
     type: OS::Cinder::Volume
-    properties: {size: {get_param: "sise"}}   # not sise
+    properties: {size: {get_param: "size"}}   # not sise
 outputs:
-  place:   {value: {get_attr: [dsik, show]}}
+  place:   {value: {get_attr: [disk, show]}}
`)
    expect(stderr).toContain(
      '2 findings fixed in 1 file\ndry run: nothing was written; add --write to write\n',
    )
    expect(status).toBe(0)
  })

  it('writes with --write, and a second run changes nothing', async () => {
    const { tree, status } = await fix({ 'a.yaml': faulty }, '--write')
    expect(status).toBe(0)
    expect(tree.read('a.yaml')).toBe(correct)
    const again = await inProcess(['check', '--fix', '--write'], tree.root)
    expect(again.stderr).toContain('nothing is fixed\n')
    expect(again.status).toBe(0)
    expect(tree.read('a.yaml')).toBe(correct)
  })

  it('leaves CRLF, a byte order mark and a missing line break at the end as they are', async () => {
    const as = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n').trimEnd()}`
    const { tree } = await fix({ 'a.yaml': as(faulty) }, '--write')
    expect(tree.read('a.yaml')).toBe(as(correct))
  })

  it('leaves a file alone in which there is nothing to fix', async () => {
    const { tree, status, stdout, stderr } = await fix({ 'a.yaml': correct }, '--write')
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toContain('nothing is fixed\n0 files written\n')
    expect(tree.read('a.yaml')).toBe(correct)
  })

  it('reports in JSON what was fixed and what is left, at the lines of the file as it was', async () => {
    const left = faulty.replace('properties: {', 'properties: {colour: red, ')
    const { status, stdout } = await fix({ 'a.yaml': left }, '--format', 'json')
    expect(reported(stdout)).toEqual([
      {
        status: 'changed',
        proof: 'none',
        findings: [
          { at: '8:18', code: 'unknown-property', severity: 'error', fixed: undefined },
          { at: '8:49', code: 'unknown-reference', severity: 'info', fixed: 'Write "size"' },
          { at: '10:32', code: 'unknown-reference', severity: 'info', fixed: 'Write "disk"' },
        ],
      },
    ])
    expect(status).toBe(1)
  })

  it('names other locations in the file as it was, too', async () => {
    const text = `heat_template_version: 2018-08-31
parameters:
  disk: {type: string}
resources:
  disk: {type: OS::Heat::Value, properties: {value: {get_param: disc_size}}}
`
    const { stdout } = await fix({ 'a.yaml': text }, '--format', 'json', '--fix=all')
    const [file] = JSON.parse(stdout).files
    const found = file.findings.map(({ code, line, fixed }: Record<string, unknown>) => [code, line, fixed])
    expect(found).toEqual([
      ['name-collision', 3, undefined],
      ['unknown-reference', 5, 'Declare the parameter "disc_size"'],
    ])
    expect(file.findings[0].related).toEqual([
      { message: '"disk" is declared here', line: 5, column: 3, endLine: 5, endColumn: 7 },
    ])
  })

  it('makes no fix of which nobody knows that it means the same, unless all are asked for', async () => {
    const { tree, stdout, stderr } = await fix({ 'a.yaml': unknownType }, '--write')
    expect(stdout).toBe('')
    expect(tree.read('a.yaml')).toBe(unknownType)
    expect(stderr).toContain('1 finding left that fixes are known for; --fix=all shows those')
    await inProcess(['check', '--fix=all', '--write'], tree.root)
    expect(tree.read('a.yaml')).toBe(unknownType.replace('RandomStrin}', 'RandomString}'))
  })

  it.each([
    ['web_flavor', 'db_flavor'],
    ['port_1', 'port_2'],
    ['pps_names', 'psm_names'],
    ['server_name', 'server_names'],
  ])('takes "%s" for no misspelt "%s": each may be meant', async (name, declared) => {
    const text = `heat_template_version: 2018-08-31
parameters:
  ${declared}: {type: string}
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_param: ${name}}}}
`
    const { tree, stdout, status } = await fix({ 'a.yaml': text })
    expect([stdout, status]).toEqual(['', 1])
    expect((await inProcess(['check', '--fix=all', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('a.yaml')).toBe(text.replace(`get_param: ${name}`, `get_param: ${declared}`))
  })

  it('declares parameters with --fix=all only, each once', async () => {
    const twice = undeclared.replace(
      'resources:\n',
      'resources:\n  b: {type: OS::Heat::Value, properties: {value: {get_param: zones}}}\n',
    )
    const { tree, stdout, status } = await fix({ 'a.yaml': twice }, '--write')
    expect([stdout, status]).toEqual(['', 1])
    expect(tree.read('a.yaml')).toBe(twice)
    expect((await inProcess(['check', '--fix=all', '--write'], tree.root)).status).toBe(0)
    const [head, body] = [twice.slice(0, 34), twice.slice(34)]
    expect(tree.read('a.yaml')).toBe(
      `${head}parameters:\n  index:\n    type: string\n  zones:\n    type: string\n${body}`,
    )
  })

  it('makes no fix that brings something else about', async () => {
    const taken = `heat_template_version: 2018-08-31
resources:
  a:
    type: OS::Heat::RandomString
    properties: {length: 3, lenght: 4}
`
    const { tree, status } = await fix({ 'a.yaml': taken }, '--write')
    expect(status).toBe(1)
    expect((await inProcess(['check', '--fix=all', '--write'], tree.root)).status).toBe(1)
    expect(tree.read('a.yaml')).toBe(taken)
  })

  it('makes the good one of two fixes of which the other one is none', async () => {
    const mixed = `heat_template_version: 2018-08-31
resources:
  a:
    type: OS::Heat::RandomString
    properties: {length: 3, lenght: 4}
  b:
    type: OS::Heat::RandomString
    properties: {lenght: 4}
`
    const { tree } = await fix({ 'a.yaml': mixed }, '--write')
    expect(tree.read('a.yaml')).toBe(mixed.replace('    properties: {lenght', '    properties: {length'))
  })

  it('fixes nothing that is ignored or set aside', async () => {
    const ignored = faulty.replace(
      '  place:',
      '  # hotshift-ignore unknown-reference: an experiment\n  place:',
    )
    const { tree } = await fix({ 'a.yaml': ignored }, '--write')
    expect(tree.read('a.yaml')).toBe(ignored.replace('"sise"', '"size"'))
    const { stdout } = await fix({ 'a.yaml': faulty }, '--except', 'unknown-reference')
    expect(stdout).toBe('')
  })

  it('proves by what Heat refuses, whatever severity the user gives it', async () => {
    const { tree } = await fix(
      { 'a.yaml': unknownType },
      '--write',
      '--severity',
      'unknown-resource-type=error',
    )
    expect(tree.read('a.yaml')).toBe(unknownType)
  })

  it('writes no file with changes that are not committed', async () => {
    const tree = temporaryTree({ 'a.yaml': faulty })
    spawnSync('git', ['init', '-q', tree.root])
    const { status, stdout, stderr } = await inProcess(['check', '--fix', '--write'], tree.root)
    expect(`${stdout}${stderr}`).toContain('--allow-dirty')
    expect(stderr).toContain('error    unknown-reference')
    expect(stderr).not.toContain('fixed:')
    expect(status).toBe(3)
    expect(tree.read('a.yaml')).toBe(faulty)
    expect((await inProcess(['check', '--fix', '--write', '--allow-dirty'], tree.root)).status).toBe(0)
    expect(tree.read('a.yaml')).toBe(correct)
  })

  it('fixes a template on standard input', async () => {
    const { status, stdout } = await inProcess(['check', '--fix', '-'], undefined, {}, faulty)
    expect([status, stdout]).toEqual([0, correct])
  })

  it.each([
    [['check', '--write'], '--write: check changes nothing'],
    [['check', '--allow-dirty'], '--allow-dirty: check changes nothing'],
    [['check', '--fix', '--profile', 'onap', '--repairs'], '--fix makes them'],
    [['check', '--fix', '--baseline', 'b.json'], 'fix first'],
    [['check', '--fix', 'a.zip'], '--fix: hotshift never changes a.zip itself'],
  ])('%j is a mistake', async (args, message) => {
    const { status, stderr } = await inProcess(args, temporaryTree({ 'a.yaml': faulty }).root)
    expect(stderr).toContain(message)
    expect(status).toBe(64)
  })
})

it('renames a template that Heat reads under no such name, with its callers', async () => {
  const caller =
    "heat_template_version: 2018-08-31\nresources: {a: {type: node.yml}, b: {type: 'node.yml'}}\n"
  const node = 'heat_template_version: 2018-08-31\nresources: {}\n'
  const { tree, status } = await fix({ 'main.yaml': caller, 'node.yml': node }, '.', '--write')
  expect(status).toBe(0)
  expect(tree.read('main.yaml')).toBe(caller.replaceAll('node.yml', 'node.yaml'))
  expect(tree.read('node.yaml')).toBe(node)
  expect(tree.list()).toEqual(['main.yaml', 'node.yaml'])
  const taken = await fix({ 'main.yaml': caller, 'node.yml': node, 'node.yaml': node }, '.', '--write')
  expect(taken.tree.read('main.yaml')).toBe(caller)
})

describe('with a profile', () => {
  const lamp = `heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: Watts}
  spare: {type: string, description: Nothing}
resources:
  lamp: {type: OS::Heat::Value, properties: {value: {get_param: siez}}}
outputs:
  size:
    value: {get_attr: [lamp, value]}
`
  const lampFixed = lamp
    .replace('siez', 'size')
    .replace('parameters:', 'description: Heat template base lamp\nparameters:')
  const files = { 'base_lamp.yaml': lamp, 'base_lamp.env': 'parameters:\n  size: 5\n' }

  it('fixes what Heat rejects, and makes the repairs that lose nothing', async () => {
    const { tree, stderr } = await fix(files, '--profile', 'onap', '.', '--write')
    expect(tree.read('base_lamp.yaml')).toBe(lampFixed)
    expect(stderr).toContain('--fix=all shows those that need your decision')
    expect(stderr).not.toContain('--lossy repairs')
  })

  it('says what was fixed and repaired, and what is left, where it stands in the file as it was', async () => {
    const { status, stdout } = await fix(files, '--profile', 'onap', '.', '--format', 'json')
    const { findings } = reported(stdout).find((one) => one.findings.length > 0) ?? { findings: [] }
    expect(findings.filter(({ code }) => code !== 'placeholder-text')).toMatchObject([
      { at: '1:1', code: 'R-39402', severity: 'info' },
      { at: '4:3', code: 'R-90279', severity: 'error' },
      { at: '6:65', code: 'unknown-reference', severity: 'info', fixed: 'Write "size"' },
    ])
    expect(status).toBe(1)
  })

  it('makes those that lose something when asked for all', async () => {
    const { tree } = await fix(files, '--fix=all', '--profile', 'onap', '.', '--write')
    expect(tree.read('base_lamp.yaml')).toBe(
      lampFixed.replace('  spare: {type: string, description: Nothing}\n', ''),
    )
  })

  it('does no more than --only asks for', async () => {
    const { tree, stderr } = await fix(files, '--profile', 'onap', '--only', 'R-39402', '.', '--write')
    expect(tree.read('base_lamp.yaml')).toBe(lampFixed.replace('get_param: size', 'get_param: siez'))
    expect(stderr).not.toContain('R-90279')
  })

  it('writes the manifest that SDC asks for', async () => {
    const { tree } = await fix(files, '--profile', 'sdc', '.', '--write')
    expect(tree.list()).toContain('MANIFEST.json')
    expect(tree.read('base_lamp.yaml')).toBe(lamp.replace('siez', 'size'))
  })
})

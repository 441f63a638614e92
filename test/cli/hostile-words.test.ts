/** What somebody else wrote, in everything that hotshift prints: nothing steers a terminal, a browser, a CI or a spreadsheet. */
import { sha256 } from '../../src/text/document/sha256.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const EVIL = '=1+1\x1b[2J</script><img src=x onerror=alert(1)>\u202e\u2066\u2028|`*\n::error::planted\r'
const formats = ['text', 'json', 'jsonl', 'sarif', 'csv', 'markdown', 'html', 'github', 'gitlab', 'junit']

/** Every text of a plan that may say anything says something evil. */
function evilPlan(): string {
  const finding = {
    code: 'R-90526',
    severity: 'error',
    message: EVIL,
    line: 1,
    column: 1,
    transform: EVIL,
    help: EVIL,
    requirement: { keyword: 'MUST NOT', repair: 'safe' },
  }
  const before = `a: ${EVIL}\n`
  const edits = [{ line: 1, lines: 1, text: `b: ${EVIL}\n` }]
  const after = `b: ${EVIL}\n${before.split('\n').slice(1).join('\n')}`
  const facts = { proof: 'none', kind: EVIL, transforms: [{ id: EVIL, changes: 1 }], findings: [finding] }
  return JSON.stringify({
    $schema: 'urn:hotshift:plan:1',
    version: EVIL,
    command: EVIL,
    arguments: [EVIL],
    options: { [EVIL]: [EVIL] },
    files: [
      {
        ...facts,
        path: `a${EVIL}`,
        newPath: `b${EVIL}`,
        group: EVIL,
        status: 'changed',
        before: { sha256: sha256(before), text: before },
        after: { sha256: sha256(after) },
        edits,
        missingTypes: [EVIL],
        steps: [{ transform: EVIL, edits }],
      },
      { ...facts, path: `c${EVIL}`, status: 'unchanged' },
      ...['skipped', 'blocked', 'failed'].map((status) => ({
        ...facts,
        path: `${status}${EVIL}`,
        status,
        reason: EVIL,
      })),
    ],
    totals: { changed: 1, unchanged: 1, skipped: 1, blocked: 1, failed: 1 },
  })
}

/** What is for people and goes through a browser, a CI or a pager. A patch is passed on as it is. */
function expectTame(text: string, format: string): void {
  const isPassedOn = ['patch', 'csv'].includes(format)
  if (format !== 'patch') expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/)
  // In a patch, and in a cell with quotes, a line break has to be one.
  if (!isPassedOn) expect(text).not.toMatch(/^\s*::error::planted/m)
  if (['html', 'junit'].includes(format)) expect(text).not.toContain('<img')
  if (format === 'markdown') expect(text.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')).not.toContain('<img')
  // Characters are seen in the order in which they are. Data keeps them.
  if (!['patch', 'json', 'jsonl', 'sarif', 'gitlab'].includes(format))
    expect(text).not.toMatch(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/)
  // A spreadsheet takes what begins so for a formula.
  if (format === 'csv') expect(text).not.toMatch(/(?:^|,)"?=1\+1/m)
}

describe('evil words', () => {
  it.each(formats)('of a plan, as %s', async (format) => {
    const tree = temporaryTree({ 'p.json': evilPlan() })
    const { status, stdout, stderr } = await inProcess(['show', 'p.json', '--format', format], tree.root)
    expect(stderr).not.toContain('HOTSHIFT_DEBUG')
    expect([0, 2, 3]).toContain(status)
    expect(stdout.length).toBeGreaterThan(200)
    expectTame(stdout, format === 'text' ? 'patch' : format)
    expectTame(stderr, 'text')
  })

  it.each(['code', 'keyword'])('are no %s of a finding in a plan', async (key) => {
    const evil = evilPlan().replace(key === 'code' ? 'R-90526' : 'MUST NOT', 'x|y')
    const tree = temporaryTree({ 'p.json': evil })
    const { status, stderr } = await inProcess(['show', 'p.json'], tree.root)
    expect(status).toBe(64)
    expect(stderr).toMatch(
      /^hotshift: p\.json is not a plan: at files\[0\]\.findings\[0\]\.[\w.]+: the content has another form\n/,
    )
  })

  it('of a plan, when it is made', async () => {
    const tree = temporaryTree({ 'p.json': evilPlan() })
    const { stdout, stderr } = await inProcess(['apply', 'p.json', '--write'], tree.root)
    expectTame(stdout, 'patch')
    expectTame(stderr, 'text')
    expect(tree.list()).toEqual(['p.json'])
  })

  it.each(formats)('of templates and their names, as %s', async (format) => {
    const name = 'n\x1b[2J<img src=x>.yaml'
    const quoted = JSON.stringify(EVIL)
    const template = `heat_template_version: 2018-08-31
description: ${quoted}
parameters: {${quoted}: {type: ${quoted}, default: ${quoted}}}
resources: {${quoted}: {type: ${quoted}}, r: {type: OS::Nova::Server, properties: {${quoted}: {get_param: ${quoted}}, image: {get_attr: [${quoted}, a]}, flavor: {"Fn::Join": [${quoted}, []]}}}}
`
    const tree = temporaryTree({ [name]: template, 'b.env': `parameters: {${quoted}: 1}\n${quoted}: 1\n` })
    for (const command of [
      ['check', '--profile', 'onap'],
      ['upgrade', '--to', 'rocky', '--partial'],
      ['extract-defaults'],
      ['remediate', '--profile', 'onap', '--lossy'],
    ]) {
      const { stdout, stderr } = await inProcess([...command, '--format', format, '--verbose'], tree.root)
      expect(stderr).not.toContain('HOTSHIFT_DEBUG')
      expectTame(stdout, format === 'text' ? 'patch' : format)
      expectTame(stderr, 'text')
    }
  })

  it.each([
    ['config', '--config', 'c.yaml'],
    ['migrate', '--config', 'c.yaml'],
    ['check', '--baseline', 'c.yaml'],
    ['show', 'c.yaml'],
    ['rename', '--parameter', 'a\x1b[2J=b\x1b[2J'],
    ['capabilities', 'find', '-c', '\x1b[2J=\x1b[2J'],
    ['explain', EVIL],
    ['completion', EVIL],
    ['new', 'transform', EVIL],
    ['list', '--format', EVIL],
    ['review', EVIL],
    ['check', '--since', EVIL],
    ['upgrade', '--decisions', EVIL],
  ])('of configurations, documents and arguments: %j', async (...args) => {
    const tree = temporaryTree({
      'c.yaml': `${JSON.stringify(EVIL)}: ${JSON.stringify(EVIL)}\n`,
      'a.yaml': 'a: 1\n',
    })
    const { stdout, stderr } = await inProcess(args, tree.root)
    expect(stderr).not.toContain('HOTSHIFT_DEBUG')
    expectTame(stdout, 'text')
    expectTame(stderr, 'text')
  })
})

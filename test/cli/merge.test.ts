import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const template = 'heat_template_version: 2016-10-14\nresources:\n  r:\n    type: OS::Heat::None\n'
const wrong = template.replace('type', 'tipe')
const files = Object.fromEntries(
  Array.from({ length: 24 }, (_, i) => [`in/${i}.yaml`, i % 3 === 0 ? wrong : template]),
)

const hotshift = (tree: Pick<TemporaryTree, 'root'>, line: string) => commandLine(tree.root, line)

/** A tree with the reports of all parts of a check, and the report of the whole. */
async function checked() {
  const tree = temporaryTree(files)
  for (const part of [1, 2, 3]) {
    const { out } = await hotshift(tree, `check in --format json --shard ${part}/3`)
    tree.write(`${part}.json`, out)
  }
  return { tree, whole: await hotshift(tree, 'check in --format json') }
}

/** A report without the time that proofs took. */
const untimed = (report: string) =>
  report.replace(/"(?:proofM|m)illiseconds": ?[\d.e-]+| in [\d.]+ s(?=[.,;])/g, '')

describe('merge', () => {
  it('makes of all parts of a run what the whole run says, byte for byte', async () => {
    const { tree, whole } = await checked()
    const merged = await hotshift(tree, 'merge 3.json 1.json 2.json --format json')
    expect(merged.out).toBe(whole.out)
    expect(merged.code).toBe(whole.code)
    expect(whole.code).toBe(1)
    const shares = [1, 2, 3].map((part) => JSON.parse(tree.read(`${part}.json`)).files.length)
    expect(shares.every((share) => share > 0 && share < 24)).toBe(true)
  })

  it('makes other reports as well', async () => {
    const { tree } = await checked()
    const csv = await hotshift(tree, 'check in --format csv')
    expect((await hotshift(tree, 'merge 1.json 2.json 3.json --format csv')).out).toBe(csv.out)
    expect((await hotshift(tree, 'merge 1.json 2.json 3.json --quiet')).out).toContain(
      '24 files: 8 with errors',
    )
  })

  it.each(['csv', 'sarif', 'junit', 'gitlab', 'github', 'markdown'])('makes the same %s', async (format) => {
    const names = Array.from({ length: 8 }, (_, i) => `in/vnf${i}/base_${i}.yaml`)
    const unknown = template.replace('OS::Heat::None', 'OS::Acme::Thing')
    const tree = temporaryTree(Object.fromEntries(names.map((name) => [name, unknown])))
    for (const command of ['check in', 'remediate in --profile onap --lossy']) {
      for (const part of [1, 2])
        tree.write(`${part}.json`, (await hotshift(tree, `${command} --format json --shard ${part}/2`)).out)
      const single = await hotshift(tree, `${command} --format ${format}`)
      const merged = await hotshift(tree, `merge 1.json 2.json --format ${format}`)
      expect(untimed(merged.out)).toBe(untimed(single.out))
    }
  })

  it('makes SARIF with the changes, which one run over all would have had', async () => {
    const hidden = template.replace('resources:', 'parameters: {p: {type: string, hidden: true}}\nresources:')
    const tree = temporaryTree({ ...files, 'in/hidden.yaml': hidden })
    for (const part of [1, 2]) {
      const { out } = await hotshift(tree, `upgrade in --to rocky --format json --shard ${part}/2`)
      expect(out).not.toContain('hidden: true')
      tree.write(`${part}.json`, out)
    }
    const whole = await hotshift(tree, 'upgrade in --to rocky --format sarif')
    expect(whole.out.match(/"fixes":/g)).toHaveLength(24)
    const merged = await hotshift(tree, 'merge 1.json 2.json --format sarif')
    expect(untimed(merged.out)).toBe(untimed(whole.out))
    const json = await hotshift(tree, 'upgrade in --to rocky --format json')
    const mergedJson = await hotshift(tree, 'merge 1.json 2.json --format json')
    expect(untimed(mergedJson.out)).toBe(untimed(json.out))
    tree.write('1.json', tree.read('1.json').replace('"startLine":1,', '"startLine":"x",'))
    expect((await hotshift(tree, 'merge 1.json 2.json --format sarif')).code).toBe(64)
  })

  it('makes SARIF with the changes of several repositories, each of which is one part', async () => {
    const tree = temporaryTree({ 'a/x.yaml': template, 'b/x.yaml': template })
    for (const name of ['a', 'b']) {
      const own = { root: `${tree.root}/${name}` }
      tree.write(`${name}.json`, (await hotshift(own, 'upgrade --to rocky --format json --shard 1/1')).out)
    }
    const { out } = await hotshift(tree, 'merge web=a.json db=b.json --format sarif')
    expect(out.match(/"fixes":/g)).toHaveLength(2)
    expect(out.match(/"uri": ?"(?:web|db)\/x\.yaml"/g)).not.toBeNull()
  })

  it.each([
    ['1.json 3.json', 'the report of part 2/3 is missing'],
    ['1.json 2.json 2.json 3.json', '2.json, 2.json: all of part 2/3'],
    [
      '1.json 2.json 3.json other.json',
      'other.json: the report of another run than 1.json: the options differs',
    ],
    ['in/1.yaml', 'in/1.yaml:1:1 is not a report of hotshift in JSON'],
    ['none.json', 'none.json: '],
    ['1.json 2.json 3.json --format html', 'merge cannot make a review page'],
    ['total.json', 'total.json: the report counts 24 files, and lists 0'],
    ['web=1.json 2.json', 'give a repository name to all reports or to none'],
  ])('refuses what would make a wrong report: %s', async (given, message) => {
    const { tree } = await checked()
    tree.write('other.json', (await hotshift(tree, 'check in/2.yaml --strict --format json')).out)
    tree.write('total.json', (await hotshift(tree, 'check in --summary --format json')).out)
    const { code, err, out } = await hotshift(tree, `merge ${given}`)
    expect([code, out]).toEqual([64, ''])
    expect(err).toContain(message)
  })

  it('counts by repository where reports have names', async () => {
    const tree = temporaryTree({ 'a/x.yaml': template, 'b/x.yaml': wrong })
    for (const name of ['a', 'b'])
      tree.write(
        `${name}.json`,
        (await hotshift({ root: `${tree.root}/${name}` }, 'check --format json')).out,
      )
    const { out, code } = await hotshift(tree, 'merge web=a.json db=b.json --format json')
    const { files: merged, repositories } = JSON.parse(out)
    expect(merged.map(({ path }: { readonly path: string }) => path)).toEqual(['db/x.yaml', 'web/x.yaml'])
    const totals = { changed: 0, unchanged: 1, skipped: 0, blocked: 0, failed: 0 }
    expect([code, repositories]).toEqual([
      1,
      [
        { name: 'web', totals },
        { name: 'db', totals },
      ],
    ])
    expect((await hotshift(tree, 'merge web=a.json db=b.json')).out).toContain('repository  changed')
  })
})

describe('a part of a run', () => {
  it.each(['0/3', '4/3', '1', 'x/2', '1/20000'])('has to be one that there is: %s', async (shard) => {
    const tree = temporaryTree({ 'a.yaml': template })
    const { code, err } = await hotshift(tree, `check --shard ${shard}`)
    expect([code, err.split('\n')[0]]).toEqual([64, `hotshift: --shard ${shard}: no such part`])
  })
})

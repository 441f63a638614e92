import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from './handbook.ts'

const FOLDER = join(ROOT, 'docs/ci')
const names = readdirSync(FOLDER)
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const documents = (name: string) =>
  parseAllDocuments(text(name)).map((one) => {
    expect([...one.errors, ...one.warnings]).toEqual([])
    return one.toJS()
  })

describe('files for other programs in docs/ci', () => {
  it.each(names.filter((name) => /\.ya?ml$/.test(name)))(
    '%s is YAML, and no key stands in it twice',
    (name) => {
      expect(documents(name).every((one) => typeof one === 'object' && one !== null)).toBe(true)
    },
  )

  it.each(names.filter((name) => name.endsWith('.sh')))('%s is understood by bash', (name) => {
    expect(spawnSync('bash', ['-n', join(FOLDER, name)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  it.each(names)('%s is linked from a page', (name) => {
    const pages = ['ci.md', 'many-machines.md'].map((page) => readFileSync(join(ROOT, 'docs', page), 'utf8'))
    expect(pages.join('\n')).toContain(`](ci/${name})`)
  })

  it('ask for as many parts as there are jobs', () => {
    const [github] = documents('github-matrix.yml')
    const { part } = github.jobs.part.strategy.matrix
    expect(part).toEqual([1, 2, 3, 4])
    expect(text('github-matrix.yml')).toContain(`matrix.part }}/${part.length} `)
    const [gitlab] = documents('gitlab-matrix.yml')
    expect(gitlab['hotshift-part']).toMatchObject({ parallel: 4 })
    expect(text('gitlab-matrix.yml')).toContain('--shard "$CI_NODE_INDEX/$CI_NODE_TOTAL"')
    const [, job] = documents('kubernetes.yaml')
    const [container] = job.spec.template.spec.containers
    expect(job.spec).toMatchObject({ completionMode: 'Indexed', completions: 4, parallelism: 4 })
    expect(container.env).toContainEqual({ name: 'PARTS', value: `${job.spec.completions}` })
  })

  it('mount no volume that there is not, and use every input', () => {
    for (const name of ['kubernetes.yaml', 'kubernetes-report.yaml']) {
      const { spec } = documents(name).at(-1).spec.template
      const volumes = spec.volumes.map((one: { readonly name: string }) => one.name).sort()
      const mounts = [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ volumeMounts }) =>
        volumeMounts.map((one: { readonly name: string }) => one.name),
      )
      expect([...new Set(mounts)].sort()).toEqual(volumes)
    }
    const [{ spec }] = documents('gitlab.yml')
    const used = [...text('gitlab.yml').matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, input]) => input)
    expect([...new Set(used)].sort()).toEqual(Object.keys(spec.inputs).sort())
  })
})

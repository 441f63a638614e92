import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { ROOT } from './handbook.ts'

afterEach(removeTemporaryTrees)

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

describe('the action for GitHub', () => {
  const [{ runs }] = parseAllDocuments(readFileSync(join(ROOT, 'action.yml'), 'utf8')).map((one) =>
    one.toJS(),
  )
  const wrong = 'heat_template_version: 2016-10-14\nresources:\n  r: {tipe: OS::Heat::None}\n'

  /** Runs its script as GitHub does, with an npm that installs nothing. */
  function act(env: Readonly<Record<string, string>>) {
    const tree = temporaryTree({
      'in/a.yaml': wrong,
      'bin/npm': '#!/bin/sh\n',
      'bin/hotshift': `#!/bin/sh\nexec ${process.execPath} ${join(ROOT, 'bin/hotshift.cjs')} "$@"\n`,
    })
    for (const name of ['npm', 'hotshift']) chmodSync(join(tree.root, 'bin', name), 0o755)
    const PATH = `${join(tree.root, 'bin')}${delimiter}${process.env.PATH}`
    const inputs = {
      COMMAND: 'check',
      TEMPLATES: 'in',
      PACKAGE: 'hotshift',
      VERSION: 'latest',
      SARIF: '',
      ...env,
    }
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', runs.steps[0].run]
    const options = { cwd: tree.root, encoding: 'utf8', env: { ...process.env, PATH, ...inputs } } as const
    return { tree, ...spawnSync('bash', shell, options) }
  }

  it('shows findings beside the lines, and says by its exit code that there are some', () => {
    const { status, stdout } = act({})
    expect([status, stdout.match(/^::error file=in\/a\.yaml,line=3,/gm)?.length]).toEqual([1, 1])
  })

  it('makes SARIF as well', () => {
    const { status, stdout, tree } = act({ SARIF: 'found.sarif' })
    expect([status, stdout.includes('::error file=in/a.yaml')]).toEqual([1, true])
    expect(JSON.parse(tree.read('found.sarif'))).toMatchObject({ version: '2.1.0' })
  })

  it('ends with the code of a command line that cannot be understood', () => {
    expect(act({ COMMAND: 'chek' })).toMatchObject({ status: 64, stdout: '' })
  })
})

it('the hooks for pre-commit can be installed: npm pack prints the name of its file only', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('\nforeground-scripts=false\n')
})

describe('what installs hotshift', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const yaml = (path: string) =>
    parseAllDocuments(readFileSync(join(ROOT, path), 'utf8')).map((one) => one.toJS())

  it('takes, as an action, the version that it belongs to', () => {
    expect(yaml('action.yml')[0].inputs.version.default).toBe(version)
  })

  it.each(names.filter((name) => /\bnpx |npm install/.test(text(name))))(
    'takes, as %s, the version that it belongs to',
    (name) => {
      const run = [...text(name).matchAll(/\bnpx (?:--yes )?(\S+)/g)].map(([, what]) => what)
      const installed = name === 'gitlab.yml' ? [yaml(`docs/ci/${name}`)[0].spec.inputs.package.default] : []
      expect(new Set([...run, ...installed])).toEqual(new Set([`hotshift@${version}`]))
      for (const [, tag] of text(name).matchAll(/\b(?:ref|rev): (\S+)/g)) expect(tag).toBe(`v${version}`)
    },
  )

  it('takes, in the examples of the page, the version that it belongs to', () => {
    const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')
    const named = [...page.matchAll(/\bnpx (\S+) check|\b(?:ref|rev): v(\S+)/g)]
    expect(named.length).toBeGreaterThan(3)
    for (const [, npx, tag] of named) expect(npx ?? `hotshift@${tag}`).toBe(`hotshift@${version}`)
  })

  it('takes no file for an option', () => {
    for (const { args } of yaml('.pre-commit-hooks.yaml')[0]) expect(args).toEqual(['--'])
    expect(readFileSync(join(ROOT, 'action.yml'), 'utf8')).toContain('-- "${templates[@]}"')
    expect(readFileSync(join(ROOT, 'docs/ci/gitlab.yml'), 'utf8')).toContain('-- $[[ inputs.paths ]]')
  })
})

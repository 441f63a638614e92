/** An error is what stops a deployment: python-heatclient's own code and `Stack.validate` of Heat are asked. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor, python } from './installed.ts'
import { severityCases } from './severity-cases.ts'

const withHeat = hasHeatFor('asking who stops a deployment') ? describe : describe.skip

afterAll(removeTemporaryTrees)

interface Stopped {
  readonly by: 'client' | 'heat' | null
  readonly why: string | null
}

function treeOf({ template, environment, files = {} }: (typeof severityCases)[number]): TemporaryTree {
  return temporaryTree({
    't.yaml': `heat_template_version: 2018-08-31\n${template}\n`,
    ...(environment === undefined ? {} : { 'e.env': `${environment}\n` }),
    ...files,
  })
}

const severities = ['error', 'warning', 'info'] as const

/** The worst that check reports of the template and the environment. */
async function worstOf({ root }: TemporaryTree, hasEnvironment: boolean): Promise<string> {
  const given = hasEnvironment ? ['-e', 'e.env'] : []
  const { stdout } = await inProcess(['check', 't.yaml', ...given, '--format', 'json'], root)
  const { totals } = JSON.parse(stdout)
  return severities.find((one) => totals[`${one}s`] > 0) ?? (totals.failed > 0 ? 'error' : 'nothing')
}

withHeat('a severity', () => {
  const trees = severityCases.map(treeOf)
  const stopped: Stopped[] = []

  beforeAll(() => {
    const asked = trees.map(({ root }, i) => ({
      template: join(root, 't.yaml'),
      environments: severityCases[i]?.environment === undefined ? [] : [join(root, 'e.env')],
    }))
    const { stdout } = spawnSync(python, [join(import.meta.dirname, 'severity.py')], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
    })
    stopped.push(
      ...stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Stopped),
    )
  })

  it('is looked at in sixty stacks', () => {
    expect(severityCases.length).toBeGreaterThanOrEqual(60)
    expect(stopped).toHaveLength(severityCases.length)
  })

  it.each(severityCases.map(({ name, worst }, index) => ({ name, worst, index })))(
    '$name: $worst',
    async ({ worst, index }) => {
      const [tree, heat] = [trees[index], stopped[index]]
      if (tree === undefined) throw new Error('no such case')
      const isStopped = heat?.by === 'client' || heat?.by === 'heat'
      expect([isStopped, heat?.why]).toEqual([
        worst === 'error',
        worst === 'error' ? expect.any(String) : null,
      ])
      expect(await worstOf(tree, severityCases[index]?.environment !== undefined)).toBe(worst)
    },
  )
})

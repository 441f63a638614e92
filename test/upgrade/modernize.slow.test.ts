import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import type { HotVersion } from '../../src/heat/versions.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { lostComments } from './corpus-run.ts'

/** Folders below one. */
type Templates = readonly [root: string, folders: readonly string[]]

const own: readonly [string, Templates] = ['our templates', [ownCorpus, ['hot', 'packages']]]
const real: readonly [string, Templates] = ['real templates', [sharedCorpus, ['hot', 'onap']]]
const corpora = hasSharedCorpus ? [own, real] : [own]

interface Pair {
  readonly path: string
  readonly upgraded: FileOutcome
  readonly modernized: FileOutcome
  readonly again: FileOutcome | undefined
}

function pairsTo(to: string, [root, folders]: Templates): readonly Pair[] {
  const engine = (chain: 'upgrade' | 'modernize') =>
    createEngine({ chain, to, accept: ['router-gateway'], partial: false, registry: transforms })
  const [upgrade, modernize] = [engine('upgrade'), engine('modernize')]
  return folders.flatMap((folder) =>
    filesBelow(join(root, folder)).map((name) => {
      const path = join(folder, name)
      const bytes = readFileSync(join(root, path))
      const modernized = modernize.run({ path, bytes })
      const { after } = modernized
      const again = after === undefined ? undefined : modernize.run({ path, bytes: Buffer.from(after) })
      return { path, upgraded: upgrade.run({ path, bytes }), modernized, again }
    }),
  )
}

/** The oldest, the first with most of the names, a usual one, and the newest. */
const targets: readonly HotVersion[] = ['2013-05-23', '2014-10-16', '2018-08-31', '2021-04-16']

describe.each(targets.flatMap((to) => corpora.map(([name, templates]) => [name, to, templates] as const)))(
  '%s, modernised for %s',
  (_, to, templates) => {
    const pairs = pairsTo(to, templates)
    const wrong = (test: (pair: Pair) => boolean) => pairs.filter(test).map(({ path }) => path)

    it('end in the same bucket as without, or are changed', () => {
      expect(
        wrong(
          ({ upgraded, modernized }) =>
            modernized.status !== upgraded.status &&
            !(upgraded.status === 'unchanged' && modernized.status === 'changed'),
        ),
      ).toEqual([])
    })

    it('are proved, keep their comments, and are done after one run', () => {
      const changed = pairs.filter(({ modernized }) => modernized.status === 'changed')
      expect(changed).not.toEqual([])
      expect(
        wrong(({ modernized }) => modernized.status === 'changed' && modernized.proof !== 'equal'),
      ).toEqual([])
      expect(wrong(({ modernized }) => lostComments(modernized).length > 0)).toEqual([])
      expect(wrong(({ again }) => again !== undefined && again.status !== 'unchanged')).toEqual([])
    })
  },
)

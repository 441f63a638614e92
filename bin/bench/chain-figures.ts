// What the chain costs, as a multiple of P: one bare parse of the same files by `yaml`.

import { createEngine, type EngineOptions } from '../../src/engine/engine.ts'
import type { Engine } from '../../src/engine/engine-contract.ts'
import { prove } from '../../src/engine/proof/proof.ts'
import { recognise } from '../../src/heat/kind.ts'
import { chooseReading } from '../../src/heat/reading.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { transforms } from '../../transforms/registry.ts'
import { type CorpusFile, fileOf } from './corpus-files.ts'
import type { Figure } from './figure.ts'
import { type BestTime, bestTimes } from './measure.ts'

/** A parser as a user of `yaml` would call it. */
export type Parse = (text: string) => unknown

function engine(chain: EngineOptions['chain'], to: string): Engine {
  return createEngine({ chain, to, accept: [], partial: true, registry: transforms })
}

const ids = [...transforms.keys()]
const toHot = engine('migrate', '2018-08-31')
const toYaml = engine('migrate', 'cfn-yaml')
/** Asks every transform; a version that every template has reached already leaves most of them as they are. */
const everything = engine(ids, '2013-05-23')

interface Sorted {
  readonly hot: readonly CorpusFile[]
  readonly cfnYaml: readonly CorpusFile[]
  readonly cfnJson: readonly CorpusFile[]
}

/** The templates among the files that both hotshift and `yaml` can read. */
function sortByKind(files: readonly CorpusFile[], parse: Parse): Sorted {
  const hot: CorpusFile[] = []
  const cfnYaml: CorpusFile[] = []
  const cfnJson: CorpusFile[] = []
  for (const file of files) {
    const { kind, status } = toHot.run(file)
    if (status === 'skipped' || status === 'failed' || !isParsed(file, parse)) continue
    if (kind === 'hot' && everything.run(file).status === 'unchanged') hot.push(file)
    if (/cfn-yaml$/.test(kind)) cfnYaml.push(file)
    if (/cfn-json$/.test(kind)) cfnJson.push(file)
  }
  return { hot, cfnYaml, cfnJson }
}

function isParsed({ text }: CorpusFile, parse: Parse): boolean {
  const { errors } = parse(text) as { readonly errors: readonly unknown[] }
  return errors.length === 0
}

/** The same file with every word changed by which a template is recognised, at the same length. */
function withoutMarkers(file: CorpusFile): CorpusFile {
  const hidden = file.text.replace(/[Vv]ersion|[Rr]esource|[Pp]arameter|Transform/g, (word) =>
    word.replace(/e|n/, '_'),
  )
  return fileOf(file.path, new TextEncoder().encode(hidden))
}

/** JSON templates as YAML, made by hotshift itself. */
function asYaml(files: readonly CorpusFile[]): readonly CorpusFile[] {
  return files.flatMap((file) => {
    const { after } = toYaml.run(file)
    return after === undefined
      ? []
      : [fileOf(file.path.replace(/\.\w+$/, '.yaml'), new TextEncoder().encode(after))]
  })
}

interface Proof {
  readonly file: CorpusFile
  readonly run: () => void
}

/** The proofs of what becomes of files, both sides read already. */
function proofsOf(files: readonly CorpusFile[]): readonly Proof[] {
  return files.flatMap((file) => {
    const { after, proof } = toHot.run(file)
    if (after === undefined || proof === 'none') return []
    const [one, other] = [readDocument(file.text), readDocument(after)]
    if ('problem' in one || 'problem' in other || one.document.root?.kind !== 'map') return []
    const { document } = one
    const { root, syntax } = document
    if (root?.kind !== 'map') return []
    const recognition = recognise(root, syntax)
    const original = { document, root, recognition, reading: chooseReading(root, recognition).reading }
    return [{ file, run: () => prove(original, other.document, new Set()) }]
  })
}

/** What a figure divides: the time of one work by that of another. */
interface Ratio {
  readonly name: string
  readonly of: Work
  readonly by: Work
  readonly target: number
}

type Work =
  | 'parseHot'
  | 'hot'
  | 'unmarked'
  | 'parseJson'
  | 'jsonToYaml'
  | 'parseYaml'
  | 'yamlToHot'
  | 'parseProved'
  | 'proofs'
  | 'parseJsonAsYaml'
  | 'jsonToHot'
  | 'all'

const ratios: readonly Ratio[] = [
  { name: 'unchanged template, all transforms asked', of: 'hot', by: 'parseHot', target: 0.4 },
  { name: 'file without marker words', of: 'unmarked', by: 'parseHot', target: 0.03 },
  { name: 'JSON to YAML', of: 'jsonToYaml', by: 'parseJson', target: 0.5 },
  { name: 'CFN in YAML to HOT', of: 'yamlToHot', by: 'parseYaml', target: 1.5 },
  { name: 'CFN in JSON to HOT, P of its YAML', of: 'jsonToHot', by: 'parseJsonAsYaml', target: 2.5 },
  { name: 'the proof alone', of: 'proofs', by: 'parseProved', target: 0.25 },
]

const WARM = 'files through the chain, warm'

export const chainFigureNames: readonly string[] = [...ratios.map(({ name }) => name), WARM]

/**
 * @param parse P itself
 * @param isWanted whether a figure is measured, by its name
 */
export function chainFigures(
  files: readonly CorpusFile[],
  parse: Parse,
  isWanted: (name: string) => boolean,
): readonly Figure[] {
  const { works, notes } = worksOf(files, parse)
  const wanted = ratios.filter(({ name }) => isWanted(name))
  const needed = [...wanted.flatMap(({ of, by }) => [of, by]), ...(isWanted(WARM) ? (['all'] as const) : [])]
  const times = bestTimes(Object.fromEntries(needed.map((name) => [name, works[name]])))
  const ratio = (of: Work, by: Work, when: keyof BestTime) =>
    (times[of]?.[when] ?? Number.NaN) / (times[by]?.[when] ?? Number.NaN)
  const figures = wanted.map(
    ({ name, of, by, target }): Figure => ({
      name,
      value: ratio(of, by, 'early'),
      clock: ratio(of, by, 'clock'),
      warm: ratio(of, by, 'warm'),
      target,
      unit: 'P',
      note: notes[of] ?? '',
    }),
  )
  if (!isWanted(WARM)) return figures
  const value = (files.length * 1000) / (times.all?.warm ?? Number.NaN)
  return [...figures, { name: WARM, value, unit: 'files/s', note: notes.all ?? '' }]
}

/** All that is measured, and what of. */
function worksOf(files: readonly CorpusFile[], parse: Parse) {
  const { hot, cfnYaml, cfnJson } = sortByKind(files, parse)
  const unmarked = hot.map(withoutMarkers)
  const proofs = proofsOf(cfnYaml)
  const parsing = (set: readonly CorpusFile[]) => () => {
    for (const { text } of set) parse(text)
  }
  const running = (chain: Engine, set: readonly CorpusFile[]) => () => {
    for (const file of set) chain.run(file)
  }
  const works: Readonly<Record<Work, () => void>> = {
    parseHot: parsing(hot),
    hot: running(everything, hot),
    unmarked: running(toHot, unmarked),
    parseJson: parsing(cfnJson),
    jsonToYaml: running(toYaml, cfnJson),
    parseYaml: parsing(cfnYaml),
    yamlToHot: running(toHot, cfnYaml),
    parseProved: parsing(proofs.map(({ file }) => file)),
    proofs: () => {
      for (const { run } of proofs) run()
    },
    parseJsonAsYaml: parsing(asYaml(cfnJson)),
    jsonToHot: running(toHot, cfnJson),
    all: running(toHot, files),
  }
  const notes: Readonly<Partial<Record<Work, string>>> = {
    hot: `${hot.length} HOT templates`,
    unmarked: 'the same, their words changed',
    jsonToYaml: `${cfnJson.length} CFN templates in JSON`,
    yamlToHot: `${cfnYaml.length} CFN templates in YAML`,
    jsonToHot: `${cfnJson.length} CFN templates in JSON`,
    proofs: `${proofs.length} of these that are proved, both sides read`,
    all: `all ${files.length} files, per second of CPU`,
  }
  return { works, notes }
}

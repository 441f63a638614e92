// What the chain costs, as a multiple of P: one bare parse of the same files by `yaml`.

import { readDocument } from '../../src/document/document.ts'
import { createEngine, type EngineOptions } from '../../src/engine/engine.ts'
import type { Engine } from '../../src/engine/engine-contract.ts'
import { prove } from '../../src/engine/proof.ts'
import { recognise } from '../../src/heat/kind.ts'
import { chooseReading } from '../../src/heat/reading.ts'
import { transforms } from '../../transforms/registry.ts'
import { type CorpusFile, fileOf } from './corpus-files.ts'
import type { Figure } from './figure.ts'
import { bestTimes } from './measure.ts'

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

/** The same file with every word changed by which a template can be told, at the same length. */
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

/** @param parse P itself */
export function chainFigures(files: readonly CorpusFile[], parse: Parse): readonly Figure[] {
  const { hot, cfnYaml, cfnJson } = sortByKind(files, parse)
  const unmarked = hot.map(withoutMarkers)
  const jsonAsYaml = asYaml(cfnJson)
  const proofs = proofsOf(cfnYaml)
  const parsing = (set: readonly CorpusFile[]) => () => {
    for (const { text } of set) parse(text)
  }
  const running = (chain: Engine, set: readonly CorpusFile[]) => () => {
    for (const file of set) chain.run(file)
  }
  const times = bestTimes({
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
    parseJsonAsYaml: parsing(jsonAsYaml),
    jsonToHot: running(toHot, cfnJson),
    all: running(toHot, files),
  })
  return [
    figure(
      'unchanged template, all transforms asked',
      times.hot / times.parseHot,
      0.4,
      `${hot.length} HOT templates`,
    ),
    figure(
      'file without marker words',
      times.unmarked / times.parseHot,
      0.03,
      'the same, their words changed',
    ),
    figure(
      'JSON to YAML',
      times.jsonToYaml / times.parseJson,
      0.5,
      `${cfnJson.length} CFN templates in JSON`,
    ),
    figure(
      'CFN in YAML to HOT',
      times.yamlToHot / times.parseYaml,
      1.5,
      `${cfnYaml.length} CFN templates in YAML`,
    ),
    figure(
      'CFN in JSON to HOT, P of its YAML',
      times.jsonToHot / times.parseJsonAsYaml,
      2.5,
      `${cfnJson.length} CFN templates in JSON`,
    ),
    figure(
      'the proof alone',
      times.proofs / times.parseProved,
      0.25,
      `${proofs.length} of these that are proved, both sides read`,
    ),
    {
      name: 'files through the chain, warm',
      value: (files.length * 1000) / times.all,
      unit: 'files/s',
      note: `all ${files.length} files, per second of CPU`,
    },
  ]
}

function figure(name: string, value: number, target: number, note: string): Figure {
  return { name, value, target, unit: 'P', note }
}

// What a user waits for: whole processes on every Node that is there, against a program that does the least of the same.
// `NODES=/path/to/node:/path/to/another npm run bench -- whole` measures on these as well, `ROUNDS=9` more often. The slow
// rows have as many files as it takes to be what they are about, so that three Nodes can be measured in one sitting.

import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'
import { type CorpusFile, fileOf } from './corpus-files.ts'
import type { Figure } from './figure.ts'
import { writeMany } from './many-templates.ts'
import { sortedForUpgrade } from './tree-figure.ts'
import { canRun, type Program, ratiosTo } from './whole-runs.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const TARGET = '2018-08-31'

/** One piece of work, what it is measured by, and how much more it may take: what holds today, with room for a busy machine. */
interface Work {
  readonly name: string
  readonly files: (corpus: readonly CorpusFile[]) => readonly CorpusFile[] | 'many' | 'unchanged'
  readonly args: readonly string[]
  readonly by: 'parse' | 'hash' | 'nothing' | 'heat'
  readonly guard: number
  readonly input?: string
  /** Programs beside it, for comparison. */
  readonly beside?: readonly ('pyyaml' | 'sed')[]
}

const migrate = ['migrate', '--to', TARGET, '--quiet']
const upgrade = ['upgrade', '--to', TARGET, '--quiet']

const works: readonly Work[] = [
  { name: 'CloudFormation once', files: (all) => copies(all, 1), args: migrate, by: 'parse', guard: 2.7 },
  {
    name: 'CloudFormation ten times',
    files: (all) => copies(all, 10),
    args: migrate,
    by: 'parse',
    guard: 2.4,
    beside: ['pyyaml'],
  },
  {
    name: 'CloudFormation fifty times',
    files: (all) => copies(all, 50),
    args: migrate,
    by: 'parse',
    guard: 3.9,
  },
  {
    name: 'a tree of which a fifth changes',
    files: treeOf,
    args: upgrade,
    by: 'parse',
    guard: 1.2,
    beside: ['pyyaml', 'sed'],
  },
  { name: '10,000 small files', files: () => 'many', args: upgrade, by: 'parse', guard: 2.4 },
  {
    name: 'JSON to YAML',
    files: (all) => all.filter(({ path }) => /\.(?:json|template)$/.test(path)),
    args: ['migrate', '--to', 'cfn-yaml', '--quiet'],
    by: 'heat',
    guard: 5,
  },
  { name: 'one small check', files: small, args: ['check', '--quiet'], by: 'nothing', guard: 4 },
  {
    name: 'one small check from standard input',
    files: small,
    args: ['check', '-', '--quiet'],
    input: 'small.yaml',
    by: 'nothing',
    guard: 4,
  },
  {
    name: 'second check of 10,000 files',
    files: () => 'unchanged',
    args: ['check', '--quiet', '--cache-location', '../cache'],
    by: 'hash',
    guard: 6,
  },
]

export const wholeFigureNames = works.map(({ name }) => name)

const walk = `
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const files = () => readdirSync('.', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name)))
`
const programs = {
  parse: `${walk}const { parseDocument } = require(process.argv[2])
for (const bytes of files()) parseDocument(bytes.toString())`,
  hash: `${walk}const { createHash } = require('node:crypto')
for (const bytes of files()) createHash('sha256').update(bytes).digest('hex')`,
}

const python = {
  pyyaml: `import os, yaml
for folder, _, names in os.walk('.'):
    for name in names:
        with open(os.path.join(folder, name)) as file:
            try: yaml.dump(yaml.load(file, Loader=yaml.CSafeLoader), Dumper=yaml.CSafeDumper)
            except yaml.YAMLError: pass
`,
  heat: `import os
from heat.common import template_format
for folder, _, names in os.walk('.'):
    for name in names:
        with open(os.path.join(folder, name)) as file:
            try: template_format.convert_json_to_yaml(file.read())
            except (AttributeError, ValueError): pass  # no template
`,
}

/** A Python that has a module: that of the system, beside whose packages Heat is installed. */
function pythonWith(module: string): string | undefined {
  return ['/usr/bin/python3', 'python3'].find((command) => canRun(command, '-c', `import ${module}`))
}

/**
 * @param isWanted by the name of the figure
 * @param say receives what cannot be measured here
 */
export function wholeFigures(
  corpus: readonly CorpusFile[],
  { root, folder }: { readonly root: string; readonly folder: string },
  isWanted: (name: string) => boolean,
  say: (text: string) => void,
): readonly Figure[] {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, `${name}.cjs`), text)
  // A script of the name of a module would be imported instead of it.
  for (const [name, text] of Object.entries(python)) writeFileSync(join(folder, `with-${name}.py`), text)
  return works
    .filter(({ name }) => isWanted(name))
    .flatMap((work, index) => {
      const cwd = join(folder, `work${index}`, 'files')
      mkdirSync(cwd, { recursive: true })
      const files = work.files(corpus)
      if (files === 'many' || files === 'unchanged') writeMany(cwd, 'hot', 10_000)
      else writeFiles(cwd, files)
      const count = typeof files === 'string' ? '' : `${files.length} files; `
      return figuresOf(work, { root, folder, cwd }, count, say)
    })
}

interface Place {
  readonly root: string
  readonly folder: string
  readonly cwd: string
}

function figuresOf(work: Work, place: Place, count: string, say: (text: string) => void): readonly Figure[] {
  const { name, args, by, guard, beside = [] } = work
  return nodes().flatMap((node) => {
    const base = baseOf(by, node, place)
    if (base === undefined) {
      say(`${name}: ${by} is not to be had here`)
      return []
    }
    const { command } = node
    const own: Program = {
      ...work,
      command,
      args: [join(place.root, 'bin/hotshift.cjs'), ...args],
      cwd: place.cwd,
      // Findings, and what is left to do by hand.
      codes: [1, 3],
    }
    const others = Object.fromEntries(
      beside.flatMap((one) => {
        const program = besideOf(one, place)
        return program === undefined ? [] : [[one, program] as const]
      }),
    )
    const { base: time, ratios } = ratiosTo(base, { own, ...others }, ROUNDS)
    const figure = (what: string, isOwn: boolean): Figure | undefined => {
      const ratio = ratios[what as 'own']
      if (ratio === undefined) return undefined
      return {
        name: `${isOwn ? name : `${name}, ${what}`}, Node ${node.version}`,
        value: ratio.median,
        unit: by === 'parse' ? 'P' : 'x',
        note: `${count}${by} ${time.toFixed(0)} ms; ${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)} in ${ROUNDS} rounds`,
        ...(isOwn ? { target: guard } : {}),
      }
    }
    const figures = ['own', ...Object.keys(others)].flatMap((what) => figure(what, what === 'own') ?? [])
    // A run over several Nodes takes long, and may be ended.
    for (const one of figures) say(`${one.name}: ${one.value.toFixed(2)} ${one.unit} (${one.note})`)
    return figures
  })
}

function baseOf(
  by: Work['by'],
  node: { readonly command: string },
  { root, folder, cwd }: Place,
): Program | undefined {
  switch (by) {
    case 'parse':
      return { ...node, args: [join(folder, 'parse.cjs'), join(root, 'node_modules/yaml')], cwd }
    case 'hash':
      return { ...node, args: [join(folder, 'hash.cjs')], cwd }
    case 'nothing':
      return { ...node, args: ['-e', '0'], cwd }
    case 'heat': {
      const command = pythonWith('heat.common.template_format')
      return command === undefined ? undefined : { command, args: [join(folder, 'with-heat.py')], cwd }
    }
  }
}

function besideOf(one: 'pyyaml' | 'sed', { folder, cwd }: Place): Program | undefined {
  if (one === 'sed')
    return canRun('sed', '--version')
      ? { command: 'bash', args: ['-c', "find . -type f -exec sed 's/2013-05-23/2018-08-31/' {} +"], cwd }
      : undefined
  const command = pythonWith('yaml')
  return command === undefined ? undefined : { command, args: [join(folder, 'with-pyyaml.py')], cwd }
}

/** The Nodes to measure on: the one that runs this, and those that `NODES` names. */
export function nodes(): readonly { readonly command: string; readonly version: string }[] {
  const named = (process.env.NODES ?? '').split(':').filter((one) => one !== '')
  return [process.execPath, ...named].map((command) => ({
    command,
    version: spawnSync(command, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim(),
  }))
}

/** CloudFormation in YAML, each file so many times, with a comment that differs. */
function copies(corpus: readonly CorpusFile[], count: number): readonly CorpusFile[] {
  const engine = createEngine({
    chain: 'migrate',
    to: TARGET,
    accept: [],
    partial: true,
    registry: transforms,
  })
  const own = corpus.filter((file) => /\.ya?ml$/.test(file.path) && /cfn-yaml$/.test(engine.run(file).kind))
  return Array.from({ length: count }, (_, copy) =>
    own.map(({ path, text }) =>
      fileOf(`${copy}/${path}`, new TextEncoder().encode(`${text.trimEnd()}\n# copy ${copy}\n`)),
    ),
  ).flat()
}

function treeOf(corpus: readonly CorpusFile[]): readonly CorpusFile[] {
  const { changed, others } = sortedForUpgrade(corpus)
  const take = (files: readonly CorpusFile[], count: number) =>
    Array.from({ length: files.length === 0 ? 0 : count }, (_, index) => {
      const { path, bytes } = files[index % files.length] as CorpusFile
      return fileOf(`${Math.floor(index / files.length)}/${path}`, bytes)
    })
  return [...take(changed, 300), ...take(others, 1200)]
}

function small(): readonly CorpusFile[] {
  const text = 'heat_template_version: 2018-08-31\nresources:\n  one: {type: OS::Heat::RandomString}\n'
  return [fileOf('small.yaml', new TextEncoder().encode(text))]
}

function writeFiles(root: string, files: readonly CorpusFile[]): void {
  for (const { path, bytes } of files) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

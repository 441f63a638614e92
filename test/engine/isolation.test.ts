/** One bad file never fails another. Files say in a comment where hotshift is to fail on them. */
import { entry, mapping, withAppended } from '../../src/document/build.ts'
import { entryOf } from '../../src/document/read.ts'
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { type Transform, templateTransform } from '../../src/engine/package-transform.ts'

const mockFailing = (text: string | undefined, where: string) => {
  if (text?.includes(`# fails in ${where}`) === true) throw new Error(`boom in ${where}`)
}

jest.mock('../../src/print/print.ts', () => {
  const actual = jest.requireActual('../../src/print/print.ts')
  return {
    ...actual,
    printDocument: (document: { text: string }, ...rest: readonly unknown[]) => {
      mockFailing(document.text, 'print')
      return actual.printDocument(document, ...rest)
    },
  }
})

jest.mock('../../src/semantics/deployment.ts', () => {
  const actual = jest.requireActual('../../src/semantics/deployment.ts')
  return {
    ...actual,
    compareDeployments: (before: { text?: string }, ...rest: readonly unknown[]) => {
      mockFailing(before.text, 'proof')
      return actual.compareDeployments(before, ...rest)
    },
  }
})

jest.mock('../../src/package/load.ts', () => {
  const actual = jest.requireActual('../../src/package/load.ts')
  return {
    ...actual,
    load: (input: { bytes: Uint8Array }, ...rest: readonly unknown[]) => {
      mockFailing(Buffer.from(input.bytes).toString(), 'load')
      return actual.load(input, ...rest)
    },
  }
})

const about = { title: 'Try', description: 'Tries.', references: [], safety: 'exact' } as const

/** Gives each template an empty section. */
const adding = (id: string, section: string): Transform =>
  templateTransform({
    ...about,
    id,
    appliesTo: (kind) => kind === 'hot',
    run: (file) => {
      mockFailing(file.document.text, 'transform')
      if (entryOf(file.root, section) !== undefined) return file
      return { ...file, root: withAppended(file.root, entry(section, mapping([], { style: 'flow' }))) }
    },
  })

const ofTemplates = adding('test/add', 'outputs')

/** Sees all files of a folder. */
const ofPackages: Transform = {
  ...about,
  id: 'test/look',
  run: (pkg) => {
    for (const { document } of pkg.files.values()) mockFailing(document.text, 'package transform')
    return pkg
  },
}

const template = 'heat_template_version: 2018-08-31\nresources: {}\n'

function outcomes(
  files: Readonly<Record<string, string>>,
  chain: readonly Transform[] = [ofTemplates, ofPackages],
  allowUnproved = false,
): readonly FileOutcome[] {
  const registry = new Map()
  const engine = createEngine({ chain, to: 'latest', accept: [], partial: false, allowUnproved, registry })
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return engine.runTogether?.(inputs) ?? []
}

function lines(found: readonly FileOutcome[]): readonly string[] {
  return found.map(
    ({ path, status, reason, findings }) =>
      `${path} ${status}: ${reason ?? '-'} [${findings.map(({ code }) => code).join(' ')}]`,
  )
}

it.each(['transform', 'print', 'load'])('what fails in %s of one file leaves the others alone', (where) => {
  const files = { 'bad.yaml': `${template}# fails in ${where}\n`, 'good.yaml': template }
  expect(lines(outcomes(files))).toEqual([
    `bad.yaml failed: internal error: boom in ${where} [internal-error]`,
    'good.yaml changed: - []',
  ])
})

it.each([false, true])('what fails in the proof lets nothing through, unproved: %s', (allowUnproved) => {
  const files = { 'bad.yaml': `${template}# fails in proof\n`, 'good.yaml': template }
  expect(lines(outcomes(files, [ofTemplates, ofPackages], allowUnproved))).toEqual([
    'bad.yaml failed: internal error: the proof could not be done: boom in proof [internal-error]',
    'good.yaml changed: - []',
  ])
})

it('a file in which a transform failed is left alone by those behind it', () => {
  const later = adding('test/later', 'parameters')
  const found = outcomes({ 'bad.yaml': `${template}# fails in transform\n`, 'good.yaml': template }, [
    ofTemplates,
    later,
    ofPackages,
  ])
  expect(found.map(({ path, transforms }) => [path, transforms.map(({ id }) => id)])).toEqual([
    ['bad.yaml', []],
    ['good.yaml', ['test/add', 'test/later']],
  ])
})

it('names a transform of the user that failed on a file', () => {
  const own = { ...ofTemplates, file: '/mine.ts' }
  const files = { 'bad.yaml': `${template}# fails in transform\n`, 'good.yaml': template }
  expect(lines(outcomes(files, [own, ofPackages]))).toEqual([
    'bad.yaml failed: test/add failed: boom in transform [transform-failed]',
    'good.yaml changed: - []',
  ])
})

describe('a transform that sees a folder and fails', () => {
  const files = {
    'bad.yaml':
      'heat_template_version: 2018-08-31\nresources: {n: {type: nested.yaml}}\n# fails in package transform\n',
    'bad.env': 'parameters: {}\n',
    'good.yaml': template,
    'nested.yaml': template,
  }

  it('fails what hangs together with what it met', () => {
    expect(lines(outcomes(files))).toEqual([
      'bad.yaml failed: internal error: boom in package transform [internal-error]',
      'bad.env failed: internal error: boom in package transform [internal-error]',
      'good.yaml changed: - []',
      'nested.yaml failed: internal error: boom in package transform [internal-error]',
    ])
  })

  it('fails all when it is of the user, for nobody knows what it looks at', () => {
    const own = { ...ofPackages, file: '/mine.ts' }
    expect(lines(outcomes(files, [ofTemplates, own]))).toEqual(
      Object.keys(files).map(
        (path) => `${path} failed: test/look failed: boom in package transform [transform-failed]`,
      ),
    )
  })
})

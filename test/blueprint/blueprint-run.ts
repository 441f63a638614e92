import { createEngine } from '../../src/engine/engine.ts'
import { type FileOutcome, outcomesOf } from '../../src/engine/outcome.ts'
import { callOf } from '../../src/heat/calls.ts'
import { type BlueprintOptions, noOptions } from '../../src/rules/blueprint/options.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { mapOf, scalarOf, valueOf } from '../../src/text/document/read.ts'
import { toHotWith } from '../../transforms/blueprint/to-hot/index.ts'
import { transforms } from '../../transforms/registry.ts'

/** Texts by their paths. */
export type MadeFiles = ReadonlyMap<string, string>

export interface BlueprintRun {
  readonly outcomes: readonly FileOutcome[]
  readonly files: MadeFiles
}

/** What `migrate` makes of one blueprint. */
export function blueprintRun(
  path: string,
  text: string,
  options: BlueprintOptions = noOptions,
  to = '2018-08-31',
): BlueprintRun {
  const besides = [toHotWith(options)]
  const engine = createEngine({
    chain: 'migrate',
    to,
    accept: [],
    partial: false,
    registry: transforms,
    besides,
  })
  const outcomes = outcomesOf(engine.run({ path, bytes: Buffer.from(text) }))
  const files = outcomes.flatMap(({ path: old, newPath = old, after }) =>
    after === undefined ? [] : [[newPath, after] as const],
  )
  return { outcomes, files: new Map(files) }
}

/** The files together with a stub for each template that is to be supplied. */
export function withStubs(files: MadeFiles): MadeFiles {
  const stubs = new Map(files)
  for (const text of files.values()) {
    const wanted = /# To be supplied\. (?:Its parameters: (.*)|It is given nothing)\r?\n +(\S+): (\S+)/g
    for (const [, names = '', type = '', path = ''] of text.matchAll(wanted)) {
      const parameters = names.split(', ').filter((name) => name !== '')
      const types = parameters.map((name) => `  ${name}: {type: ${typeOf(name, type, files)}, default: ''}\n`)
      const section = types.length === 0 ? '' : `parameters:\n${types.join('')}`
      stubs.set(path, `heat_template_version: 2018-08-31\n${section}resources: {}\n`)
    }
  }
  return stubs
}

/** The type of a parameter that takes what resources of a type are given. */
function typeOf(name: string, type: string, files: MadeFiles): 'json' | 'string' {
  for (const text of files.values()) {
    const reading = readDocument(text)
    const root = 'document' in reading ? mapOf(reading.document.root) : undefined
    for (const { value } of mapOf(valueOf(root, 'resources'))?.entries ?? []) {
      const resource = mapOf(value)
      if (scalarOf(valueOf(resource, 'type'))?.value !== type) continue
      const given = valueOf(mapOf(valueOf(resource, 'properties')), name)
      if (given !== undefined && scalarOf(given) === undefined && callOf(given) === undefined) return 'json'
    }
  }
  return 'string'
}

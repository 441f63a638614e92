/** Stacks to look into, with environments: real templates, those of the project, and templates that are made up. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import type { VerifyInput } from '../../../src/engine/proof/verify.ts'
import { requestText, stackRequest } from '../../../src/engine/queries/request-body.ts'
import { jsonText } from '../../../src/heat/values/json-text.ts'
import { hotVersions } from '../../../src/heat/versions.ts'
import { questionOf } from '../agreement.ts'
import { environments, hotTemplates } from '../generated-hot.ts'

/** A stack in files, and the request by which Heat gets it. */
export interface StackInFiles {
  /** What people call it. */
  readonly name: string
  /** Absolute. */
  readonly template: string
  readonly environments: readonly string[]
}

export interface AskedStack {
  readonly name: string
  readonly input: VerifyInput
  /** The body of the request, as JSON. */
  readonly body: string
}

export const bytesAt = (path: string): Uint8Array | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined

/** The templates below a folder that Heat reads, sorted by path. */
export function templatesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:json|ya?ml|template)$/.test(path))
    .filter((path) => /heat_template_version|HeatTemplateFormatVersion/.test(String(bytesAt(path))))
}

/** Scripts that were not collected with a template have a content of one line; a template must be there. */
function readOrMadeUp(path: string): Uint8Array | undefined {
  const isTemplate = /\.(?:json|ya?ml|template)$/.test(path)
  return (
    bytesAt(path) ?? (isTemplate ? undefined : new TextEncoder().encode(`of ${path.split('/').at(-1)}\n`))
  )
}

/** Undefined for what is no stack: a client would send nothing. */
export function askedStack({ name, template, environments }: StackInFiles): AskedStack | undefined {
  const fileAt = (path: string) => ({ path, bytes: readFileSync(path) })
  const input = { ...fileAt(template), environments: environments.map(fileAt), read: readOrMadeUp }
  const made = stackRequest(input, dirname(template), readOrMadeUp)
  return 'problem' in made ? undefined : { name, input, body: requestText(made) }
}

/**
 * Templates with the environments that lie beside them; the others get one of values that samples have for their parameters, in turn
 * those that are needed and others than the defaults.
 *
 * @param folder for the environments that are made
 */
export function stacksOf(templates: readonly string[], folder: string): readonly StackInFiles[] {
  mkdirSync(folder, { recursive: true })
  return templates.flatMap((template, index) => {
    const beside = `${template.replace(/\.[^.]*$/, '')}.env`
    if (existsSync(beside)) return [{ name: template, template, environments: [beside] }]
    const samples = questionOf(template)?.samples ?? []
    const sample = samples[samples.length > 1 ? index % 2 : 0]
    if (sample === undefined) return []
    const own = join(folder, `${index}.env`)
    const parameters = jsonText(new Map(sample.parameters), 'as it is')
    writeFileSync(own, `{"parameters": ${parameters}}`)
    return [{ name: template, template, environments: [own] }]
  })
}

/** Templates of every version with the functions that it has, each with an environment. */
export function madeUpStacks(count: number, seed: number, folder: string): readonly StackInFiles[] {
  mkdirSync(folder, { recursive: true })
  const each = Math.ceil(count / hotVersions.length)
  return hotVersions
    .flatMap((version) => fc.sample(fc.tuple(hotTemplates(version), environments), { seed, numRuns: each }))
    .slice(0, count)
    .map(([template, { parameters, defaults }], index) => {
      const [path, environment] = [join(folder, `${index}.yaml`), join(folder, `${index}.env`)]
      writeFileSync(path, JSON.stringify(template, null, 1))
      writeFileSync(environment, JSON.stringify({ parameters, parameter_defaults: defaults }))
      return { name: path, template: path, environments: [environment] }
    })
}

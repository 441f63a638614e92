import { impactOf, type UpdateOptions } from '../../src/engine/proof/impact.ts'
import type { Value } from '../../src/heat/values/value.ts'
import type { Effect, StackImpact } from '../../src/meaning/impact/model.ts'

const encoder = new TextEncoder()

/** What an update from one text to another does; `files` are beside both. */
export function impactBetween(
  before: string,
  after: string,
  values: Readonly<Record<string, Value>> = {},
  files: Readonly<Record<string, string>> = {},
  filesAfter: Readonly<Record<string, string>> = files,
  options: UpdateOptions = {},
): StackImpact {
  const reading = (all: Readonly<Record<string, string>>) => (path: string) =>
    all[path] === undefined ? undefined : encoder.encode(all[path])
  const answer = impactOf(
    { path: 'before.yaml', bytes: encoder.encode(before), read: reading(files) },
    { path: 'after.yaml', bytes: encoder.encode(after), read: reading(filesAfter) },
    { values: new Map(Object.entries(values)), ...options },
  )
  if ('problem' in answer) throw new Error(JSON.stringify(answer.problem))
  return answer.impact
}

/** By resource what happens, in words: `replace`, `update if is_prod`, `may replace`. */
export function effectsOf({ resources }: StackImpact): Readonly<Record<string, string>> {
  return Object.fromEntries(resources.map(({ name, effects }) => [name, effects.map(effectText).join(', ')]))
}

function effectText({ action, certainty, when }: Effect): string {
  const may = certainty === 'may' ? 'may ' : ''
  return `${may}${action}${when === undefined ? '' : ` if ${when}`}`
}

const versionLine = 'heat_template_version: 2018-08-31\n'

/** A template with some sections. */
export function template(sections: string): string {
  return versionLine + sections
}

/** A template with resources, one in a line: `server OS::Nova::Server {flavor: a}`. */
export function withResources(...lines: readonly string[]): string {
  const resources = lines.map((line) => {
    const [, name = '', type = '', rest = '{}'] = /^(\S+) (\S+) ?(.*)$/s.exec(line) ?? []
    return `  ${name}: {type: ${type}, properties: ${rest || '{}'}}`
  })
  return template(`resources:\n${resources.join('\n')}\n`)
}

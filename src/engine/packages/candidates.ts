/** A type for which a registry lists several templates: what a template gives it is held against each of them. */
import { resolveCapabilities } from '../../rules/capabilities/resolve.ts'
import type { Around } from '../../stack/around.ts'
import type { NamedType } from '../../stack/names.ts'
import type { RegistryMapping } from '../../stack/registry.ts'
import { type Finding, findingOf, sameAt } from '../findings/finding.ts'

/** A list of a registry, of which nobody has chosen yet. */
export interface OpenChoice {
  readonly of: RegistryMapping
  /** The paths of the templates. */
  readonly candidates: readonly string[]
}

/** A list entry of a registry reduced to the one template chosen from it. */
export interface Chosen {
  readonly of: RegistryMapping
  readonly path: string
}

export function openChoice(named: NamedType): OpenChoice | undefined {
  const of = named.is === 'choice' ? named.by.at(-1) : undefined
  return of === undefined || named.is !== 'choice' ? undefined : { of, candidates: named.candidates }
}

/**
 * The choices with the candidates that can be read; of one that the environments of a template make by what they require,
 * with the template that is chosen alone.
 */
export function withRequirements(
  choices: readonly OpenChoice[],
  template: string,
  around: Around,
): readonly OpenChoice[] {
  const together = around.environmentsOf(template)
  return choices.map((one) => {
    const own = around.file(one.of.environment)
    const environments = together.some(({ path }) => path === own?.path) ? together : own ? [own] : []
    const files = one.candidates.flatMap((path) => around.file(path) ?? [])
    const templates = new Map(files.map((file) => [file.path, file]))
    const { choices } = resolveCapabilities({ environments, templates })
    const chosen = choices.find(({ of }) => of.entry === one.of.entry)?.chosen.path
    return { ...one, candidates: chosen === undefined ? [...templates.keys()] : [chosen] }
  })
}

/** The choice of a list as made; anything else as it is. */
export function afterChoice(named: NamedType, chosen: Chosen | undefined): NamedType {
  if (named.is !== 'choice' || chosen === undefined || named.by.at(-1) !== chosen.of) return named
  return { is: 'file', path: chosen.path, by: named.by }
}

/**
 * What is wrong with each of the candidates is wrong; what is wrong with some of them says where they part.
 *
 * @param known what is found whichever of them is chosen
 * @param foundWith what is found with one of them
 */
export function candidateFindings(
  { of, candidates }: OpenChoice,
  known: readonly Finding[],
  foundWith: (chosen: Chosen) => readonly Finding[],
): readonly Finding[] {
  const reported = new Set(known.map(keyOf))
  const found = new Map<string, { readonly finding: Finding; readonly by: string[] }>()
  for (const path of candidates)
    for (const finding of foundWith({ of, path })) {
      const key = keyOf(finding)
      if (reported.has(key) || finding.severity === 'info') continue
      const one = found.get(key) ?? { finding, by: [] }
      found.set(key, one)
      if (one.by.at(-1) !== path) one.by.push(path)
    }
  return [...found.values()].map(({ finding, by }) =>
    by.length === candidates.length ? finding : parting(finding, by),
  )
}

function parting({ code, item = code, message, range }: Finding, by: readonly string[]): Finding {
  const which = by.map((path) => `"${path}"`).join(' or ')
  // Each candidate may be rejected for a reason of its own, all at the resource that needs one.
  const details = { item: [...by, item].join(' ') }
  return findingOf('capability-candidates-part', `with ${which}: ${message}`, range, details)
}

function keyOf(finding: Finding): string {
  return `${sameAt(finding) ?? finding.code}\0${finding.range?.end}`
}

import { createEngine, type EngineOptions } from '../../src/engine/engine.ts'
import { followRenames } from '../../src/engine/names/follow-renames.ts'
import type { ChangedOutcome, FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'

/** What `upgrade --to rocky` makes of a text, transform by transform. */
export function upgraded(text: string, path = 'a.yaml'): ChangedOutcome {
  return changed(outcomesOf({ [path]: text }, { chain: 'upgrade', to: 'rocky' }), path)
}

/** What a chain makes of files, references to new names included. */
export function outcomesOf(
  files: Readonly<Record<string, string>>,
  options: Pick<EngineOptions, 'chain' | 'to'>,
): readonly FileOutcome[] {
  const engine = createEngine({ accept: [], partial: false, steps: true, registry: transforms, ...options })
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return followRenames(
    inputs.map((input) => engine.run(input)),
    (path) => files[path],
  )
}

export function changed(outcomes: readonly FileOutcome[], path: string): ChangedOutcome {
  const outcome = outcomes.find((one) => one.path === path)
  if (outcome?.status !== 'changed') throw new Error(`${path} is ${outcome?.status}: ${outcome?.reason}`)
  return outcome
}

/** A template whose upgrade has three hunks, each made by a transform of its own. */
export const threeHunks = `heat_template_version: 2013-05-23
# what it is for
parameters:
  x: {type: string}
resources:
  a:
    type: OS::Nova::Server
    properties:
      name: {"Fn::Join": ["-", [{get_param: x}, b]]}
      image: i
      flavor: f
      user_data: |
        one
        two
        three
        four
  b:
    type: OS::Nova::Server
    properties:
      name: {"Fn::Select": [0, [p, q]]}
      flavor: f
`

import { readBlueprint } from '../../src/blueprint/model.ts'
import { sameBlueprint } from '../../src/blueprint/same.ts'
import { type Mapping, relinkAliases, type UnnamedTransform, withRoot } from '../../src/engine/authoring.ts'

/** A transform that writes the same blueprint in another form; what cannot be understood stays as it is. */
export function changeForm(
  change: (root: Mapping) => Mapping,
  about: Pick<UnnamedTransform, 'title' | 'description'>,
): UnnamedTransform {
  return {
    ...about,
    references: ['Blueprint DSL, Schema Definition'],
    safety: 'exact',
    keepsData: true,
    appliesTo: (kind) => kind === 'blueprint',
    run(template, context) {
      const { root } = template
      const before = readBlueprint(root)
      for (const { code, at, message } of before.problems) context.report(code, at, message)
      if (before.problems.length > 0) return template
      const changed = relinkAliases(change(root))
      // What merge keys bring in may count for another component than the one that it stands in.
      if (changed === root || sameBlueprint(before, readBlueprint(changed)))
        return withRoot(template, changed)
      context.report('anchor-edit', root, 'a merge key brings in what has another form in each place')
      return template
    },
  }
}

import { readBlueprint } from '../../src/blueprint/model.ts'
import { type Mapping, type UnnamedTransform, withRoot } from '../../src/engine/authoring.ts'

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
      const { problems } = readBlueprint(template.root)
      for (const { code, at, message } of problems) context.report(code, at, message)
      return problems.length > 0 ? template : withRoot(template, change(template.root))
    },
  }
}

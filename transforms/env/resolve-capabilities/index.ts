import type { Transform } from '../../../src/engine/authoring/package-transform.ts'
import { environmentsOf } from '../../../src/rules/capabilities/model.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { type ResolveOptions, withChosen } from './choices.ts'
import { withoutSections } from './sections.ts'

export function resolveCapabilitiesWith(options: ResolveOptions): Transform {
  return {
    id: 'env/resolve-capabilities',
    title: 'Choose among the implementations of a type',
    description:
      'Replaces each list in the registry of an environment by the one template that has the required capabilities, and takes out what Heat does not read.',
    references: ['Template capabilities, Resolution', 'heat.engine.environment.ResourceRegistry'],
    safety: 'exact',
    keeps: 'meaning',
    run(pkg, context) {
      const all = environmentsOf(pkg, options.environments)
      // Without one of them, which cannot be read, the choices are not known, nor what may be taken out.
      if (all.length < (options.environments?.length ?? 0)) return pkg
      const together = options.environments === undefined ? all.map((one) => [one]) : [all]
      const chosen = together.reduce<Workspace | undefined>(
        (current, some) => current && withChosen(current, some, options, context),
        pkg,
      )
      if (chosen === undefined) return pkg
      return options.keepAnnotations === true ? chosen : withoutSections(chosen, all, context)
    },
  }
}

export const resolveCapabilitiesAlone: Transform = resolveCapabilitiesWith({})

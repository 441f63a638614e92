import { annotated, typesFromRegistries } from '../../../src/capabilities/annotate.ts'
import {
  type Capabilities,
  environmentsOf,
  resourceTypeKey,
  sourcesOf,
  templatesOf,
} from '../../../src/capabilities/model.ts'
import { nameOf } from '../../../src/document/read.ts'
import type { Transform } from '../../../src/engine/package-transform.ts'

export interface AnnotateOptions {
  /** The environments whose registries say which types a template stands for; by default all. */
  readonly environments?: readonly string[]
  /** What templates are capable of besides that. */
  readonly capabilities?: Capabilities
  /** The templates that `capabilities` are said of, by their paths; by default all. */
  readonly isMeant?: (path: string) => boolean
  /** What becomes of a key that says something else already. */
  readonly existing?: 'overwrite' | 'keep'
}

export function annotateCapabilitiesWith(options: AnnotateOptions): Transform {
  const { environments, capabilities = new Map(), isMeant = () => true, existing = 'keep' } = options
  return {
    id: 'env/annotate-capabilities',
    title: 'Say in templates what they are capable of',
    description:
      'Writes `capabilities` into templates: the types for which registries name them, and what the command line gives.',
    references: ['Template capabilities, Annotation'],
    safety: 'exact',
    run(pkg, context) {
      const types = typesFromRegistries(sourcesOf(pkg, environmentsOf(pkg, environments)))
      return templatesOf(pkg).reduce((current, file) => {
        const derived = types.get(file.path)
        const wanted: Capabilities = new Map([
          ...(isMeant(file.path) ? capabilities : []),
          ...(derived === undefined ? [] : ([[resourceTypeKey, derived]] as const)),
        ])
        const { root, kept } = annotated(file, wanted, existing)
        for (const entry of kept) {
          const values = wanted.get(nameOf(entry) ?? '') ?? []
          const message = `"${nameOf(entry)}" says something else than ${values.join(', ')}, and stays`
          context.report('capability-kept', file.path, entry, message)
        }
        if (root !== file.root)
          context.intend({
            kind: 'declaration',
            change: 'capabilities-added',
            path: file.path,
            parameter: undefined,
          })
        return current.withRoot(file.path, root)
      }, pkg)
    },
  }
}

export const annotateCapabilities: Transform = annotateCapabilitiesWith({})

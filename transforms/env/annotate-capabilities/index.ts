import type { Transform } from '../../../src/engine/authoring/package-transform.ts'
import { type AnnotateOptions, annotations } from '../../../src/rules/capabilities/annotate.ts'
import { nameOf } from '../../../src/text/document/read.ts'

export function annotateCapabilitiesWith(options: AnnotateOptions): Transform {
  return {
    id: 'env/annotate-capabilities',
    title: 'Say in templates what they are capable of',
    description:
      'Writes `capabilities` into templates: the types for which registries name them, and what the command line gives.',
    references: ['Template capabilities, Annotation'],
    safety: 'exact',
    keeps: 'meaning',
    run(pkg, context) {
      return annotations(pkg, options).reduce((current, { file, root, kept, wanted }) => {
        for (const entry of kept) {
          const values = wanted.get(nameOf(entry) ?? '') ?? []
          const message = `"${nameOf(entry)}" is not ${values.join(', ')}, and is kept`
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

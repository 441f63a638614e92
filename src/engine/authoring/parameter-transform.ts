/** An edit of a parameter that a user asks for, as a transform. */
import { editParameter } from '../../stack/refactor/edit-parameter.ts'
import type { EditScope, ParameterEdit } from '../../stack/refactor/parameter-edit.ts'
import { reportValuesElsewhere } from '../names/values-elsewhere.ts'
import type { Transform } from './package-transform.ts'

interface ParameterOptions {
  /** The templates that the edit is about. */
  readonly templates: EditScope
  /** Called when some package has something to do with it. */
  readonly used?: () => void
  /** Whether it is made although a file that cannot be read may have to do with it. */
  readonly isPartial?: boolean
}

const titles: Readonly<Record<ParameterEdit['kind'], string>> = {
  add: 'Add a parameter',
  pass: 'Pass a parameter to a nested template',
  remove: 'Remove a parameter',
  'drop-default': 'Drop the default of a parameter',
  'set-default': 'Set the default of a parameter',
  'set-type': 'Change the type of a parameter',
}

export function parameterTransform(
  edit: ParameterEdit,
  { templates, used, isPartial = false }: ParameterOptions,
): Transform {
  const title = titles[edit.kind]
  return {
    id: `parameter ${edit.kind}`,
    title,
    description: `${title} in all locations of a package: declarations, properties passed to nested templates, environments.`,
    references: ['HOT specification, Parameters section', 'HOT specification, Template composition'],
    safety: 'lossy',
    run(pkg, context) {
      const tried = editParameter(pkg, edit, templates, isPartial ? 'partial' : 'whole')
      if (tried.is === 'none') {
        if (edit.kind === 'remove') reportValuesElsewhere(pkg, edit.name, 'stays', context)
        return pkg
      }
      used?.()
      if (tried.is === 'blocked') {
        for (const { path, at, why } of tried.blockers) {
          const where = pkg.files.has(path)
            ? { path, at }
            : { path: [...pkg.files.keys()][0] ?? path, at: undefined }
          context.report(
            'parameter-not-edited',
            where.path,
            where.at,
            `"${edit.name}" stays as it is: ${why}`,
          )
        }
        return pkg
      }
      const { made } = tried
      for (const [path, { root }] of made.pkg.files)
        if (pkg.files.get(path)?.root !== root) context.change(path, undefined, title)
      for (const { code, path, at, message } of made.notes) context.report(code, path, at, message)
      return made.pkg
    },
  }
}

/** Makes the steps of answers. */

import { entryRead } from '../../heat/merge-keys.ts'
import { parameterRead } from '../../heat/reads.ts'
import { section } from '../../heat/sections.ts'
import { type Attempt, attempt, Stuck, stuckAt } from '../../stack/refactor/edit.ts'
import { putValue } from '../../stack/refactor/environment.ts'
import { requireParameter } from '../../stack/refactor/give-parameter.ts'
import { removeParameter } from '../../stack/refactor/remove-parameter.ts'
import { renameParameters } from '../../stack/refactor/rename-parameter.ts'
import { renameResource } from '../../stack/refactor/rename-resource.ts'
import { type TreeEdit, withTreeEdit } from '../../stack/refactor/tree-edits.ts'
import { baseName, directoryOf, fileName, isEnvironment, recognisedAnew } from '../../stack/source-file.ts'
import type { Trail } from '../../stack/trail.ts'
import { moduleValue } from '../../stack/value-of.ts'
import { declaredParameter, passedValue } from '../../stack/values.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { entry } from '../../text/document/build.ts'
import { fromPlain } from '../../text/document/from-data.ts'
import { inLaterNames, isRename, pathIn, type Rename } from './later-names.ts'
import { orStuck } from './rule.ts'
import { withRenamedFiles } from './rules/environment-names.ts'
import { withFileNamed } from './rules/file-names.ts'
import type { Step } from './step.ts'
import { isReadIn } from './vnf/parameter-reads.ts'
import { vnfOf } from './vnf/vnf.ts'

/**
 * The package with all steps made, the very same one where they are made already or are about something that is not there:
 * then none is made.
 *
 * @param renames of all answers, which an earlier run may have followed
 */
export function withSteps(
  pkg: Workspace,
  steps: readonly Step[],
  renames: readonly Rename[] = [],
): Attempt<Workspace> {
  return attempt(() => {
    let next = pkg
    for (const step of steps) {
      const path = pathIn(pkg, step.file, renames)
      if (path === undefined) return pkg
      const isDone = isRename(step) && isFollowed(pkg, path, step, renames)
      const made = isDone ? next : withStep(next, path, inLaterNames(next, path, step, renames))
      if (made === undefined) return pkg
      next = made
    }
    return next
  })
}

/** Whether something else has the old name by now, as where members move up: `a_1` becomes `a_0`, and `a_2` becomes `a_1`. */
function isFollowed(pkg: Workspace, path: string, step: Rename, renames: readonly Rename[]): boolean {
  const successor = renames.find(
    ({ rename, file, to }) =>
      rename === step.rename && to === step.name && pathIn(pkg, file, renames) === path,
  )
  return successor !== undefined && !isThere(pkg, path, successor)
}

/** Undefined where the package is not, or no longer, what the step is meant for. */
function withStep(pkg: Workspace, path: string, step: Step): Workspace | undefined {
  const { root } = pkg.fileAt(path)
  if ('rename' in step) return isThere(pkg, path, step) ? withName(pkg, path, step) : pkg
  if ('declare' in step) {
    const { declare: name, type } = step
    if (!isReadIn(root, name)) return undefined
    return requireParameter(pkg, path, { name, type, description: name.replaceAll('_', ' ') })
  }
  if ('drop' in step) {
    if (declaredParameter(root, step.drop) === undefined) return pkg
    return orStuck(removeParameter(pkg, path, step.drop))
  }
  if ('give' in step) return withGiven(pkg, path, step.give, step.value)
  const file = pkg.fileAt(path)
  const made = withTreeEdit(file, treeEdit(step))
  if (made === undefined || made === file.root) return made && pkg
  const isVersion = 'write' in step && step.write.join() === 'heat_template_version'
  return isVersion ? pkg.withFile(recognisedAnew({ ...file, root: made })) : pkg.withRoot(path, made)
}

function treeEdit(
  step: Extract<Step, { remove: Trail } | { of: Trail } | { key: Trail } | { write: Trail }>,
): TreeEdit {
  if ('remove' in step) return { do: 'remove', at: step.remove }
  if ('of' in step) return { do: 'keep', at: step.of, which: step.keep }
  if ('key' in step) return { do: 'key', at: step.key, to: step.to }
  return { do: 'write', at: step.write, value: step.value, was: step.was }
}

function withGiven(pkg: Workspace, path: string, name: string, value: unknown): Workspace | undefined {
  const module = pkg.fileAt(path)
  if (declaredParameter(module.root, name) === undefined) return undefined
  const { from } = moduleValue(module, pkg.environmentsBeside(path), name)
  if (from === 'parameters' || from === 'parameter_defaults') return pkg
  return putValue(pkg, module, 'parameters', entry(name, fromPlain(value)))
}

/** Whether something still has the old name: answers are given once, and repairs are made in rounds. */
function isThere(pkg: Workspace, path: string, { rename, name, to }: Rename): boolean {
  const { root, newPath = path } = pkg.fileAt(path)
  if (rename === 'file') return baseName(newPath) !== to && fileName(newPath) !== to
  if (rename === 'resource') return entryRead(section(root, 'resources'), name) !== undefined
  return sourcesOf(pkg, path, name).some(
    (one) => declaredParameter(pkg.fileAt(one.path).root, one.name) !== undefined,
  )
}

/** A parameter of a template. */
interface ParameterOf {
  readonly path: string
  readonly name: string
}

/**
 * What has to have a new name so that the parameter of a template has it: itself with those that callers pass for it as they
 * are; where they pass items of lists, the lists, as a nested file is to look the item up.
 */
function sourcesOf(pkg: Workspace, path: string, name: string): readonly ParameterOf[] {
  const passed = pkg.callsOf(path).flatMap((call) => {
    const read = parameterRead(passedValue(call, name))
    return read === undefined || !pkg.files.has(call.caller)
      ? []
      : [{ path: call.caller, name: read.name, isItem: read.path.length > 0 }]
  })
  const unique = [...new Map(passed.map((one) => [`${one.path}\n${one.name}`, one])).values()]
  const own = unique.some(({ isItem }) => isItem) ? [] : [{ path, name }]
  return [...unique.map(({ path: caller, name: source }) => ({ path: caller, name: source })), ...own]
}

function withName(pkg: Workspace, path: string, { rename, name, to }: Rename): Workspace {
  if (rename === 'file') return withFile(pkg, path, to)
  if (rename === 'resource') return orStuck(renameResource(pkg, path, name, to))
  return sourcesOf(pkg, path, name).reduce((next, one) => {
    const { root } = next.fileAt(one.path)
    const isOpen = one.name !== to && declaredParameter(root, one.name) !== undefined
    const names = new Map([[one.name, to]])
    return isOpen ? renameParameters(next, { names, templates: [one.path], withOutputs: true }) : next
  }, pkg)
}

function withFile(pkg: Workspace, path: string, to: string): Workspace {
  const vnf = vnfOf(pkg)
  const template = vnf.template(path)
  const isWhole = /\.(?:ya?ml|env)$/.test(to)
  if (isWhole || isEnvironment(pkg.fileAt(path))) {
    const newPath = `${directoryOf(path)}${isWhole ? to : `${to}${pkg.naming.suffix}`}`
    if (pkg.files.has(newPath) || pkg.others.includes(newPath))
      throw stuckAt(path, `there is a file ${fileName(newPath)} already`)
    return withRenamedFiles(pkg, { subject: { kind: 'file', renamed: new Map([[path, newPath]]) } })
  }
  const made =
    template === undefined ? { why: `${fileName(path)} is no template` } : withFileNamed(vnf, template, to)
  if ('why' in made) throw new Stuck({ path, at: undefined, why: made.why })
  return made
}

/** Answers to the questions about packages, as a transform: what is named gets the name that a person has chosen. */
import { entryRead } from '../heat/merge-keys.ts'
import { parameterRead } from '../heat/reads.ts'
import { section } from '../heat/sections.ts'
import { type Asked, questionKinds } from '../onap/questions.ts'
import { withFileNamed } from '../onap/rules/file-names.ts'
import { vnfOf } from '../onap/vnf/vnf.ts'
import { attempt } from '../refactor/edit.ts'
import { renameParameters } from '../refactor/rename-parameter.ts'
import { renameResource } from '../refactor/rename-resource.ts'
import { baseName, fileName } from '../workspace/source-file.ts'
import { declaredParameter, passedValue } from '../workspace/values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { PackageContext, Transform } from './package-transform.ts'

/** A new name for what a question is about. */
export interface NewName extends Asked {
  readonly to: string
}

/** Whether an answer may name a thing of the kind anew. */
export function isNameable(kind: string): kind is (typeof questionKinds)[number] {
  return kind !== 'rest' && questionKinds.some((one) => one === kind)
}

/** @param used called for each answer that applies to some package */
export function answersTransform(answers: readonly NewName[], used: (answer: NewName) => void): Transform {
  return {
    id: 'onap/answers',
    title: 'Give the names that answers choose',
    description:
      'Renames parameters, resources and files as the answers to the questions about a package say, wherever they are named.',
    references: ['ONAP VNF Requirements, chapter 5: Heat'],
    safety: 'lossy',
    keeps: 'nothing',
    mayRename: () => true,
    run: (pkg, context) => answers.reduce((current, one) => answered(current, one, used, context), pkg),
  }
}

function answered(
  pkg: Workspace,
  answer: NewName,
  used: (answer: NewName) => void,
  context: PackageContext,
): Workspace {
  const path = [...pkg.files.keys()].find((one) => one === answer.path || one.endsWith(`/${answer.path}`))
  if (path === undefined) return pkg
  if (!isThere(pkg, path, answer)) return pkg
  used(answer)
  const made = named(pkg, path, answer)
  if ('why' in made) {
    const message = `${answer.kind} "${answer.name}" is not renamed to "${answer.to}": ${made.why}`
    context.report('not-renamed', path, undefined, message)
    return pkg
  }
  for (const [changed, { root, newPath }] of made.files)
    if (pkg.files.get(changed)?.root !== root || pkg.files.get(changed)?.newPath !== newPath)
      context.change(changed, undefined, `Rename the ${answer.kind} ${answer.name}`)
  return made
}

/** Whether something still has the old name: answers are given once, and repairs are made in rounds. */
function isThere(pkg: Workspace, path: string, { kind, name, to }: NewName): boolean {
  const { root, newPath = path } = pkg.fileAt(path)
  if (kind === 'file') return baseName(newPath) !== to
  if (kind === 'resource') return entryRead(section(root, 'resources'), name) !== undefined
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

function named(
  pkg: Workspace,
  path: string,
  { kind, name, to }: NewName,
): Workspace | { readonly why: string } {
  if (kind === 'file') {
    const vnf = vnfOf(pkg)
    const template = vnf.template(path)
    return template === undefined
      ? { why: `${fileName(path)} is no template` }
      : withFileNamed(vnf, template, to)
  }
  const made =
    kind === 'resource'
      ? renameResource(pkg, path, name, to)
      : attempt(() =>
          sourcesOf(pkg, path, name).reduce((next, one) => {
            const { root } = next.fileAt(one.path)
            const isOpen = one.name !== to && declaredParameter(root, one.name) !== undefined
            const names = new Map([[one.name, to]])
            return isOpen ? renameParameters(next, { names, templates: [one.path], withOutputs: true }) : next
          }, pkg),
        )
  return 'blocker' in made ? { why: made.blocker.why } : made.done
}

/** What answers are about, once an earlier run has followed some of them: answers go with the names that they and repairs give. */
import { entryRead } from '../../heat/merge-keys.ts'
import { type SectionName, section } from '../../heat/sections.ts'
import { baseName, directoryOf, fileName } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Nameable, Step } from './step.ts'

/** A step that gives a new name. */
export type Rename = Extract<Step, { readonly rename: string }>

export function isRename(step: Step): step is Rename {
  return 'rename' in step
}

/**
 * The names that answers, and the rules about file names, give a file that is no longer there under its own.
 *
 * @param renames of all answers
 */
export function laterFileNames(path: string, renames: readonly Rename[]): readonly string[] {
  const stem = baseName(path)
  const extension = fileName(path).slice(stem.length)
  const answered = renames.flatMap(({ rename, file, to }) => {
    if (rename !== 'file' || directoryOf(file) !== directoryOf(path)) return []
    if (/\.(?:ya?ml|env)$/.test(to)) return file === path ? [to] : []
    const rest = stem.slice(baseName(file).length)
    const follows = stem.startsWith(baseName(file)) && ['', '_volume'].includes(rest)
    return follows ? [`${to}${rest}${extension}`] : []
  })
  const words = stem.replace(/\W/g, '_')
  return [...answered, `${words}${extension}`, `base_${words}${extension}`]
}

/** The path in a package of the file that a step names; undefined where there is none. */
export function pathIn(pkg: Workspace, file: string, renames: readonly Rename[]): string | undefined {
  const paths = [...pkg.files.keys()]
  const later = laterFileNames(file, renames).map((name) => directoryOf(file) + name)
  for (const name of [file, ...later]) {
    const path = paths.find((one) => one === name || one.endsWith(`/${name}`))
    if (path !== undefined) return path
  }
  return undefined
}

const sectionOf = { parameter: 'parameters', resource: 'resources' } as const satisfies Partial<
  Record<Nameable, SectionName>
>

/**
 * A step with the names that parameters and resources of its file have by now.
 *
 * @param renames of all answers
 */
export function inLaterNames(pkg: Workspace, path: string, step: Step, renames: readonly Rename[]): Step {
  const { root } = pkg.fileAt(path)
  const own = renames.filter((one) => one.rename !== 'file' && pathIn(pkg, one.file, renames) === path)
  const now = (kind: keyof typeof sectionOf, name: string): string => {
    if (entryRead(section(root, sectionOf[kind]), name) !== undefined) return name
    const to = own.find((one) => one.rename === kind && one.name === name)?.to
    return to !== undefined && entryRead(section(root, sectionOf[kind]), to) !== undefined ? to : name
  }
  const along = (trail: readonly string[]) => {
    const kind = trail[0] === 'resources' ? 'resource' : trail[0] === 'parameters' ? 'parameter' : undefined
    return trail.map((key, index) => (index === 1 && kind !== undefined ? now(kind, key) : key))
  }
  if ('drop' in step) return { ...step, drop: now('parameter', step.drop) }
  if ('give' in step) return { ...step, give: now('parameter', step.give) }
  if ('remove' in step) return { ...step, remove: along(step.remove) }
  if ('of' in step) return { ...step, of: along(step.of) }
  if ('key' in step) return { ...step, key: along(step.key) }
  return 'write' in step ? { ...step, write: along(step.write) } : step
}

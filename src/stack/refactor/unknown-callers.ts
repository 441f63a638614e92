/** Whether all that may call a nested template is known. */
import type { Entry } from '../../text/document/node.ts'
import type { NestedCall } from '../calls.ts'
import { fileName, isNamedAsTemplate } from '../source-file.ts'
import type { Workspace } from '../workspace.ts'
import { Stuck } from './edit.ts'
import type { OwnDefault } from './own-default.ts'

/**
 * Why a template cannot change together with all that is about it: a file that cannot be read names it, may name it since
 * nothing of it is known, or looks like an environment with a value for the parameter.
 *
 * @param parameter whose name callers and environments may give a value
 */
export function unreadConcern(pkg: Workspace, path: string, parameter?: string): string | undefined {
  if (pkg.unreadable.size === 0) return undefined
  const names = [fileName(path), ...pkg.aliasesOf(path)]
  for (const { path: other, why, text } of pkg.unreadable.values()) {
    const what = concernOf(other, text, names, parameter)
    if (what !== undefined) return `${other} ${what} but cannot be read: ${why}`
  }
  return undefined
}

function concernOf(
  path: string,
  text: string | undefined,
  names: readonly string[],
  parameter: string | undefined,
): string | undefined {
  if (text === undefined) return isNamedAsTemplate(path) ? 'may name this template' : undefined
  if (names.some((name) => text.includes(name))) return 'names this template'
  const isTemplate = /heat_template_version|HeatTemplateFormatVersion|AWSTemplateFormatVersion/.test(text)
  const gives = parameter !== undefined && !isTemplate && text.includes(parameter)
  return gives ? `may set "${parameter}"` : undefined
}

/**
 * @param at what is to be changed in the template
 * @throws Stuck when a file that cannot be read may call the template
 */
export function refuseUnreadableCallers(pkg: Workspace, template: string, at?: Entry): void {
  const why = unreadConcern(pkg, template)
  if (why !== undefined) throw new Stuck({ path: template, at, why })
}

/** @throws Stuck when the template is called by nothing that is known, by itself, or perhaps by a file that cannot be read */
export function refuseUnknownCalls(pkg: Workspace, own: OwnDefault, calls: readonly NestedCall[]): void {
  const { file, declaration } = own
  const stuck = (why: string): Stuck => new Stuck({ path: file.path, at: declaration.entry, why })
  refuseUnreadableCallers(pkg, file.path, declaration.entry)
  if (calls.length === 0) throw stuck(uncalled(pkg, file.path))
  if (pkg.isCircular(file.path)) throw stuck('the template calls itself, directly or by others')
}

/** What is not called by any template that is read may be called by a type of a registry. */
function uncalled(pkg: Workspace, path: string): string {
  const [registering] = pkg.naming.common === undefined ? pkg.environmentsNaming(path) : []
  const registered = `, but ${registering} registers it: if stacks are created with that, give it with --env`
  return `no template calls this one${registering === undefined ? '' : registered}`
}

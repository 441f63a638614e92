/** What may be meant as a function, and what is asked of the user about it. */

import {
  type Call,
  declarations,
  type HotVersion,
  latestVersion,
  type Node,
  refusedMessage,
  type Template,
  type TemplateScope,
  versionsWith,
} from '../../../src/engine/authoring/authoring.ts'
import { mayBeFunction } from '../../../src/heat/functions/arguments.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import type { Becoming } from './becoming.ts'

/** Whether it cannot be meant as a function; in a template that Heat refuses, not even in the newest version. */
export function isData(call: Call, what: Becoming, { template, target }: TemplateScope): boolean {
  if (what === 'useless function') return true
  return (
    what === 'function' &&
    !isPossible(call, template, refusal(template) === undefined ? target : latestVersion)
  )
}

function isPossible(call: Call, { root }: Template, version: HotVersion): boolean {
  return mayBeFunction(call, { version, conditions: declarations(root).conditions })
}

/** Lets the user decide about what may be meant as a function; nothing in the target stands for what cannot. */
export function askAbout(call: Call, what: Becoming, at: Node, scope: TemplateScope): void {
  const { name } = call
  const { template, target, report, accepts } = scope
  const { version } = template
  if (what === 'function' && !isData(call, what, scope) && !isPossible(call, template, target)) {
    report('version-too-old', at, `this form of ${name} requires heat_template_version ${latestVersion}`)
    return
  }
  if (what === 'refused' || what === 'useless function' || !isPossible(call, template, target)) {
    report('data-becomes-call', at, `{${name}: …} is data now but would become a function call`)
    return
  }
  const refused = refusal(template)
  if (refused !== undefined && version !== undefined) {
    report('refused-template', at, refusedMessage(name, refused, version))
    return
  }
  const since = versionsWith(name)[0]
  accepts('newer-function', at, `{${name}: …} is data in ${version} and a function call from ${since} on`)
}

/**
 * What tells the violations of a package apart in every state of it. A tree that was changed knows of each entry where
 * that stood in the source that was read, also under another name, so that a subject is known by that; what was not there
 * is known by its name.
 */
import { type Entry, type Node, offsetOf, rangeOf } from '../../text/document/node.ts'
import type { Found } from './rule.ts'
import type { VnfTemplate } from './vnf/template.ts'
import type { Vnf } from './vnf/vnf.ts'

/** The identities of violations of one state; several at one subject are distinguished by their number. */
export class Identities {
  readonly #vnf: Vnf
  readonly #counts = new Map<string, number>()

  constructor(vnf: Vnf) {
    this.#vnf = vnf
  }

  of(found: Found): string {
    const id = `${found.requirement} ${found.path} ${subjectOf(this.#vnf, found)}`
    const count = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, count)
    return count === 1 ? id : `${id} #${count}`
  }
}

/** The identity of a parameter's default. */
export function defaultId(path: string, name: string, declaration: Entry | undefined): string {
  return `default ${path} ${originOf(declaration, name)}`
}

function subjectOf(vnf: Vnf, { path, subject, at, item = '' }: Found): string {
  const template = vnf.template(path)
  switch (subject.kind) {
    case 'file': {
      // A file may violate a requirement at several locations, each in its own way.
      const start = at === undefined ? undefined : rangeOf(at)?.start
      return start === undefined ? `file ${at === undefined ? '' : item}` : `file @${start}`
    }
    case 'section':
      return `section ${subject.name}`
    case 'parameter':
      return `parameter ${parameterOf(template, subject.name)}`
    case 'resource':
      return `resource ${resourceOf(template, subject.id)}`
    case 'property': {
      const { resource, name, type = '' } = subject
      return `property ${resourceOf(template, resource)} ${name} ${type}`
    }
    case 'output':
      return `output ${originOf(template?.outputs.find(({ name }) => name === subject.name)?.entry, subject.name)}`
    case 'words':
      return `words ${subject.words.join(' ')}`
    case 'environment-entry':
      return `value ${subject.section} ${originOf(subject.entry, subject.name)}`
    case 'call': {
      const { call, parameter } = subject
      // A chain calls several templates from one location; the ID of a resource may change.
      const [, , ...inside] = call.trail
      const callee = parameterOf(vnf.template(call.callee), parameter)
      return `call ${originOf(call.entry, call.resource)} ${inside.join('.')} ${call.callee} ${callee}`
    }
  }
}

function parameterOf(template: VnfTemplate | undefined, name: string): string {
  return originOf(template?.parameters.get(name)?.entry, name)
}

function resourceOf(template: VnfTemplate | undefined, id: string): string {
  return originOf(template?.entryOfResource(id), id)
}

function originOf(entry: Entry | undefined, name: string): string {
  const start = entry === undefined ? undefined : rangeOf(entry)?.start
  return start === undefined ? name : `@${start}`
}

/** Where a violation stands in the source that was read; 0 for what is about a whole file or is new. */
export function startOf(at: Node | Entry | undefined): number {
  return (at === undefined ? undefined : offsetOf(at)) ?? 0
}

/** Scripts and cloud-configs in user data and configurations, as far as what reads them would not. */

import { callOf } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { referenceOf } from '../../heat/reads.ts'
import { readDocument } from '../../text/document/document.ts'
import type { Node, Scalar } from '../../text/document/node.ts'
import { isNull, itemsOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { ResourceView, TemplateView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'

/** The properties that hold them. */
const scripts: Readonly<Record<string, string>> = {
  'OS::Nova::Server': 'user_data',
  'OS::Heat::SoftwareConfig': 'config',
  'OS::Heat::MultipartMime': 'parts',
  'AWS::EC2::Instance': 'UserData',
}

const codes = {
  'unread-script': {
    title: 'A script or cloud-config that the server does not read',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Fix the script; the server starts without it.',
    why: 'cloud-init reads a cloud-config that begins with the line #cloud-config and is valid YAML, and a script that begins with #! at its first character. It leaves out everything else with a line in its log.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:9',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: small
      image: debian
      user_data_format: RAW
      user_data: |
        #cloud-config
        packages: [git
        runcmd: []
`,
      after: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: small
      image: debian
      user_data_format: RAW
      user_data: |
        #cloud-config
        packages: [git]
        runcmd: []
`,
    },
  },
} as const satisfies Record<string, RuleCode>

/** What runs it: a program of Heat, which the user data of servers gets by default, runs anything that the kernel runs. */
type Reader = 'cloud-init' | 'script' | 'cfntools' | 'other'

export const unreadScripts = rule({
  codes,
  source: 'cloud-init, User-Data Formats; heat/cloudinit/loguserdata.py',
  asks: 'resource',
  andMembers: true,
  types: Object.keys(scripts),
  stage: 'reading',
  find({ type = '', property }, report, { beside, words, declared }) {
    const given = property(scripts[type] ?? '')
    const parts = type === 'OS::Heat::MultipartMime' ? partsOf(given) : [given]
    for (const value of parts.filter((one) => one !== undefined)) {
      const reader = readerOf(type, property)
      const config = reader === 'cfntools' ? configIn(value, declared.resources) : undefined
      if (config !== undefined) report('unread-script', value, unresolved(config))
      const { text, node } = written(value) ?? inFile(value, { beside, words })
      if (text === undefined || node === undefined) continue
      const problem =
        beginning(text, node) ??
        (reader === 'cfntools' ? undefined : cloudConfigProblem(text)) ??
        withoutBeginning(text, reader)
      if (problem !== undefined) report('unread-script', node, problem)
    }
  },
})

/** `Server.handle_create`: what is an ID is looked up for the other two formats only. */
const unresolved = (config: string): string =>
  `the server gets the ID of "${config}" instead of what it contains; write user_data_format: SOFTWARE_CONFIG or RAW`

/** The parts of a message whose kind cloud-init finds out by how they begin. */
function partsOf(parts: Node | undefined): readonly (Node | undefined)[] {
  return itemsOf(parts).flatMap((item) => {
    const part = mapOf(item)
    const isOpen = ['type', 'subtype', 'filename'].some((key) => readValue(part, key) !== undefined)
    return isOpen ? [] : [readValue(part, 'config')]
  })
}

function readerOf(type: string, property: ResourceView['property']): Reader {
  if (type === 'OS::Heat::MultipartMime') return 'cloud-init'
  if (type === 'OS::Heat::SoftwareConfig')
    return stringOf(property('group')) === 'script' ? 'script' : 'other'
  if (type !== 'OS::Nova::Server') return 'cfntools'
  const format = property('user_data_format')
  if (format === undefined || isNull(format)) return 'cfntools'
  const name = stringOf(format)
  if (name === 'HEAT_CFNTOOLS') return 'cfntools'
  return name === undefined ? 'other' : 'cloud-init'
}

/** The configuration that a value refers to, where the template has it. */
function configIn(value: Node, resources: ReadonlyMap<string, Node>): string | undefined {
  const name = referenceOf(value)
  const type = stringOf(readValue(mapOf(resources.get(name ?? '')), 'type')) ?? ''
  return /^OS::Heat::(?:SoftwareConfig|StructuredConfig|CloudConfig|MultipartMime)$/.test(type)
    ? name
    : undefined
}

/** The content of a file that is given as it is, and the name that gives it. */
function inFile(
  value: Node,
  { beside, words }: Pick<TemplateView, 'beside' | 'words'>,
): { readonly text?: string; readonly node?: Scalar } {
  const call = callOf(resolved(value))
  const node = call?.name === 'get_file' && isResolved(call, words) ? scalarOf(call.argument) : undefined
  const text = node === undefined ? undefined : beside.content?.(stringOf(node) ?? '')
  return text === undefined || node === undefined ? {} : { text, node }
}

/** A string as it is written, or as `str_replace` fills it in with words. */
function written(value: Node): { readonly text?: string; readonly node?: Scalar } | undefined {
  const call = callOf(resolved(value))
  const template = call?.name.startsWith('str_replace')
    ? readValue(mapOf(call.argument), 'template')
    : undefined
  const node = scalarOf(template ?? value)
  const text = stringOf(node)
  if (node === undefined || text === undefined || template === undefined)
    return text === undefined || node === undefined ? undefined : { text, node }
  const params = mapOf(readValue(mapOf(call?.argument), 'params'))
  if (params === undefined || params.entries.some(isMerge))
    return { text: text.split('\n', 1)[0] ?? '', node }
  const values = params.entries.flatMap((one) => {
    const name = nameOf(one)
    return name ? [[name, filledIn(one.value)] as const] : []
  })
  // The number of names is bounded: each costs a walk over the string.
  return { text: filled(text, values.slice(0, 200)), node }
}

/** A string with the keys replaced, longer ones first (`Replace.result`), and what was put in left alone. */
function filled(text: string, values: readonly (readonly [string, string])[]): string {
  const [first, ...others] = values.toSorted(([a], [b]) => b.length - a.length)
  if (first === undefined) return text
  const [name, value] = first
  return text
    .split(name)
    .map((part) => filled(part, others))
    .join(value)
}

/** What a literal puts in; a word for what only the stack knows. */
function filledIn(value: Node): string {
  const scalar = scalarOf(resolved(value))
  if (scalar === undefined || scalar.type === 'float') return 'x'
  if (scalar.type === 'bool') return scalar.value === true ? 'True' : 'False'
  return scalar.type === 'null' ? '' : String(scalar.value)
}

/** Shell commands with which scripts begin. */
const commands =
  /^(?:set [-+]|export \w+=|echo |apt(?:-get)? |yum |dnf |zypper |apk |systemctl |mkdir |cd \/|sudo |wget |curl |service |pip3? |[A-Z_]+=\S*$)/m

/** What begins with neither, and is a script by its first lines: cloud-init and the agent run only what begins with #!. */
function withoutBeginning(text: string, reader: Reader): string | undefined {
  if (reader === 'cfntools' && /^#cloud-config\b/.test(text))
    return 'Heat runs user data as a program unless user_data_format says otherwise, and reads no cloud-config; write user_data_format: RAW on an OS::Nova::Server'
  if (
    reader === 'other' ||
    /^(?:#!|#cloud-|## template:|#include|#part-handler|#upstart|Content-Type|From |MIME-|<|\{)/i.test(text)
  )
    return undefined
  const [line = ''] = text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))
  if (!commands.test(line)) return undefined
  if (reader === 'script')
    return 'the script has no #! line, which the agent needs to run it; write #!/bin/sh before it'
  return reader === 'cfntools'
    ? 'the script has no #! line, without which the server cannot run it; write #!/bin/sh before it'
    : 'this begins with neither #! nor #cloud-config, and cloud-init runs nothing of it; write #!/bin/sh before it'
}

function beginning(text: string, { style }: Scalar): string | undefined {
  const first = text.slice(0, 200).trimStart()
  if (/^---[ \t]*\r?\n\s*#cloud-config\b/.test(first))
    return '--- before #cloud-config keeps cloud-init from reading it; the first line has to be #cloud-config'
  if (/^#[ \t]+cloud-config[ \t]*(?:\n|$)/.test(first))
    return 'the first line has to be #cloud-config without a blank; cloud-init reads nothing of it otherwise'
  const isScript = first.startsWith('#!')
  if (!isScript && !first.startsWith('#cloud-config')) return undefined
  const what = isScript ? 'script' : 'cloud-config'
  if (!text.startsWith('#'))
    return `something stands before the first line of the ${what}, which is not recognized then`
  if (isScript && style === 'folded' && !text.trimEnd().includes('\n'))
    return 'the script is folded into one line by >, so that all of it stands behind #!; write |'
  const [line = ''] = text.split('\n', 1)
  return !isScript &&
    line.trimEnd() !== '#cloud-config' &&
    /^#cloud-config\s*\S/.test(line) &&
    !/^#cloud-config-/.test(line)
    ? `the first line has to be #cloud-config alone, and is ${line.slice(0, 60)}`
    : undefined
}

/** What a template language makes of it is not known. */
function cloudConfigProblem(text: string): string | undefined {
  if (!text.startsWith('#cloud-config\n') || /^## template:|\{[{%]/m.test(text)) return undefined
  const reading = readDocument(text, 'yaml')
  return 'document' in reading
    ? undefined
    : `the cloud-config is not valid YAML, and cloud-init reads nothing of it: ${reading.problem.message}`
}

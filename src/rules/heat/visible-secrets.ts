/** Parameters whose values are secret, and that everybody can read who can show the stack. */

import { entriesRead } from '../../heat/merge-keys.ts'
import { declaredType, isHidden } from '../../heat/parameters.ts'
import { parameterRead } from '../../heat/reads.ts'
import { section } from '../../heat/sections.ts'
import { someNode } from '../../heat/walk.ts'
import { memoized } from '../../text/document/attached.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf } from '../../text/document/read.ts'
import { declarationIn } from '../locations.ts'
import { rule } from '../rule.ts'
import type { TemplateView } from '../template-view.ts'

export const visibleSecrets = rule({
  codes: {
    'visible-secret': {
      title: 'A secret in a parameter that is not hidden',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Declare the parameter with hidden: true (NoEcho: true in CloudFormation).',
      why: 'Heat shows the values of parameters to everybody who can show the stack, in the clear, unless they are hidden.',
      example: {
        command: 'check server.yaml',
        before: `heat_template_version: 2018-08-31
parameters: {entry: {type: string}}
resources:
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, admin_pass: {get_param: entry}}}
`,
        after: `heat_template_version: 2018-08-31
parameters: {entry: {type: string, hidden: true}}
resources:
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, admin_pass: {get_param: entry}}}
`,
      },
    },
  },
  source: 'HOT specification, Parameters section',
  asks: 'template',
  stage: 'reading',
  find(view, report) {
    const open = [...view.declared.parameters].filter(
      ([, map]) => declaredType(map) === 'string' && !isHidden(map),
    )
    if (open.length === 0) return
    const fed = secretsFed(view)
    const isHot = view.words.version !== undefined
    for (const [name] of open) {
      const property = fed.get(name)
      const at =
        property === undefined && !isSecret(name) ? undefined : declarationIn(view.root, 'parameters', name)
      if (at === undefined) continue
      const why = property === undefined ? 'has the name of a secret' : `is passed to ${property}`
      const output = outputOf(name, view)
      const printed = output === undefined ? '' : `, and output "${output}" prints it`
      const write = isHot ? 'hidden: true' : 'NoEcho: true'
      report('visible-secret', at, `"${name}" ${why} but is not hidden${printed}; write ${write}`)
    }
  },
})

/** Words that name what nobody is to read, where they end a name. */
const secretName =
  /(?:^|[^a-z])(?:pass(?:word|wd|phrase)|pwd|secret|private[_-]?key|secret[_-]?(?:access[_-]?)?key|api[_-]?key|admin[_-]?pass)$/

/** Whether a name ends as those of secrets do: `db_password`, `AdminPassword`. */
function isSecret(name: string): boolean {
  return secretName.test(name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())
}

/** The parameters that are given as a whole to properties that take secrets, with the name of one. */
function secretsFed(view: TemplateView): ReadonlyMap<string, string> {
  return new Map(
    view.resources.flatMap(({ properties }) => (properties === undefined ? [] : secretsFedTo(properties))),
  )
}

/** By the parameter, of the properties of one resource. */
const secretsFedTo = memoized((properties: Mapping): readonly (readonly [string, string])[] => {
  const fed: (readonly [string, string])[] = []
  const visit = (value: Node, property: string): void => {
    const read = isSecret(property) ? parameterRead(value) : undefined
    if (read !== undefined && read.path.length === 0) fed.push([read.name, property])
  }
  for (const one of entriesRead(properties)) {
    visit(one.value, nameOf(one) ?? '')
    // Users and rules of services are lists of mappings.
    for (const item of listOf(one.value)?.items ?? [])
      for (const inner of entriesRead(mapOf(item))) visit(inner.value, nameOf(inner) ?? '')
  }
  return fed
})

/** The output in whose value a parameter is. */
function outputOf(name: string, { root }: TemplateView): string | undefined {
  const reads = (node: Node) => parameterRead(node)?.name === name
  const output = entriesRead(section(root, 'outputs')).find(({ value }) => someNode(value, reads))
  return output && nameOf(output)
}

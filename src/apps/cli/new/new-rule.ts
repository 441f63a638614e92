/** What `hotshift new rule` writes: one file, whose example is its fixture. */
import { packageName } from '../../../show/report/version.ts'
import { exportedName, titleOf } from './new-own-transform.ts'
import { EXPORT, inserted } from './new-project-transform.ts'

/** The source of a rule in the folder of a user. @param id `acme/server-names` */
export function ownRuleSource(id: string, folder: string): string {
  return `// Looks at resources; docs/checking.md says what a rule may ask. Try it: hotshift check --rules ${folder} templates
import { rule } from '${packageName}'

export default rule({
${body(id, `check --rules ${folder} disk.yaml`)}})
`
}

/** The name of its file in that folder. */
export function ownRuleFile(id: string, ending: 'ts' | 'mjs'): string {
  return `${id.slice(id.indexOf('/') + 1)}.rule.${ending}`
}

/** The source of a rule in a checkout of hotshift. @param id `server-names` */
export function projectRuleSource(id: string): string {
  return `/** Describe what is wrong, and where Heat says so. */
import { rule } from '../rule.ts'

${EXPORT} ${exportedName(id)} = rule({
${body(id, 'check disk.yaml')}})
`
}

function body(id: string, command: string): string {
  const template = (name: string) =>
    `heat_template_version: 2018-08-31\nresources:\n  disk: {type: OS::Cinder::Volume, properties: {size: 1${name}}}\n`
  return `  codes: {
    '${id}': {
      title: '${titleOf(id)}',
      severity: 'info',
      behaves: ['accepted by Heat'],
      help: 'Give it a name.',
      why: '${titleOf(id)}: without a name it is hard to find.',
      // Holds the rule: it is reported in the first template, and not in the second.
      example: {
        command: '${command.replaceAll("'", "\\'")}',
        before: \`${template('')}\`,
        after: \`${template(', name: disk')}\`,
      },
    },
  },
  source: 'Template Guide, OS::Cinder::Volume',
  asks: 'resource',
  types: ['OS::Cinder::Volume'],
  find({ name, typeAt, isComputed, isExternal, property }, report) {
    if (isComputed || isExternal || property('name') !== undefined) return
    report('${id}', typeAt, \`the volume "\${name}" has no name\`, { item: name })
  },
`
}

/**
 * The source of \`src/rules/rules.ts\` with one more rule: its import in alphabetical order, and its row as the last.
 * @throws Error where the source does not have the form of the list
 */
export function withRule(id: string, list: string): string {
  const name = exportedName(id)
  const line = `import { ${name} } from './heat/${id}.ts'`
  const imports = inserted(list, /^import \{ [\w, ]+ \} from '\.\/heat\/(.+)\.ts'$/, id, line)
  const end = '\n] as const\n'
  if (!imports.includes(end)) throw new Error('src/rules/rules.ts has no list that ends in "] as const"')
  return imports.replace(end, `\n  ${name},${end}`)
}

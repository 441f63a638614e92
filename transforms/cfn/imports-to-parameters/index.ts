import { dataKey } from '../../../src/document/data.ts'
import {
  callOf,
  itemsOf,
  type Node,
  rewriteTemplate,
  type TemplateScope,
  text,
  textOf,
} from '../../../src/engine/authoring.ts'
import { exportName, exportsOf } from '../../../src/heat/exports.ts'
import type { ExportedOutput } from '../../../src/workspace/exported-outputs.ts'
import { NewParameters, refTo } from '../parameter-names.ts'

export const importsToParameters = rewriteTemplate(
  {
    title: 'Replace Fn::ImportValue by a parameter',
    description:
      'Replaces `Fn::ImportValue` by a parameter that must be given: where one template of the run exports the value, else on request; Heat stacks export nothing to one another.',
    references: ['AWS CloudFormation User Guide, Fn::ImportValue', 'heat/engine/cfn/functions.py'],
    safety: 'lossy',
    kinds: 'cfn',
    calls: ['Fn::ImportValue'],
    reading: 'aws',
    readsExports: true,
  },
  (scope) => {
    const parameters = new NewParameters(scope)
    const sources = new Sources(scope)
    return scope.mapCalls(({ node, argument }) => {
      const source = sources.of(argument)
      const shown = shownText(argument)
      const what = `Fn::ImportValue "${shown}" needs exports between stacks, which Heat does not have`
      if (source === undefined && !scope.accepts('import-value', node, `${what}${sources.several(argument)}`))
        return undefined
      const description = `Value that another stack exports as ${shown}`
      const name = parameters.of(keyOf(argument), shown, 'ImportedValue', { description })
      if (source !== undefined) sources.feed(name, source, node)
      scope.change(node, `Take the import from the parameter "${name}"`)
      return refTo(name, node)
    })
  },
)

/** What tells an import from others: its name, however that is written. */
function keyOf(argument: Node): string {
  const name = exportName(argument)
  return dataKey(name === undefined ? argument : text(name))
}

/** Where imports come from, as far as one template of the run exports what they name. */
class Sources {
  readonly #scope: TemplateScope
  /** AWS lets no stack import what it exports itself. */
  readonly #own: ReadonlySet<string>
  /** The parameters that were reported. */
  readonly #fed = new Set<string>()

  constructor(scope: TemplateScope) {
    this.#scope = scope
    this.#own = new Set(exportsOf(scope.root).map(({ name }) => name))
  }

  /** The only output that is exported under the name of an import. */
  of(argument: Node): ExportedOutput | undefined {
    const [only, ...others] = this.#all(argument)
    return others.length === 0 ? only : undefined
  }

  /** Why there is no telling which output an import is about; empty where none is. */
  several(argument: Node): string {
    const files = [...new Set(this.#all(argument).map(({ path }) => path))]
    const [first, second, ...more] = files
    if (first === undefined) return ''
    if (second === undefined) return `; ${first} exports it more than once`
    return `; ${first} and ${second}${more.length === 0 ? '' : ` and ${more.length} more files`} export it`
  }

  /** Reports once what a parameter takes its value from. */
  feed(parameter: string, { name, path: file, output }: ExportedOutput, at: Node): void {
    if (this.#fed.has(parameter)) return
    this.#fed.add(parameter)
    const message = `the output "${output}" of ${file}, which is exported as "${name}", feeds the new parameter "${parameter}"`
    this.#scope.feed(at, message, { parameter, file, output })
  }

  #all(argument: Node): readonly ExportedOutput[] {
    const name = exportName(argument)
    return name === undefined || this.#own.has(name) ? [] : this.#scope.exported(name)
  }
}

/** The name of an export as people write it: `${Network}-VpcId`. */
function shownText(argument: Node): string {
  const found = callOf(argument)
  const given = textOf(found?.argument ?? argument)
  const [first, parts] = itemsOf(found?.argument)
  if (found === undefined || found.name === 'Fn::Sub') return given ?? textOf(first) ?? '?'
  if (found.name !== 'Fn::Join') return `\${${found.name === 'Ref' ? (given ?? '?') : found.name}}`
  const shown = itemsOf(parts).map(shownText)
  return shown.join(textOf(first) ?? '')
}

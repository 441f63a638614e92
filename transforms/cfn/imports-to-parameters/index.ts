import {
  type Call,
  callOf,
  declarations,
  itemsOf,
  type Node,
  rewriteTemplate,
  string,
  stringOf,
  type TemplateScope,
} from '../../../src/engine/authoring/authoring.ts'
import { exportName, exportsOf, HOLE, stackNameVariable } from '../../../src/heat/exports.ts'
import type { Candidate } from '../../../src/stack/exported-outputs.ts'
import { dataKey } from '../../../src/text/document/data.ts'
import { NewParameters, refTo } from '../parameter-names.ts'
import { onlyInImports, withoutParameters } from './stack-names.ts'

export const importsToParameters = rewriteTemplate(
  {
    title: 'Replace Fn::ImportValue by a parameter',
    description:
      'Replaces `Fn::ImportValue` by a parameter that must be given: where one template of the run exports the value, else on request; Heat stacks export nothing to one another.',
    references: ['AWS CloudFormation User Guide, Fn::ImportValue', 'heat/engine/cfn/functions.py'],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    asksForValues: true,
    kinds: 'cfn',
    calls: ['Fn::ImportValue'],
    reading: 'aws',
    readsExports: true,
  },
  (scope) => {
    const parameters = new NewParameters(scope)
    const sources = new Sources(scope)
    const stackNames = onlyInImports(scope)
    const idle = new Set<string>()
    const made = scope.mapCalls((imported) => {
      const { node, argument } = imported
      const source = sources.of(argument)
      const shown = shownText(argument)
      const what = `Heat has no Fn::ImportValue (of "${shown}")`
      const stack = exportName(argument, 'imported')?.hole ?? ''
      const isIdle = stackNames.has(stack) && (source !== undefined || scope.isAccepted('import-value'))
      const removed = isIdle ? `; nothing else uses the parameter "${stack}", which is removed` : ''
      if (
        source === undefined &&
        !scope.accepts('import-value', node, `${what}${sources.several(argument)}${removed}`)
      )
        return undefined
      if (isIdle) idle.add(stack)
      const description = `Value that another stack exports as ${shown}`
      const name = parameters.of(keyOf(argument), shown, 'ImportedValue', { description })
      if (source !== undefined) sources.feed(name, source, imported, removed)
      scope.change(node, `Take the import from the parameter "${name}"`)
      return refTo(name, node)
    })
    return idle.size === 0 ? made : withoutParameters(made, idle)
  },
)

/** What tells an import from others: its name, however that is written. */
function keyOf(argument: Node): string {
  const found = exportName(argument, 'imported')
  return dataKey(found === undefined ? argument : string(found.name))
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
    this.#own = new Set(exportsOf(scope.root).map(({ shape }) => shape))
  }

  /** The only output that an import can be about. */
  of(argument: Node): Candidate | undefined {
    const { outputs, isOwn } = this.#all(argument)
    return outputs.length === 1 && !isOwn ? outputs[0] : undefined
  }

  /** Why there is no telling which output an import is about; empty where none is. */
  several(argument: Node): string {
    const { outputs } = this.#all(argument)
    const files = [...new Set(outputs.map(({ path }) => path))]
    const [first, second, ...more] = files
    if (first === undefined) return ''
    if (second === undefined && outputs.length === 1) return '; no other template of the run exports it'
    if (second === undefined) return `; ${first} exports it more than once`
    return `; ${first} and ${second}${more.length === 0 ? '' : ` and ${more.length} more files`} export it`
  }

  /** Reports once what a parameter takes its value from. */
  feed(
    parameter: string,
    { name, path: file, output, stack, hole }: Candidate,
    { node, argument }: Call,
    removed: string,
  ): void {
    if (this.#fed.has(parameter)) return
    this.#fed.add(parameter)
    const which = stack === undefined ? '' : ` by the stack "${stack}"`
    const message = `the output "${output}" of ${file}, which is exported as "${name}"${which}, feeds the new parameter "${parameter}"${removed}`
    const by = hole === stackNameVariable ? exportName(argument, 'imported')?.hole : undefined
    const isParameter = by !== undefined && declarations(this.#scope.root).parameters.has(by)
    this.#scope.feed(node, message, { parameter, file, output, ...(isParameter ? { stack: by } : {}) })
  }

  /** The outputs that an import may be about; `isOwn` where one may be of another stack of the template itself. */
  #all(argument: Node): { readonly outputs: readonly Candidate[]; readonly isOwn: boolean } {
    const name = exportName(argument, 'imported')
    const isOwn = name !== undefined && this.#own.has(name.shape)
    const isAnyone = isOwn && !name.shape.includes(HOLE)
    return { outputs: name === undefined || isAnyone ? [] : this.#scope.exported(name), isOwn }
  }
}

/** The name of an export as people write it: `${Network}-VpcId`. */
function shownText(argument: Node): string {
  const found = callOf(argument)
  const given = stringOf(found?.argument ?? argument)
  const [first, parts] = itemsOf(found?.argument)
  if (found === undefined || found.name === 'Fn::Sub') return given ?? stringOf(first) ?? '?'
  if (found.name !== 'Fn::Join') return `\${${found.name === 'Ref' ? (given ?? '?') : found.name}}`
  const shown = itemsOf(parts).map(shownText)
  return shown.join(stringOf(first) ?? '')
}

import type { Sources, SourceTree } from '../../src/rules/capabilities/model.ts'
import { type Document, readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { printDocument } from '../../src/text/print/print.ts'

export interface ReadTree extends SourceTree {
  readonly document: Document
}

export function tree(path: string, text: string): ReadTree {
  const reading = readDocument(text)
  if ('problem' in reading || reading.document.root?.kind !== 'map')
    throw new Error(`${path} is not a mapping`)
  return { path, root: reading.document.root, document: reading.document }
}

/** Texts by path; those that end with `env.yaml` are environments, in the order given. */
export function sources(
  texts: Readonly<Record<string, string>>,
): Sources & { readonly all: ReadonlyMap<string, ReadTree> } {
  const all = new Map(Object.entries(texts).map(([path, text]) => [path, tree(path, text)]))
  const trees = [...all.values()]
  const isEnvironment = ({ path }: SourceTree) => path.endsWith('env.yaml')
  return {
    all,
    environments: trees.filter(isEnvironment),
    templates: new Map(trees.filter((one) => !isEnvironment(one)).map((one) => [one.path, one])),
  }
}

export function printed({ document }: ReadTree, root: Mapping): string {
  return printDocument(document, root, 'yaml')
}

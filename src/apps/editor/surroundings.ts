/** What an editor knows of the files around a document. */
import type { TemplateTree, TypeMeaning } from '../../stack/type-of.ts'

/** A template beside a document, as it is open in the editor or lies on the disk. */
export interface Neighbour extends TemplateTree {
  /** Its source. */
  readonly text: string
}

export interface Surroundings {
  /**
   * What serves as a type in the document.
   *
   * @param resource the resource that has the type; undefined for members of groups
   */
  type(name: string, resource: string | undefined): TypeMeaning<Neighbour>
  /** Types that environments beside the document give a meaning. */
  types(): readonly string[]
  /** The template that a stack which is a resource names, by `get_file`; undefined where there is none. */
  stack(name: string): Neighbour | undefined
  /**
   * The templates whose stacks are created with the document, which is an environment; those beside it where its name
   * says nothing.
   *
   * @param reach `with nested`: those that they call, too
   */
  templates(reach?: 'with nested'): readonly Neighbour[]
  /**
   * The files that may be named in the document, and the folders in which others are, each with a final `/`.
   *
   * @param folder relative to that of the document, with its final `/`: what is in there; without it what lies beside the document
   */
  files(folder?: string): readonly string[]
  /** Values that environments give to a parameter. */
  valuesOf(parameter: string): readonly { readonly path: string; readonly value: string }[]
}

/** The templates that read values from a section of the document: defaults are for nested templates, too. */
export function readersOf(section: unknown, around: Surroundings): readonly Neighbour[] {
  return section === 'parameter_defaults' ? around.templates('with nested') : around.templates()
}

/** Those of a document of which nobody knows where it lies. */
export const alone: Surroundings = {
  type: (type) => ({ is: 'class', type }),
  types: () => [],
  stack: () => undefined,
  templates: () => [],
  files: () => [],
  valuesOf: () => [],
}

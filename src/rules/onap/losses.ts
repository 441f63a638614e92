/** What repairs give up, by its kind, in the words of reports: `12 new names`. */

export const losses = [
  /** Stacks, scripts and monitoring know the old one. */
  'new name',
  /** It must be given to new stacks, by ONAP or whoever creates one. */
  'deleted value',
  /** It must be given to new stacks. */
  'added parameter',
  /** Whoever gives it a value is refused. */
  'deleted parameter',
  /** Heat checks no value against it any longer. */
  'deleted constraint',
  'changed type',
  /** The cloud chooses. */
  'deleted zone',
  /** The address says it; tools that read the template do not see it. */
  'deleted subnet',
  /** Existing stacks have it after an update only. */
  'added output',
  /** It is what others of these repairs make that ends it. */
  'other repair',
] as const

/** Kinds of things to do something about: what can get another name, a value in an environment, a property. */
export const taskKinds = ['parameter', 'resource', 'file', 'value', 'property'] as const

/** One thing to do, which findings about several requirements, and in several files, may share. */
export interface Task {
  readonly kind: (typeof taskKinds)[number]
  /** Of the file, as reports have it. */
  readonly path: string
  /** Of the parameter, resource …; the base name of a file. */
  readonly name: string
  /** The name that a repair gives it, or would. */
  readonly becomes?: string
  /** A name that follows the requirement, where a person chooses it. */
  readonly proposed?: string
}

/** The components of ONAP that give stacks their values at instantiation: the service orchestrator and the network controller. */
export const suppliers = ['SO', 'SDNC'] as const

/** One of them. */
export type Supplier = (typeof suppliers)[number]

/** What a repair costs: nothing, a value that ONAP gives anyway, or something that is lost. */
export type RepairCost =
  | { readonly repair: 'safe' }
  | { readonly repair: 'supplied'; readonly suppliedBy: Supplier }
  | { readonly repair: 'lossy'; readonly loses: Loss }

/** One of the kinds. */
export type Loss = (typeof losses)[number]

/**
 * `safe` repairs change nothing for a stack, `supplied` ones leave values to ONAP, which supplies them, `lossy` ones give
 * something up; `by-hand` takes a person, and `untried` is what nobody has tried to repair.
 */
export const repairClasses = ['safe', 'supplied', 'lossy', 'by-hand', 'untried'] as const

/** One of them. */
export type RepairClass = (typeof repairClasses)[number]

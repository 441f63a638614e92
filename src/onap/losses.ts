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

/** One of the kinds. */
export type Loss = (typeof losses)[number]

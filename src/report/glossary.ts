/** What the words of reports mean: the glossary of the handbook, and of what a report uses a part of it. */

/** A word of reports. */
export interface GlossaryWord {
  readonly word: string
  /** In words of ours, in which backticks mark code. */
  readonly meaning: string
  /** The page of `docs/` that says more. */
  readonly page?: { readonly file: string; readonly title: string }
  /** How reports write it, where that is not the word alone. */
  readonly forms?: readonly string[]
}

/** By the alphabet. */
export const glossary: readonly GlossaryWord[] = [
  {
    word: 'accept',
    meaning:
      'what Heat does with what it does not refuse; what you do with `--accept <code>`: allow a rewrite whose result is not the same',
    forms: ['accepted'],
  },
  {
    word: 'blocked',
    meaning: 'a file stays as it is, because a finding with the severity error is in the way',
  },
  {
    word: 'corresponds',
    meaning:
      'a result that cannot be equal, because the types differ, and that gives every value that the rule for the type says',
    page: { file: 'native.md', title: 'From AWS to OpenStack' },
    forms: ['corresponding'],
  },
  {
    word: 'effect',
    meaning:
      'what an update with the result would do to a resource of a live stack: nothing, updated in place, replaced, created, deleted, refused',
    page: { file: 'impact.md', title: 'What an update does' },
    forms: ['effects'],
  },
  {
    word: 'environment',
    meaning:
      'a file with `parameters`, `parameter_defaults` or `resource_registry`, which stacks are created with',
  },
  {
    word: 'finding',
    meaning: 'something to know at a location of a file, with a code that `hotshift explain` explains',
  },
  {
    word: 'layer',
    meaning:
      'a template, the templates that it calls, or the environment: a parameter is declared or given a value in each',
  },
  { word: 'module', meaning: 'a template that no other template calls: stacks are made of it' },
  {
    word: 'nested template',
    meaning: 'a template that another one calls, by its file name or by a type from a registry',
  },
  {
    word: 'package',
    meaning: 'files that belong together: templates, those that they call, and their environments',
  },
  {
    word: 'plan',
    meaning: 'a file that says what a run would change, to be looked at and applied later',
    page: { file: 'bulk.md', title: 'Many templates' },
  },
  {
    word: 'proved equal',
    meaning:
      'both templates give the same parameters, resources and outputs for all values of parameters and attributes',
    page: { file: 'proof.md', title: 'The proof' },
  },
  {
    word: 'reading',
    meaning:
      "whose meaning of a CloudFormation template counts: Heat's, where Heat takes it, otherwise AWS's",
  },
  {
    word: 'refines',
    meaning:
      'Heat refused the first template for some values, and takes the second one for these, too; otherwise both are equal',
  },
  {
    word: 'repair',
    meaning:
      'a change that makes a package meet a requirement; a lossy one is one with which something is lost',
    forms: ['repaired', 'repairs'],
  },
  {
    word: 'requirement',
    meaning: 'a rule of ONAP for packages, such as R-90526',
    forms: ['requirements'],
  },
  {
    word: 'term',
    meaning: 'the meaning of a part of a template for all values, of which the proof is made',
  },
  {
    word: 'unproved',
    meaning: 'nobody found a difference, and nobody could show that there is none',
    forms: ['not proved'],
  },
]

/** The words of the glossary that a report uses, each with a link where it stands first. */
export class UsedWords {
  readonly #link: (shown: string, word: GlossaryWord) => string
  readonly #used = new Set<GlossaryWord>()

  /** @param link what stands in the report for a word that is used for the first time */
  constructor(link: (shown: string, word: GlossaryWord) => string) {
    this.#link = link
  }

  /** A sentence of ours, already in the markup of the report, with links; it must hold no other link or tag. */
  in(sentence: string): string {
    return sentence.replace(WORDS, (shown) => {
      const word = byForm.get(shown.toLowerCase())
      if (word === undefined || this.#used.has(word)) return shown
      this.#used.add(word)
      return this.#link(shown, word)
    })
  }

  /** In the order of the glossary. */
  get all(): readonly GlossaryWord[] {
    return glossary.filter((word) => this.#used.has(word))
  }
}

const byForm = new Map(
  glossary.flatMap((word) => [word.word, ...(word.forms ?? [])].map((form) => [form, word] as const)),
)
const WORDS = new RegExp(
  `\\b(?:${[...byForm.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'gi',
)

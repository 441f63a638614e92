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
      'Heat: to load a template or value without an error; you: to allow a rewrite with a different result, by `--accept <code>`',
    forms: ['accepted'],
  },
  {
    word: 'blocked',
    meaning: 'not changed, because the file has a finding with the severity error',
  },
  {
    word: 'corresponds',
    meaning: 'the types differ by intent, and every value follows the conversion rule for its type',
    page: { file: 'native.md', title: 'From AWS to OpenStack' },
    forms: ['corresponding'],
  },
  {
    word: 'effect',
    meaning:
      'what an update with the result does to a resource of a live stack: nothing, update in place, replace, create, delete, reject',
    page: { file: 'impact.md', title: 'What an update does' },
    forms: ['effects'],
  },
  {
    word: 'environment',
    meaning:
      'a file with `parameters`, `parameter_defaults` or `resource_registry` that is passed when a stack is created',
  },
  {
    word: 'finding',
    meaning: 'a problem or a fact at a location of a file, with a code that `hotshift explain` explains',
  },
  {
    word: 'layer',
    meaning:
      'a template, a template that it calls, or an environment: each can declare a parameter or set its value',
  },
  { word: 'module', meaning: 'a template that stacks are created from: no other template calls it' },
  {
    word: 'nested template',
    meaning: 'a template that another template calls, by its file name or by a registered type',
  },
  {
    word: 'package',
    meaning: 'templates, the templates that they call, and their environments',
  },
  {
    word: 'plan',
    meaning: 'a file with the changes of a run, to review and apply later',
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
      "whose meaning of a CloudFormation template is used: Heat's if Heat accepts the template, otherwise AWS's",
  },
  {
    word: 'refines',
    meaning: 'equal, except that the second template accepts some values that Heat rejects in the first',
  },
  {
    word: 'repair',
    meaning: 'a change that makes a package meet a requirement; a lossy repair removes or changes something',
    forms: ['repaired', 'repairs'],
  },
  {
    word: 'requirement',
    meaning: 'a rule of ONAP for packages, such as R-90526',
    forms: ['requirements'],
  },
  {
    word: 'term',
    meaning: 'the meaning of a part of a template for all values; the proof compares terms',
  },
  {
    word: 'unproved',
    meaning: 'no difference was found, and equality could not be shown',
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

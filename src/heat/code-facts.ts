/** What is known about the code of a finding, independent of any location. */

/** `error` findings block the file they are found in; `warning` and `info` do not. */
export type Severity = 'error' | 'warning' | 'info'

/** How a code behaves beyond its severity. */
export type Behaviour =
  /** Only an environment could make it right: an error where all of them are named. */
  | 'refused with named environments'
  /** Heat accepts it, and makes a stack of it. */
  | 'accepted by Heat'
  /** Looked for where nothing is refused: a name that is not found elsewhere is often the cause, and reported already. */
  | 'looked for last'
  /** Wrong with the use of a nested template, unless Heat has more files or values than are here. */
  | 'open in calls'
  /** May only be missing, or have no form, as long as no macro has made the template that Heat would read. */
  | 'made by macros'
  /** What it is about has no meaning to Heat, so that nothing can be said of values. */
  | 'hides values'
  /** Refused by every release and every plugin of Heat. */
  | 'refused everywhere'
  /** Of a value that no parameter takes. */
  | 'of unknown names'
  /** What only follows from the properties of a resource as a whole is not asked where one has such a finding. */
  | 'hides combinations'
  /** Says only that nothing has dealt with the location: another finding inside of it says more. */
  | 'general'
  /** Speaks of a change, and is not true of one that is not made. */
  | 'of a change'
  /** A feature of AWS that Heat lacks, replaced by a parameter or dropped: `--from aws` accepts it. */
  | 'of AWS'
  /** Another version of HOT may not have the problem. */
  | 'of a version'
  /** Says what a native type lacks. */
  | 'native loss'
  /** Reports a resource as left unchanged. */
  | 'type preserved'
  /** Forbids even a partial rewrite: the source around the location would change its meaning. */
  | 'indivisible'
  /** Says that hotshift, or a transform, did not do what it is meant to do. */
  | 'defect'
  /** Why a default is where it is, which the fate of a requirement says as well. */
  | 'of a default'
  /** About a comment that sets findings aside. */
  | 'of an ignoring comment'
  /** What SDC says better of its manifest. */
  | 'of a manifest'
  /** Goes away when the file that it is about has another name. */
  | 'of a file name'
  /** About how a file is written: no comment in it sets it aside. */
  | 'of the source'
  /** Found by Heat when it computes a function, without a word on the part of the template that it is in. */
  | 'on evaluation'
  /** Said of the result of a template for AWS, too: nobody asked Heat before. */
  | 'said of results'
  /** Follows from the properties of a resource as a whole. */
  | 'of combinations'
  /** Follows from a value, whatever gives that. */
  | 'of values'
  /** Heat accepts it where another value than the default is given. */
  | 'without a value'
  /** Heat looks at it only where the resource is created: not where a condition leaves it out. */
  | 'of created resources'
  /** A change concerns what has no effect. */
  | 'of no effect'
  /** Plug-ins of a cloud may have what Heat alone does not. */
  | 'of plug-ins'
  /** Says that a resource got a native type. */
  | 'native type'
  /** Of a property that the type of a resource does not have. */
  | 'of a property name'
  /** Without a version that is known nobody knows what the rest means. */
  | 'of the version'
  /** Of a file behind a link, which is not what the link is. */
  | 'of a link'
  /** A result that is lost when the run ends. */
  | 'not saved'
  /** Says that a template is read in one of two ways. */
  | 'of readings'
  /** Of something that is stated twice in different ways. */
  | 'contradicts'
  /** A change that is made again on the original, so that the rest can be compared. */
  | 'replayed'
  /** Concerns who can reach what: reported before all else, and nothing accepts it but its own name. */
  | 'security'
  /** An error where somebody named the file itself. */
  | 'error if named'
  /** Keeps a result from being written, and says nothing of what was read. */
  | 'of writing'
  /** Wrong beside a template, or not given yet: it says nothing of whom the template was written for. */
  | 'of the surroundings'
  /** Without an answer to it there is nothing to write. */
  | 'of an open choice'
  /** What Heat refuses: how it would be read needs no word. */
  | 'hides misreadings'

/** What of a template a code may concern. */
export type Concern =
  | 'section'
  | 'parameter type'
  | 'resource type'
  | 'property'
  | 'value'
  | 'reference'
  | 'nested template'
  | 'short tag'

export interface CodeFacts {
  readonly title: string
  readonly severity: Severity
  /** What the user can do. */
  readonly help: string
  readonly behaves?: readonly Behaviour[]
  /** What of a template it concerns, where findings are counted by that. */
  readonly concerns?: Concern
  /** The code that says less of the same location, and is left out there. */
  readonly replaces?: string
  /** The codes whose change of meaning it brings along, because Heat refuses what was. */
  readonly settles?: readonly string[]
  /** Where its published wording stands. */
  readonly link?: string
  /** Of a requirement: why it is required, in one sentence. */
  readonly why?: string
  /** Which test of others looks for it, too. */
  readonly testedBy?: string
  /** Of a requirement: the release that first had it, and the one that last changed its wording. */
  readonly introduced?: string
  readonly updated?: string
  /** For codes that `--accept` takes: what is then done, and what is lost. */
  readonly accept?: string
  /** What accepting it costs, at one location and at several. */
  readonly cost?: { readonly one: string; readonly several: string }
}

/** Files by name, or the source of the only one, whose name is the first path in the command. */
type ExampleFiles = string | Readonly<Record<string, string>>

/** A code with all that is said of it; tests run the example. */
export interface RuleCode extends CodeFacts {
  /** What happens because of it, and why that matters. */
  readonly why: string
  /** The command line without `hotshift`, files that have the finding, and those that are corrected. */
  readonly example?: {
    /** What is done before the command, as shell commands. */
    readonly setup?: string
    readonly command: string
    /** Where it is found, as `file:line`, if on no line that the correction changes. */
    readonly at?: string
    readonly before: ExampleFiles
    /** Null for a file that is removed. */
    readonly after?: string | Readonly<Record<string, string | null>>
  }
  /** `--partial` rewrites the rest of the file of the example. */
  readonly partial?: true
  /** A target version with which the example does not have the finding. */
  readonly to?: string
  /** The page of the documentation that says more. */
  readonly page?: string
}

/** Whether a code behaves in a way, by what is known of it. */
export function behavesAs(facts: CodeFacts | undefined, as: Behaviour): boolean {
  return facts?.behaves?.includes(as) === true
}

/** By the keyword of RFC 2119. What permits is never reported. */
export function severityOfKeyword(keyword: string): Severity {
  if (keyword === 'MUST' || keyword === 'MUST NOT') return 'error'
  return keyword === 'SHOULD' || keyword === 'SHOULD NOT' ? 'warning' : 'info'
}

import type { Cloud } from '../heat/cloud.ts'
import { versionKeyOf } from '../heat/dialects.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { guessingAnew } from '../heat/near-names.ts'
import { section } from '../heat/sections.ts'
import { isCfn, type Template } from '../heat/template.ts'
import { proposeVersion } from '../heat/version-needs.ts'
import { type HotVersion, latestVersion } from '../heat/versions.ts'
import { type BlueprintOptions, noOptions } from '../rules/blueprint/options.ts'
import { blueprints } from '../rules/blueprint/rules.ts'
import { capabilitiesOfEnvironments, capabilitiesOfTemplates } from '../rules/capabilities/rules.ts'
import { checkEnvironment } from '../rules/check-environment.ts'
import { checkTemplate, valueProblems } from '../rules/check-template.ts'
import { clientFiles } from '../rules/heat/client-files.ts'
import { levelsIn, mostLevels } from '../rules/heat/default-limit.ts'
import type { Elsewhere, ErrorElsewhere } from '../rules/locations.ts'
import { nestedTemplate } from '../rules/nested-template.ts'
import type { AnyRule } from '../rules/rule.ts'
import { heatRules } from '../rules/rules.ts'
import type {
  Beside,
  KnownParameters,
  NestedTemplate,
  PassedError,
  PassedValues,
  Registered,
} from '../rules/scope.ts'
import type { AroundEnvironment } from '../rules/stack-view.ts'
import { cfnVocabulary, hotVocabulary, hotWords, type Vocabulary } from '../rules/vocabulary.ts'
import { Around } from '../stack/around.ts'
import type { FileInput, Loaded } from '../stack/load.ts'
import { type NamedType, pathNamed } from '../stack/names.ts'
import { Once, Questions } from '../stack/questions.ts'
import type { ReadBudget } from '../stack/read-budget.ts'
import { type RegistryMapping, relativePath } from '../stack/registry.ts'
import {
  absence,
  archiveOf,
  fileName,
  type Presence,
  recognisedAnew,
  type SourceFile,
} from '../stack/source-file.ts'
import { type StackValues, stackValues, valueOf } from '../stack/value-of.ts'
import type { Workspace } from '../stack/workspace.ts'
import { memoized } from '../text/document/attached.ts'
import { circleMembers } from '../text/document/circles.ts'
import { dataKey } from '../text/document/data.ts'
import { type Node, rangeOf, textRange } from '../text/document/node.ts'
import { isNull } from '../text/document/read.ts'
import { defined } from '../text/document/records.ts'
import { compareTexts } from '../text/document/sorted.ts'
import { failed } from './defect.ts'
import type { Engine, Verdicts } from './engine-contract.ts'
import { unchanged } from './file-outcome.ts'
import { behaves } from './findings/catalogue.ts'
import { type Finding, findingOf } from './findings/finding.ts'
import { sifted } from './findings/ignored-findings.ts'
import { locator, problemFinding } from './findings/problem-finding.ts'
import type { FileOutcome } from './outcome.ts'
import {
  afterChoice,
  type Chosen,
  candidateFindings,
  type OpenChoice,
  openChoice,
  withRequirements,
} from './packages/candidates.ts'
import { distinct, guardFindings, withoutReplaced } from './proof/tree-guards.ts'
import type { Again, CheckMemory } from './recheck.ts'
import { closedOutcome, unreadOutcome } from './standing.ts'

/** What templates are held against beside what they declare. */
type Asked = Pick<CheckOptions, 'version' | 'cloud' | 'blueprint' | 'nested' | 'rules'>

export interface CheckOptions {
  /** The words that HOT templates are held against; without it, those that each one declares. */
  readonly version?: HotVersion
  /** The cloud that stacks are made in: what it lacks is an error. */
  readonly cloud?: Cloud
  /** All rules that are asked, where there are others than hotshift's. */
  readonly rules?: readonly AnyRule[]
  /** What somebody says of the components of blueprints. */
  readonly blueprint?: BlueprintOptions
  /** Gives a file by its path as the engine's inputs have it, for templates that serve as types. */
  readonly readFile?: (path: string) => Uint8Array | undefined
  /** Why a file that is there is not read: what depends on it is not reported. */
  readonly refused?: (path: string) => string | undefined
  /** Whether there is a file at such a path; without it, nothing is said of files that are not there. */
  readonly exists?: (path: string) => boolean
  /** The files that may be environments or templates; without it, nothing is said of types that nobody registers. */
  readonly besides?: readonly string[]
  /** Those of them that may be environments; without it, any may. */
  readonly environments?: readonly string[]
  /** The environments that stacks are created with, in the order in which Heat merges them; they are checked as such. */
  readonly together?: readonly string[]
  /** The templates that stacks are created from, where somebody named them; without it, all of `besides`. */
  readonly named?: readonly string[]
  /** How much is checked of nested templates, for somebody who waits; what exceeds it is for the caller to report. */
  readonly nested?: ReadBudget
  /** Whether outcomes can be given again later; what is asked on the way to them is recorded then. */
  readonly isRecorded?: boolean
  /** What the check of an earlier state of the file has left. */
  readonly memory?: CheckMemory
}

/** Whether a finding is looked for only where nothing is refused: what is typed in one line may hide it in another. */
export function isLookedForLast(code: string): boolean {
  return behaves(code, 'looked for last')
}

/** An engine that changes nothing: every file ends as it is, with findings. */
export function createChecker(options: CheckOptions = {}): Engine {
  const {
    readFile = () => undefined,
    exists,
    besides: files,
    environments,
    together,
    isRecorded,
    memory,
  } = options
  const { named, refused } = options
  const questions = new Questions(isRecorded === true || memory !== undefined ? 'on' : 'off')
  const around = new Around({
    read: readFile,
    questions,
    ...defined({ exists, refused, files, environments, together, named }),
  })
  const besides = new BesidesReader(around, options, questions)
  const run = (input: FileInput): FileOutcome => {
    try {
      const again = memory?.again(input, (asked) => around.holds(asked))
      if (again !== undefined) around.hold(input.path, { is: 'file', file: again.base })
      const changed = again && checkedAgain(again, options, besides)
      if (changed !== undefined) return changed
      const loaded = around.load(input)
      if (memory !== undefined) around.hold(input.path, loaded)
      const lookup = new Lookup()
      const recorded = questions.during(() => checked(loaded, options, besides, lookup))
      const outcome = questions.use(recorded)
      memory?.keep(loaded, lookup.choices.size === 0 ? recorded.asked : undefined, outcome)
      return outcome
    } catch (error) {
      return failed(input.path, error)
    }
  }
  if (isRecorded !== true) return { run, givesName: 'never' }
  return { run, givesName: 'never', verdicts: verdictsOf(run, options, { around, questions }) }
}

function verdictsOf(
  run: (input: FileInput) => FileOutcome,
  { version, cloud, blueprint, together, named, exists, besides }: CheckOptions,
  { around, questions }: { readonly around: Around; readonly questions: Questions },
): Verdicts {
  const knows = { files: besides !== undefined, existence: exists !== undefined }
  return {
    identity: JSON.stringify({ command: 'check', version, cloud, blueprint, together, named, knows }),
    holds: (asked) => around.holds(asked),
    run(input) {
      const { value: outcome, asked } = questions.during(() => run(input))
      // A defect says nothing of the file, and who debugs sees other words.
      const isFirm = asked !== undefined && !asked.isUnsettled && outcome.status !== 'failed'
      return { outcome, asked: isFirm ? asked : undefined }
    },
  }
}

/** What lies beside each template of a package as its trees stand. */
export function besideIn(pkg: Workspace): (path: string) => Beside {
  const { common, together = common === undefined ? [] : [common] } = pkg.naming
  const around = new Around({
    known: new Map([...pkg.files].map(([path, file]) => [path, asItStands(file)])),
    read: () => undefined,
    files: [...pkg.files.keys()],
    environments: pkg.environments().map(({ path }) => path),
    together: together.filter((path) => pkg.files.has(path)),
  })
  const reader = new BesidesReader(around, {}, new Questions('off'), 'sources')
  return (path) => reader.of(path, new Lookup())
}

/** What was read keeps what it was taken for, also where a version was assumed. */
function asItStands(file: SourceFile): SourceFile {
  return file.root === file.document.root ? file : recognisedAnew(file)
}

/** The templates that are being looked at, each for the one before it, and what was met on the way. */
class Lookup {
  readonly within: readonly string[]
  /** Types of which somebody has still to choose what they stand for. */
  readonly choices = new Map<RegistryMapping, OpenChoice>()

  constructor(within: readonly string[] = []) {
    this.within = within
  }
}

/** The same for calls of one template that pass the same data at one depth. */
function passedKey(path: string, passed: PassedValues, depth: number): string {
  const values = [...passed].map(([name, node]) => [name, node === 'open' ? node : { is: dataKey(node) }])
  return JSON.stringify([path, depth, values])
}

/** Of larger circles only one step is named. */
const mostInCircle = 10

/**
 * How a template includes itself: in the same words at all templates of one way around.
 * @param members those that it shares circles with
 */
function circleText(
  name: string,
  members: ReadonlySet<string>,
  calledFrom: (caller: string) => ReadonlySet<string>,
): string {
  const within = (caller: string) => [...calledFrom(caller)].filter((called) => members.has(called))
  if (calledFrom(name).has(name)) return `${fileName(name)} includes itself`
  if (members.size > mostInCircle)
    return `${fileName(name)} includes itself by way of ${fileName(within(name)[0] ?? name)}`
  const names = shortestCircle(name, within).map(fileName)
  const first = names.indexOf(names.toSorted(compareTexts)[0] ?? '')
  const [begin = '', ...others] = [...names.slice(first), ...names.slice(0, first)]
  return `templates include each other: ${[begin, ...others, begin].join(' -> ')}`
}

/** The names on the shortest way from one back to itself, itself first. */
function shortestCircle(name: string, targetsOf: (name: string) => readonly string[]): readonly string[] {
  const ways = new Map<string, readonly string[]>([[name, [name]]])
  // The loop also reaches what it adds.
  for (const [last, way] of ways) {
    const targets = targetsOf(last)
    if (targets.includes(name)) return way
    for (const target of targets) if (!ways.has(target)) ways.set(target, [...way, target])
  }
  return [name]
}

/** What lies beside the files of a run, as the checks of a template and of an environment ask for it. */
class BesidesReader {
  readonly #around: Around
  readonly #asked: Asked
  readonly #questions: Questions
  readonly #nested: Once<string, NestedTemplate | undefined>
  /** How many levels are below a file, by the file and how many more are counted. */
  readonly #levels: Once<string, number>
  readonly #errors: Once<string, ErrorElsewhere | undefined>
  /** By the template: how it includes itself, if it does. */
  readonly #circles = new Map<string, ErrorElsewhere | undefined>()
  readonly #calledFrom: Once<string, ReadonlySet<string>>
  /** By `passedKey`: calls that pass the same have one answer, however many levels of them there are. */
  readonly #passed: Once<string, readonly PassedError[]>
  /** By the template. */
  readonly #values: Once<string, StackValues>
  /** Whether files may state capabilities, which are resolved before Heat sees them. */
  readonly form: 'as Heat gets them' | 'sources'
  /** What is taken to be chosen out of a list. */
  readonly #chosen: Chosen | undefined

  constructor(
    around: Around,
    asked: Asked,
    questions: Questions,
    form: 'as Heat gets them' | 'sources' = 'as Heat gets them',
    chosen?: Chosen,
  ) {
    this.#around = around
    this.#asked = asked
    this.#questions = questions
    this.#nested = new Once(questions)
    this.#levels = new Once(questions)
    this.#errors = new Once(questions)
    this.#calledFrom = new Once(questions)
    this.#passed = new Once(questions)
    this.#values = new Once(questions)
    this.form = form
    this.#chosen = chosen
  }

  /** The same with one of the candidates of a list, whose capabilities are resolved then. */
  choosing(chosen: Chosen): BesidesReader {
    return new BesidesReader(this.#around, this.#asked, this.#questions, 'sources', chosen)
  }

  /** The choices that are open in a template. */
  choicesOf(path: string, { choices }: Lookup): readonly OpenChoice[] {
    if (this.#chosen !== undefined || choices.size === 0) return []
    return withRequirements([...choices.values()], path, this.#around)
  }

  /** @param lookup in which a file is checked */
  of(path: string, lookup: Lookup): Beside {
    return {
      nested: (type) => this.#nestedAt(this.#pathOf(path, type)),
      nestedError: (type, resource) => this.#nestedError(path, type, resource, lookup),
      passedErrors: (type, passed, resource) => this.#passedErrors(path, type, resource, passed, lookup),
      levels: (type, resource) => this.#levelsOf(path, type, resource, [path]),
      hasFile: (name) => this.#hasFile(path, pathNamed(path, name)),
      elsewhere: (name) => {
        const other = this.#around.namesake(pathNamed(path, name))
        return other === undefined ? undefined : relativePath(path, other)
      },
      isCalled: () => !this.#around.isModule(path),
      content: (name) => this.#around.content(pathNamed(path, name)),
      registered: (type, resource) => this.#registered(path, type, resource, lookup),
      registryNames: () => this.#around.registryNames(),
      hasDefault: (parameter) => this.#around.hasDefault(parameter),
      isComplete: this.#around.isNamed && this.#around.areNamedRead,
      values: lookup.within.length > 0 ? undefined : this.#parametersOf(path),
    }
  }

  ofEnvironment(path: string): AroundEnvironment {
    const around = this.#around
    const environment = around.file(path)
    return {
      path,
      hasFile: (target) => this.#hasFile(path, target),
      treeAt: (target) => around.file(target),
      earlier: around
        .namedBefore(path)
        .map((file) => ({ path: file.path, root: file.root, locate: locator(file) })),
      absentBelow: (target) => this.#absentBelow(target, new Set()),
      isDeclared: (parameter) => (around.isKnown ? around.isDeclared(parameter) : undefined),
      templates: around.templatesOf(path).flatMap((file) => {
        const words = silentVocabulary(file, this.#asked)
        if (words === undefined || environment === undefined) return []
        const values = this.#valuesWith(file, environment)
        return [{ path: file.path, root: file.root, words, locate: locator(file), values }]
      }),
    }
  }

  /** The values of a stack that is certainly made with an environment. */
  #valuesWith(template: SourceFile, environment: SourceFile): StackValues {
    const isGiven = this.#around.environmentsOf(template.path).includes(environment)
    return isGiven ? this.#stackValues(template) : stackValues(template, environment)
  }

  #stackValues(template: SourceFile): StackValues {
    return this.#values.get(template.path, () => this.#around.valuesOf(template))
  }

  /**
   * What environments give the parameters of a template: those that were named, where they can be read and the template is
   * not nested, or the one of its own name.
   */
  #parametersOf(path: string): KnownParameters | undefined {
    const around = this.#around
    const file = around.file(path)
    if (file === undefined || around.environmentsOf(path).length === 0) return undefined
    const isComplete = around.isNamed && around.areNamedRead
    if (around.isNamed && !(isComplete && around.isModule(path))) return undefined
    const values = this.#stackValues(file)
    return {
      isComplete,
      of: (parameter) => valueOf(values, path, parameter),
      locate: ({ environment, entry }) => locator(environment)(entry, 'the value is given here'),
    }
  }

  #nestedAt(path: string | undefined): NestedTemplate | undefined {
    if (path === undefined) return undefined
    return this.#nested.get(path, () => {
      const file = this.#around.file(path)
      return file === undefined ? undefined : nestedTemplate(file, locator(file))
    })
  }

  #pathOf(from: string, type: string, resource?: string): string | undefined {
    const named = this.#named(from, type, resource)
    return named.is === 'file' ? named.path : undefined
  }

  #named(from: string, type: string, resource: string | undefined): NamedType {
    return afterChoice(this.#around.namesFor(from).type(from, type, resource), this.#chosen)
  }

  #nestedError(
    path: string,
    type: string,
    resource: string | undefined,
    lookup: Lookup,
  ): ErrorElsewhere | undefined {
    const target = this.#pathOf(path, type, resource)
    if (target === undefined) return undefined
    const circle = this.#circleAt(target)
    if (circle === undefined)
      return this.#errors.get(target, () => this.#errorIn(target, new Lookup([...lookup.within, path])))
    this.#questions.unsettle()
    return circle
  }

  /** How a template includes itself: the same for all that use it, so that it does not matter which file is checked first. */
  #circleAt(path: string): ErrorElsewhere | undefined {
    if (!this.#circles.has(path)) {
      const reached = new Set<string>()
      const calledFrom = (caller: string) => {
        reached.add(caller)
        return this.#calledFrom.get(caller, () => this.#callsIn(caller))
      }
      const members = circleMembers(path, calledFrom)
      for (const name of reached) {
        const own = members.get(name)
        const message = own && circleText(name, own, calledFrom)
        this.#circles.set(name, message === undefined ? undefined : { message, related: [] })
      }
    }
    return this.#circles.get(path)
  }

  /** The templates that a template uses as types. */
  #callsIn(path: string): ReadonlySet<string> {
    const called = new Set<string>()
    const root = this.#around.file(path)?.root
    if (root !== undefined)
      levelsIn(root, (type, resource) => {
        const target = this.#pathOf(path, type, resource)
        if (target !== undefined) called.add(target)
        return 0
      })
    return called
  }

  /** Of a template that has errors itself nothing else is said. */
  #passedErrors(
    from: string,
    type: string,
    resource: string | undefined,
    passed: PassedValues,
    lookup: Lookup,
  ): readonly PassedError[] {
    const target = this.#pathOf(from, type, resource)
    const file = target === undefined ? undefined : this.#around.file(target)
    const words = file && silentVocabulary(file, this.#asked)
    if (file === undefined || words === undefined || lookup.within.length >= mostLevels) return []
    const { path } = file
    if (path === from || lookup.within.includes(path)) return []
    if (this.#nestedError(from, type, resource, lookup) !== undefined) return []
    const within = [...lookup.within, from]
    const key = passedKey(path, passed, within.length)
    return this.#passed.get(key, () => {
      if (this.#isLeftOut(path, file.document.text, key)) return []
      const locate = locator(file)
      const values = this.#valuesPassed(file, passed)
      const beside = { ...this.of(path, new Lookup(within)), values }
      return valueProblems(file.root, words, beside).map(({ problem: { code, at, message }, of }) => ({
        code,
        why: message,
        parameters: of.map(({ parameter }) => parameter),
        related: locate(at, message),
      }))
    })
  }

  /** What a nested template gets: what is passed, else `parameter_defaults` of the environments, else its default. */
  #valuesPassed(file: SourceFile, passed: PassedValues): KnownParameters {
    const around = this.#around
    const isComplete = around.isNamed && around.areNamedRead
    // Some other template is the outermost one.
    const stack = { ...stackValues(file, isComplete ? around.environmentsOf(file.path) : []), module: '' }
    return {
      isComplete,
      locate: ({ environment, entry }) => locator(environment)(entry, 'the value is given here'),
      of(parameter) {
        const own = passed.get(parameter)
        if (own === 'open') return { from: 'passed', node: undefined }
        return own === undefined || isNull(own)
          ? valueOf(stack, file.path, parameter)
          : { from: 'property', node: own, calls: [] }
      },
    }
  }

  /** A template that is not there is reported as such. */
  #errorIn(path: string, lookup: Lookup): ErrorElsewhere | undefined {
    const loaded = this.#around.loaded(path)
    try {
      if (
        loaded === undefined ||
        this.#isLeftOut(path, loaded.is === 'file' ? loaded.file.document.text : '')
      )
        return undefined
      return this.#errorWithin(loaded, path, lookup)
    } catch {
      // A defect that it brings out stands in its own outcome.
      return undefined
    }
  }

  /** @param work which is done with the file; each counts */
  #isLeftOut(path: string, text: string, work = ''): boolean {
    return this.#asked.nested?.refusal(path, text.length, work) !== undefined
  }

  #errorWithin(loaded: Loaded, path: string, lookup: Lookup): ErrorElsewhere | undefined {
    // What a template language makes of it is not known.
    if (loaded.templated !== undefined) return undefined
    const { findings, kind } = checked(loaded, this.#asked, this, lookup)
    const outputs = loaded.is === 'file' ? section(loaded.file.root, 'outputs') : undefined
    const error = findings.find((one) => one.severity === 'error' && !isOfOutput(one, outputs))
    if (error !== undefined) {
      const { message, line, column, endLine, endColumn } = error
      return {
        message: `${path}:${line ?? 1} has an error: ${message}`,
        related: [
          { message, path, line: line ?? 1, column: column ?? 1, ...defined({ endLine, endColumn }) },
        ],
      }
    }
    if (kind !== 'environment' && kind !== 'not-a-template') return undefined
    return { message: `${path} is not a template`, related: [] }
  }

  /** A circle is reported as such, and counts as no level. */
  #levelsOf(from: string, type: string, resource: string | undefined, within: readonly string[]): number {
    const path = this.#pathOf(from, type, resource)
    if (path === undefined) return 0
    if (within.includes(path)) {
      this.#questions.unsettle()
      return 0
    }
    const left = mostLevels - within.length
    return this.#levels.get(`${left} ${path}`, () => this.#levelsIn(path, within, left))
  }

  #levelsIn(path: string, within: readonly string[], left: number): number {
    const file = this.#around.file(path)
    if (file === undefined) return 0
    const below = (inner: string, name?: string) => this.#levelsOf(path, inner, name, [...within, path])
    return left <= 0 ? 1 : 1 + levelsIn(file.root, below)
  }

  /** The first file that a client does not find below a template, at the location that names it. */
  #absentBelow(path: string, seen: Set<string>): ErrorElsewhere | undefined {
    const file = seen.has(path) ? undefined : this.#around.file(path)
    seen.add(path)
    if (file === undefined) return undefined
    for (const { name, at } of clientFiles(file.root)) {
      const target = pathNamed(path, name)
      const absent = absence(name, this.#hasFile(path, target), 'template')
      const message = `${path} names ${name}, which is not there`
      if (absent !== undefined) return { message, related: locator(file)(at, absent) }
      const below = target === undefined ? undefined : this.#absentBelow(target, seen)
      if (below !== undefined) return below
    }
    return undefined
  }

  #hasFile(from: string, path: string | undefined): Presence {
    const present = path === undefined ? undefined : this.#around.exists(path)
    // Whoever unpacks an archive has its files, and no others.
    if (present === undefined || path?.startsWith(archiveOf(from) ?? '') === true) return present
    return 'outside'
  }

  #registeredAt({ environment, entry, name }: RegistryMapping): readonly Elsewhere[] {
    const file = this.#around.file(environment)
    return file === undefined ? [] : locator(file)(entry, `"${name}" is registered here`)
  }

  /** What environments make of a type; those of several clouds may disagree. */
  #registered(
    from: string,
    type: string,
    resource: string | undefined,
    lookup: Lookup,
  ): Registered | undefined {
    const named = this.#named(from, type, resource)
    const open = openChoice(named)
    if (open !== undefined) lookup.choices.set(open.of, open)
    switch (named.is) {
      case 'file': {
        const nested = this.#nestedAt(named.path)
        if (nested === undefined) return 'something'
        if (named.by.length === 0) return nested
        const registered = () => named.by.flatMap((one) => this.#registeredAt(one))
        return { ...nested, registered, ...(isPassedOver(named) ? { isPassedOver: true } : {}) }
      }
      case 'class':
        if (named.by.length > 0) return named.type === type ? 'nothing' : { class: named.type }
        return this.#around.isKnown ? 'nothing' : undefined
      case 'choice':
      case 'unknown':
        return 'something'
    }
  }
}

/** Whether a type leads to a template by a wildcard, which Heat 19 passes over (`ResourceInfo.matches`). */
function isPassedOver({ by }: Extract<NamedType, { is: 'file' }>): boolean {
  return by.at(-1)?.form === 'wildcard'
}

/** Heat computes the outputs of a nested template when one of them is asked for. */
function isOfOutput(finding: Finding, outputs: Node | undefined): boolean {
  const [whole, { range }] = [textRange(outputs), finding]
  // Heat finds it when it computes a value, not when it reads the template.
  if (!behaves(finding.code, 'on evaluation') || range === undefined || whole === undefined) return false
  return range.start >= whole.start && range.end <= whole.end
}

function checked(loaded: Loaded, asked: Asked, besides: BesidesReader, lookup: Lookup): FileOutcome {
  if (loaded.is !== 'file') return unreadOutcome(loaded)
  const { path, document, kind, recognition } = loaded.file
  if (recognition.kind === 'environment') {
    const own = [
      ...environmentFindings(loaded.file, besides.ofEnvironment(path), asked),
      ...guardFindings(loaded.file),
    ]
    const findings = withoutReplaced(distinct(own))
    return unchanged(path, kind, {
      before: document.text,
      root: document.root,
      ...sifted(findings, document),
    })
  }
  const closed = closedOutcome(loaded.file, isChecked(recognition.kind))
  if (closed !== undefined) return closed
  const own =
    kind === 'blueprint'
      ? blueprintFindings(loaded.file, asked, besides.of(path, lookup))
      : guessingAnew(() => findingsWithChoices(loaded.file, asked, besides, lookup))
  const findings = distinct([...own, ...guardFindings(loaded.file)])
  return unchanged(path, kind, { before: document.text, root: document.root, ...sifted(findings, document) })
}

/** Checks a document after one part has changed; undefined if the whole document has to be checked. */
function checkedAgain(
  { file, among, before, moved }: Again,
  asked: Asked,
  besides: BesidesReader,
): FileOutcome | undefined {
  const lookup = new Lookup()
  const own = guessingAnew(() => checkFindings(file, asked, besides, lookup, among))
  const findings = moved(distinct(own))
  return findings && unchanged(file.path, file.kind, { before, findings })
}

/** What is wrong with a blueprint; whether Heat takes it is a question to what it becomes. */
function blueprintFindings(
  file: SourceFile,
  { blueprint = noOptions }: Asked,
  { hasFile }: Beside,
): Finding[] {
  const { root, document } = file
  const findings: Finding[] = []
  const absent = (name: string) => absence(name, hasFile(name), 'blueprint')
  const view = { root, document, options: blueprint, absence: absent }
  blueprints.find(view, ({ code, at, message, severity }) => {
    const finding = findingOf(code, message, rangeOf(at))
    findings.push(severity === undefined ? finding : { ...finding, severity })
  })
  return findings
}

function isChecked(kind: TemplateKind): boolean {
  return isCfn(kind) || kind === 'hot' || kind === 'hot-fragment' || kind === 'blueprint'
}

/** What is asked of files as they are for Heat, which knows no capabilities. */
const withCapabilities = memoized((rules: readonly AnyRule[]): readonly AnyRule[] => [
  ...rules,
  capabilitiesOfTemplates,
  capabilitiesOfEnvironments,
])

function environmentFindings(
  file: SourceFile,
  around: AroundEnvironment,
  { rules = heatRules }: Asked,
): Finding[] {
  return checkEnvironment(file.root, around, file.document.text, withCapabilities(rules)).map((problem) =>
    problemFinding(problem, file),
  )
}

/** Where a registry leaves a choice, also what is found with each of the candidates. */
function findingsWithChoices(
  template: SourceFile,
  asked: Asked,
  besides: BesidesReader,
  lookup: Lookup,
): readonly Finding[] {
  const found = checkFindings(template, asked, besides, lookup)
  const choices = besides.choicesOf(template.path, lookup)
  const ofCandidates = choices.flatMap((one) =>
    candidateFindings(one, found, (chosen) =>
      checkFindings(template, asked, besides.choosing(chosen), new Lookup(lookup.within)),
    ),
  )
  return [...found, ...ofCandidates]
}

function checkFindings(
  template: SourceFile,
  asked: Asked,
  besides: BesidesReader,
  lookup: Lookup,
  among?: ReadonlySet<string>,
): Finding[] {
  const words = vocabularyOf(template, asked)
  const beside = besides.of(template.path, lookup)
  const { rules: asRead = heatRules } = asked
  const rules = besides.form === 'sources' ? asRead : withCapabilities(asRead)
  return checkTemplate(template.root, words, { beside, file: template, rules, among }).map((problem) => {
    const finding = problemFinding(problem, template)
    const isSure = beside.isComplete && behaves(finding.code, 'refused with named environments')
    return isSure ? { ...finding, severity: 'error' } : finding
  })
}

/** The words of a template that another file is about; what is wrong with its version is reported where it stands. */
function silentVocabulary(template: Template, asked: Asked): Vocabulary | undefined {
  return isChecked(template.kind) && template.kind !== 'blueprint' ? vocabularyOf(template, asked) : undefined
}

function vocabularyOf(template: Template, { version, cloud }: Asked): Vocabulary {
  if (isCfn(template.kind)) return cfnVocabulary(versionKeyOf(template.kind), cloud)
  if (template.version !== undefined)
    return version === undefined
      ? hotWords(template.version, cloud)
      : hotVocabulary(version, template.version, cloud)
  const fitting = proposeVersion(template.root).version
  return hotVocabulary(version ?? fitting ?? latestVersion, fitting, cloud)
}

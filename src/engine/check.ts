import { posix } from 'node:path'
import { readBlueprint } from '../blueprint/model.ts'
import { environmentFaults, templateFaults } from '../capabilities/resolve.ts'
import { checkTemplate } from '../check/check-template.ts'
import { type AroundEnvironment, checkEnvironment } from '../check/environments.ts'
import type { Beside, NestedTemplate, Registered } from '../check/scope.ts'
import { cfnVocabulary, hotVocabulary, type Vocabulary } from '../check/vocabulary.ts'
import { type Entry, type Node, rangeOf, textRange } from '../document/node.ts'
import { isNull, nameOf } from '../document/read.ts'
import { versionKeyOf } from '../heat/dialects.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { isTemplateReference } from '../heat/resource-types.ts'
import { declarations, section } from '../heat/sections.ts'
import { isCfn, type Template } from '../heat/template.ts'
import { proposeVersion } from '../heat/version-needs.ts'
import { type HotVersion, latestVersion } from '../heat/versions.ts'
import { facadeSchema } from '../package/facade-schemas.ts'
import { KnownEnvironments } from '../package/known-environments.ts'
import { type FileInput, type Loaded, load } from '../package/load.ts'
import type { PackageFile } from '../package/package-file.ts'
import { catalogue, type FindingCode, topicOf } from './catalogue.ts'
import { failed } from './defect.ts'
import type { Engine } from './engine-contract.ts'
import { unchanged } from './file-outcome.ts'
import { type Finding, findingOf } from './finding.ts'
import { sifted } from './ignored-findings.ts'
import type { FileOutcome } from './outcome.ts'
import { versionAdvice } from './reading-findings.ts'
import { closedOutcome, unreadOutcome } from './standing.ts'
import { distinct, guardFindings, withoutReplaced } from './tree-guards.ts'

// Templates that serve as types of resources (`type: server.yaml`), as far as their files can be read.

/** The path of a template that another one names; undefined for addresses and absolute paths. */
function nestedPath(path: string, type: string): string | undefined {
  if (/^[a-z]+:/i.test(type) || type.startsWith('/')) return undefined
  return posix.normalize(posix.join(posix.dirname(path), type))
}

/** Reads each template once. Gives undefined for what is not there, or no template that Heat would take. */
function nestedReader(
  readFile: (path: string) => Uint8Array | undefined,
): (path: string | undefined) => NestedTemplate | undefined {
  const known = new Map<string, NestedTemplate | undefined>()
  return (path) => {
    if (path === undefined) return undefined
    if (!known.has(path)) known.set(path, nestedTemplate(path, readFile(path)))
    return known.get(path)
  }
}

function nestedTemplate(path: string, bytes: Uint8Array | undefined): NestedTemplate | undefined {
  const file = fileBeside(path, bytes)
  if (file === undefined) return undefined
  const { root, recognition } = file
  if (recognition.versionKey === undefined || recognition.problem !== undefined) return undefined
  const parameters = [...declarations(root).parameters].map(([name, map]) => {
    const value = readValue(map, 'default', 'Default')
    const schema = facadeSchema(map)
    return {
      name,
      hasDefault: value !== undefined && !isNull(value),
      ...(schema === undefined ? {} : { schema }),
    }
  })
  const outputs = new Map(entriesRead(section(root, 'outputs')).map((one) => [nameOf(one) ?? '', one]))
  return { parameters, outputs }
}

/**
 * What lies beside a file; undefined for what is not there or cannot be read. A defect that it brings out is not that of
 * the file that names it, and stands in its own outcome.
 */
function fileBeside(path: string, bytes: Uint8Array | undefined): PackageFile | undefined {
  if (bytes === undefined) return undefined
  try {
    const loaded = load({ path, bytes })
    return loaded.is === 'file' ? loaded.file : undefined
  } catch {
    return undefined
  }
}

type Report = (code: FindingCode, at: Node | Entry, message: string, help?: string) => void

export interface CheckOptions {
  /** The words that HOT templates are held against; without it, those that each one declares. */
  readonly version?: HotVersion
  /** Gives a file by its path as the engine's inputs have it, for templates that serve as types. */
  readonly readFile?: (path: string) => Uint8Array | undefined
  /** Whether there is a file at such a path; without it, nothing is said of files that are not there. */
  readonly exists?: (path: string) => boolean
  /** The files that may be environments or templates; without it, nothing is said of types that nobody registers. */
  readonly besides?: readonly string[]
  /** Those of them that may be environments; without it, any may. */
  readonly environments?: readonly string[]
}

/** An engine that changes nothing: every file ends as it is, with findings. */
export function createChecker(options: CheckOptions = {}): Engine {
  const besides = new BesidesReader(options)
  const run = (input: FileInput): FileOutcome => {
    try {
      return checked(load(input), options.version, besides, new Lookup())
    } catch (error) {
      return failed(input.path, error)
    }
  }
  return { run, givesName: 'never' }
}

/** So often templates are looked at anew: many circles through one another would have more ways than anybody can go. */
const MOST_ANEW = 1000

/** The templates that are being looked at, each for the one before it, and what was met on the way. */
class Lookup {
  readonly within: readonly string[]
  /** Whether what is looked at leads back to one of them. */
  isCircular = false

  constructor(within: readonly string[] = []) {
    this.within = within
  }
}

/** What lies beside the files of a run. */
class BesidesReader {
  readonly #options: CheckOptions
  readonly #read: ReturnType<typeof nestedReader>
  readonly #known: KnownEnvironments | undefined
  readonly #errors = new Map<string, string | undefined>()
  #anew = 0

  constructor(options: CheckOptions) {
    const readFile = options.readFile ?? (() => undefined)
    this.#options = options
    this.#read = nestedReader(readFile)
    this.#known = options.besides && new KnownEnvironments(options.besides, readFile, options.environments)
  }

  /** @param lookup in which a file is checked */
  of(path: string, lookup: Lookup): Beside {
    return {
      nested: (type) => this.#read(nestedPath(path, type)),
      nestedError: (type) => this.#nestedError(path, type, lookup),
      hasFile: (name) => this.#hasFile(nestedPath(path, name)),
      registered: (type) => this.#registered(type),
      hasDefault: (parameter) => this.#known?.hasDefault(parameter) ?? false,
    }
  }

  /** A file by its path; undefined for one that is not there or cannot be read. */
  file(path: string): PackageFile | undefined {
    return fileBeside(path, this.#options.readFile?.(path))
  }

  ofEnvironment(path: string): AroundEnvironment {
    return {
      path,
      hasFile: (target) => this.#hasFile(target),
      isDeclared: (parameter) => this.#known?.isDeclared(parameter),
    }
  }

  #nestedError(path: string, type: string, lookup: Lookup): string | undefined {
    const target = isTemplateReference(type) ? nestedPath(path, type) : this.#registeredPath(type)
    if (target === undefined) return undefined
    if (target === path || lookup.within.includes(target)) {
      lookup.isCircular = true
      return `${target} is made from itself`
    }
    if (this.#errors.has(target)) return this.#errors.get(target)
    const inner = new Lookup([...lookup.within, path])
    const error = this.#errorIn(target, inner)
    // What is wrong in a circle depends on where it is entered, and must not depend on which file was checked first.
    if (inner.isCircular && this.#anew++ < MOST_ANEW) lookup.isCircular = true
    else this.#errors.set(target, error)
    return error
  }

  /** A template that is not there is reported as such. */
  #errorIn(path: string, lookup: Lookup): string | undefined {
    const bytes = this.#options.readFile?.(path)
    if (bytes === undefined) return undefined
    try {
      return this.#errorWithin(load({ path, bytes }), path, lookup)
    } catch {
      // A defect that it brings out stands in its own outcome.
      return undefined
    }
  }

  #errorWithin(loaded: Loaded, path: string, lookup: Lookup): string | undefined {
    // What a template language makes of it is not known.
    if (loaded.templated !== undefined) return undefined
    const { findings, kind } = checked(loaded, this.#options.version, this, lookup)
    const outputs = loaded.is === 'file' ? section(loaded.file.root, 'outputs') : undefined
    const error = findings.find((one) => one.severity === 'error' && !isOfOutput(one, outputs))
    if (error !== undefined) return `${path}:${error.line ?? 1} has an error: ${error.message}`
    return kind === 'environment' || kind === 'not-a-template' ? `${path} is not a template` : undefined
  }

  #hasFile(path: string | undefined): boolean | undefined {
    return path === undefined ? undefined : this.#options.exists?.(path)
  }

  /** Environments of several clouds may disagree about a type. */
  #registered(type: string): Registered | undefined {
    const found = this.#known?.registrations(type)
    if (found === undefined) return undefined
    return found.length === 0 ? 'nothing' : (this.#read(this.#registeredPath(type)) ?? 'something')
  }

  #registeredPath(type: string): string | undefined {
    const found = this.#known?.registrations(type) ?? []
    const paths = new Set(found.map(({ path, form }) => (form === 'plain' ? path : undefined)))
    return paths.size === 1 ? [...paths][0] : undefined
  }
}

/** Heat computes the outputs of a nested template when one of them is asked for. */
function isOfOutput(finding: Finding, outputs: Node | undefined): boolean {
  const [whole, { range }] = [textRange(outputs), finding]
  if (topicOf(finding) !== 'evaluation' || range === undefined || whole === undefined) return false
  return range.start >= whole.start && range.end <= whole.end
}

function checked(
  loaded: Loaded,
  version: HotVersion | undefined,
  besides: BesidesReader,
  lookup: Lookup,
): FileOutcome {
  if (loaded.is !== 'file') return unreadOutcome(loaded, () => true)
  const { path, document, kind, recognition } = loaded.file
  if (recognition.kind === 'environment') {
    const own = [
      ...environmentFindings(loaded.file, besides.ofEnvironment(path)),
      ...guardFindings(loaded.file),
    ]
    const ofCapabilities = capabilityFindings(loaded.file, besides)
    // What Heat refuses, and why nothing can be chosen there, are two things to say of one place.
    const findings = withoutReplaced([...ofCapabilities, ...distinct(own)])
    return unchanged(path, kind, { before: document.text, ...sifted(findings, document) })
  }
  const closed = closedOutcome(loaded.file, isChecked(recognition.kind))
  if (closed !== undefined) return closed
  const own =
    kind === 'blueprint'
      ? blueprintFindings(loaded.file)
      : checkFindings(loaded.file, version, besides.of(path, lookup))
  const findings = distinct([...own, ...guardFindings(loaded.file)])
  return unchanged(path, kind, { before: document.text, ...sifted(findings, document) })
}

/** What an environment says of capabilities. */
function capabilityFindings(file: PackageFile, besides: BesidesReader): Finding[] {
  return environmentFaults(file, (path) => besides.file(path)).map(({ code, at, message }) =>
    findingOf(code, message, rangeOf(at)),
  )
}

/** What keeps a blueprint from being understood; whether Heat takes it is a question to what it becomes. */
function blueprintFindings({ root }: Template): Finding[] {
  return readBlueprint(root).problems.map(({ code, at, message }) => findingOf(code, message, rangeOf(at)))
}

function isChecked(kind: TemplateKind): boolean {
  return isCfn(kind) || kind === 'hot' || kind === 'hot-fragment' || kind === 'blueprint'
}

function environmentFindings({ root }: Template, around: AroundEnvironment): Finding[] {
  return checkEnvironment(root, around).map(({ code, at, message, rule }) =>
    findingOf(code, message, rangeOf(at), { help: `${catalogue[code].help} See ${rule}.` }),
  )
}

function checkFindings(template: PackageFile, version: HotVersion | undefined, beside: Beside): Finding[] {
  const findings: Finding[] = []
  const report: Report = (code, at, message, help) => {
    findings.push(findingOf(code, message, rangeOf(at), help === undefined ? {} : { help }))
  }
  const words = vocabularyOf(template, version, report)
  reportComment(template, report)
  for (const { code, at, message, rule } of checkTemplate(template.root, words, beside))
    report(code, at, message, `${catalogue[code].help} See ${rule}.`)
  if (words.version !== undefined)
    for (const { code, at, message } of templateFaults(template)) report(code, at, message)
  return findings
}

/** Other readers of JSON, hotshift among them, pass over comments. */
function reportComment({ document, syntax }: Template, report: Report): void {
  // A text in braces that has YAML's comments is YAML to Heat.
  const first = document.comments.find(({ start }) => syntax === 'json' && document.text[start] === '/')
  if (first === undefined) return
  const at: Node = {
    kind: 'scalar',
    type: 'str',
    value: first.text,
    start: first.start,
    end: first.end,
  }
  report('json-comment', at, 'Heat does not read JSON with comments')
}

function vocabularyOf(template: Template, version: HotVersion | undefined, report: Report): Vocabulary {
  if (isCfn(template.kind)) {
    const versionKey = versionKeyOf(template.kind)
    if (readValue(template.root, versionKey) === undefined)
      report('template-version', template.root, 'no version is declared, which AWS allows and Heat does not')
    return cfnVocabulary(versionKey)
  }
  if (template.version !== undefined) return hotVocabulary(version ?? template.version, template.version)
  const proposal = proposeVersion(template.root)
  const help = `${versionAdvice(proposal.version)} See HOT specification, Heat template version.`
  report('no-such-version', proposal.at, proposal.message, help)
  return hotVocabulary(version ?? proposal.version ?? latestVersion, proposal.version)
}

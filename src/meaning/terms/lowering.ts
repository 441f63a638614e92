/** From a parsed template to terms, and to the obligations that must hold for Heat to accept it. */

import { isAws } from '../../heat/dialect.ts'
import { functionTable } from '../../heat/functions/classes.ts'
import { isGroupClass, pathChange } from '../../heat/group-types.ts'
import { nativeAttribute } from '../../heat/native-types.ts'
import {
  attributeOfEveryType,
  attributeShape,
  resourceTypeFacts,
  type SchemaType,
} from '../../heat/resource-types.ts'
import { pythonStr } from '../../heat/values/python-text.ts'
import { Failure, isTrue, type Key, type Resolved, type Value } from '../../heat/values/value.ts'
import { attributeType, meantOnceAccepted } from '../attributes.ts'
import { orFailure } from '../failing.ts'
import { partsOf } from '../functions/parts.ts'
import { hasShortStrings } from '../functions/yaql-values.ts'
import type { Retyped } from '../natives/correspondence.ts'
import { type ParameterSchema, parameterValue } from '../parameters.ts'
import type { Program } from '../program.ts'
import type { AnswersInside, Facts, FileContent } from '../side.ts'
import { Dynamic, DynamicCall, entriesOf, type LazyFailure, type Lowering, type Snippet } from '../snippet.ts'
import { NoWorld, notComputed, type TemplateWorld } from '../world.ts'
import type { AssumptionKind } from './assumptions.ts'
import type { Presets } from './presets.ts'
import { shown } from './shown.ts'
import { lowerJoin } from './strings.ts'
import {
  type Input,
  isCollectionParameter,
  itemKinds,
  type Kinds,
  kinds,
  mayBeOmitted,
  type Term,
  type Terms,
  valueOf,
} from './term.ts'

/**
 * Something that must hold for Heat to accept a part of a template. The value of a term does not express refusals; the
 * obligations do, and the comparison compares those of the rewrite with those of the original.
 */
export interface Obligation {
  /**
   * What is required of the term: its type, the types of its items, that something is found, that a function accepts
   * it.
   */
  readonly about: 'type' | 'items' | 'found' | 'enabled' | 'taken' | 'not empty' | 'refused'
  readonly term: Term
  /** Bits of what is accepted; where one set contains another, a value in the smaller one is in the larger one. */
  readonly accepts: number
  /** The path condition of the obligation. */
  readonly path: Term
  readonly failure: Failure
  /** Not required by Heat, but assumed by the author: a selected item exists. */
  readonly assumed: boolean
  /** What a verdict assumes where the original has no such obligation: that it is met. */
  readonly otherwise?: { readonly assume: AssumptionKind; readonly about: string }
}

/** What was collected while a part was lowered. */
export interface Lowered {
  readonly obligations: readonly Obligation[]
  /** The resources that the part waits for, each with the decisions under which it does. */
  readonly needs: ReadonlyMap<string, Term>
}

export interface LoweringOptions {
  readonly scope?: string
  /** Whose values inputs have: those that Heat knows, or those of AWS. */
  readonly values: 'heat' | 'aws'
  readonly facts?: Facts
  /** Parameters that are bound to a term instead of being an input. */
  readonly given?: ReadonlyMap<string, Term>
  /** Parameters of strings with JSON that the rewrite declares as json. */
  readonly decoded?: ReadonlySet<string>
  /** Contents for `get_file`. */
  readonly files?: ReadonlyMap<string, FileContent>
  /** Resources that are native in the rewrite: references to them are references to the native ones. */
  readonly natives?: ReadonlyMap<string, Retyped>
  readonly inside?: AnswersInside
  /** What resources that are stacks themselves give. */
  readonly stacks?: InnerValues
  /** What both sides show about the values of parameters. */
  readonly presets?: Presets
  /** The values that parameters may have, where both sides allow the same few. */
  readonly allowed?: ReadonlyMap<string, readonly Term[]>
}

/**
 * What references to stacks inside of a template give, and attributes of these, from what they are made of; undefined for
 * what only the cloud knows.
 */
export interface InnerValues {
  reference(resource: string): Term | undefined
  attribute(lookup: Omit<AttributeLookup, 'type'>): Term | undefined
}

/** A condition under which something counts, inside of others. */
interface PathCondition {
  readonly condition: Term
  readonly holds: boolean
  readonly outer: PathCondition | undefined
  /** All of them together, computed on demand. */
  path: Term | undefined
}

interface Frame {
  open: PathCondition
  readonly obligations: Obligation[]
  /** None of its own as long as nothing is needed, as in most frames. */
  needs: ReadonlyMap<string, Term>
}

const noNeeds: ReadonlyMap<string, Term> = new Map()

const schemaKinds: Readonly<Record<SchemaType, Kinds>> = {
  string: kinds.str,
  integer: kinds.int,
  number: kinds.number,
  boolean: kinds.bool,
  list: kinds.list,
  map: kinds.map,
  any: kinds.any,
  unknown: kinds.any,
}

/** AWS's numbers are written as in the source; Heat also accepts a boolean as one. */
const parameterKinds: Readonly<Record<ParameterSchema['type'], Kinds>> = {
  string: kinds.str,
  number: kinds.number | kinds.bool,
  boolean: kinds.bool,
  comma_delimited_list: kinds.list,
  // JSON may be anything; a parameter of the type is assumed to hold a list or a map.
  json: kinds.collection,
}

const multiple = 'hot.functions.JoinMultiple'
const joinParts = { 'hot.functions.Join': partsOf('hot.functions.Join'), [multiple]: partsOf(multiple) }

/** One side of a comparison, with all its obligations. */
export class TemplateLowering implements Lowering {
  readonly terms: Terms
  readonly program: Program
  readonly facts: Facts
  readonly values: 'heat' | 'aws'
  readonly #scope: string
  readonly #given: ReadonlyMap<string, Term>
  readonly #decoded: ReadonlySet<string>
  readonly #files: ReadonlyMap<string, FileContent>
  readonly #natives: ReadonlyMap<string, Retyped>
  readonly #inside: AnswersInside
  readonly #stacks: InnerValues | undefined
  readonly #allowed: ReadonlyMap<string, readonly Term[]>
  readonly #presets: Presets | undefined
  readonly #parameters = new Map<string, Term>()
  readonly #conditions = new Map<string, { readonly term: Term; readonly lowered: Lowered } | 'in progress'>()
  /** The conditions that a definition names; under `undefined` those that anything else names. */
  readonly #uses = new Map<string | undefined, Set<string>>()
  #defining: string | undefined
  readonly #enabled = new Map<string, Term>()
  #frame: Frame
  #mappings: Term | undefined

  constructor(terms: Terms, program: Program, options: LoweringOptions) {
    this.terms = terms
    this.program = program
    this.facts = options.facts ?? {}
    this.values = options.values
    this.#scope = options.scope ?? ''
    this.#given = options.given ?? new Map()
    this.#decoded = options.decoded ?? new Set()
    this.#files = options.files ?? new Map()
    this.#allowed = options.allowed ?? new Map()
    this.#presets = options.presets
    this.#natives = options.natives ?? new Map()
    this.#inside = options.inside ?? (() => undefined)
    this.#stacks = options.stacks
    this.#frame = this.#newFrame(terms.true)
  }

  #newFrame(path: Term): Frame {
    return {
      open: { condition: path, holds: true, outer: undefined, path },
      obligations: [],
      needs: noNeeds,
    }
  }

  /** Lowers a separate part: its obligations are collected with it. */
  collected<Made>(
    make: () => Made,
    path = this.terms.true,
  ): { readonly made: Made; readonly lowered: Lowered } {
    const outer = this.#frame
    const frame = this.#newFrame(path)
    this.#frame = frame
    try {
      return { made: make(), lowered: frame }
    } finally {
      this.#frame = outer
    }
  }

  /** Takes over what was collected for a part of the current one. */
  include({ obligations, needs }: Lowered): void {
    for (const one of obligations) this.#frame.obligations.push(one)
    for (const [name, path] of needs) this.#need(name, path)
  }

  #need(name: string, path: Term): void {
    const frame = this.#frame
    const needs = frame.needs === noNeeds ? new Map<string, Term>() : (frame.needs as Map<string, Term>)
    frame.needs = needs
    const known = needs.get(name)
    needs.set(name, known === undefined ? path : this.terms.or(known, path))
  }

  under<Made>(condition: Term, holds: boolean, make: () => Made): Made {
    const frame = this.#frame
    const outer = frame.open
    frame.open = { condition, holds, outer, path: undefined }
    try {
      return make()
    } finally {
      frame.open = outer
    }
  }

  eachUnder(term: Term, make: (one: Term) => Term): Term {
    const { terms } = this
    const made = new Map<Term, Term>()
    for (const [leaf, where] of terms.leaves(term))
      made.set(
        leaf,
        this.under(where, true, () => make(leaf)),
      )
    return terms.each(term, (leaf) => made.get(leaf) as Term)
  }

  /** Where what is being lowered counts. */
  #path(open = this.#frame.open): Term {
    if (open.path === undefined) {
      const own = open.holds ? open.condition : this.terms.not(open.condition)
      open.path = open.outer === undefined ? own : this.terms.and(this.#path(open.outer), own)
    }
    return open.path
  }

  lower(snippet: Snippet): Term {
    if (typeof snippet === 'string') return this.terms.constant(snippet)
    if (snippet instanceof Dynamic) return snippet.lower(this)
    return this.#checked(this.terms.data(snippet))
  }

  /** A refusal in data is a refusal at its location. */
  #checked(term: Term): Term {
    return term.tag === 'refused' ? this.refuse(term.failure) : term
  }

  lowerItems(items: readonly Snippet[]): Term[] {
    const terms: Term[] = []
    for (const item of items) terms.push(this.lower(item))
    return terms
  }

  value(snippet: Snippet): Term {
    const term = this.lower(snippet)
    return mayBeOmitted(term)
      ? this.terms.each(term, (one) => (one === this.terms.omitted ? this.terms.null : one))
      : term
  }

  waitFor(snippet: Snippet): void {
    const { needs } = this.collected(() => this.lower(snippet), this.#path()).lowered
    for (const [name, path] of needs) this.#need(name, path)
  }

  // What must hold

  #ask(
    about: Obligation['about'],
    term: Term,
    accepts: number,
    failure: Failure,
    { assumed = false, otherwise }: Partial<Pick<Obligation, 'assumed' | 'otherwise'>> = {},
  ): void {
    const path = this.#path()
    const { obligations } = this.#frame
    const more = otherwise === undefined ? {} : { otherwise }
    if (path !== this.terms.false) obligations.push({ about, term, accepts, path, failure, assumed, ...more })
  }

  refuse(failure: Failure): Term {
    this.#ask('refused', this.terms.false, 0, failure)
    return this.terms.refused(failure)
  }

  require(term: Term, accepts: Kinds, failure: LazyFailure): Term {
    if ((term.kinds & ~accepts) !== 0) return this.#required(term, accepts, failure)
    if (isCollectionParameter(term)) this.terms.relyOn('collection', term.name)
    return term
  }

  #required(term: Term, accepts: Kinds, failure: LazyFailure): Term {
    if (term.tag === 'choice') return this.eachUnder(term, (one) => this.require(one, accepts, failure))
    const fits = (term.kinds & accepts) !== 0 || ((accepts & kinds.falsy) !== 0 && mayBeFalse(term))
    if (!fits) return this.refuse(raised(failure))
    this.#ask('type', term, accepts, raised(failure))
    return term
  }

  /** The items of a list must be of some types. */
  requireItems(list: Term, accepts: Kinds, failure: LazyFailure): void {
    const inside = itemKinds(list)
    if ((inside & ~accepts) !== 0) this.#ask('items', list, accepts, raised(failure))
  }

  /** A condition that cannot be decided statically. */
  requireThat(about: 'found' | 'taken' | 'not empty', term: Term, failure: LazyFailure): Term {
    if (term.tag === 'choice') this.eachUnder(term, (one) => this.requireThat(about, one, failure))
    else if (!term.isData) this.#ask(about, term, 1, raised(failure))
    return term
  }

  requireTaken(call: Term, accepts: number, failure: Failure): void {
    this.#ask('taken', call, accepts, failure)
  }

  requireShort(call: Term, given: readonly Term[], failure: Failure): void {
    const open = given.filter((one) => !one.isData && (one.kinds & (kinds.str | kinds.collection)) !== 0)
    if (open.length === 0) return
    const isLong = open.some((one) => this.#presets?.contradict(one, hasShortStrings) === true)
    const about = open.map(aboutTerm).join(', ')
    this.#ask('taken', call, 1, failure, isLong ? {} : { otherwise: { assume: 'short-string', about } })
  }

  /** Assumed, not checked: the selected item exists, unless the values at hand contradict that. */
  assumeFound(term: Term): void {
    if (term.tag !== 'step') return
    const { terms } = this
    const isThere = (pair: Term) => {
      const [of, key] = pair.tag === 'list' ? pair.items : []
      if (of === undefined || key === undefined) return true
      const found = (missing: '' | null) => terms.step(of, key, missing, term.digits)
      return found('') !== terms.empty || found(null) !== terms.null
    }
    if (this.#presets?.contradict(terms.list([term.of, term.key]), isThere) === true) return
    this.#ask('found', term, 1, new Failure('IndexError', 'nothing is found'), { assumed: true })
  }

  assume(kind: AssumptionKind, term: Term, accepts: Kinds): boolean {
    if ((term.kinds & ~accepts) === 0) return true
    const holds = (data: Term) => (data.kinds & ~accepts) === 0
    if (this.#presets?.contradict(term, holds) === true) return false
    this.terms.relyOn(kind, aboutTerm(term))
    return true
  }

  assumeDeclared(term: Term, shape: 'list' | 'map'): boolean {
    if (term.tag !== 'input' || term.of !== 'attribute' || term.scope !== this.#scope) return false
    const type = this.program.resources.get(term.name)?.type
    if (typeof type !== 'string' || attributeType(type, term.detail) !== shape) return false
    this.terms.relyOn('declared-attribute', `"${term.detail}" of ${type} (${shape})`)
    return true
  }

  // Uninterpreted functions

  /** An uninterpreted function: equal to itself on equal arguments. */
  applied(name: string, args: readonly Term[], type: Kinds = kinds.any, accepts = 1): Term {
    const refused = args.find(({ tag }) => tag === 'refused')
    if (refused !== undefined) return refused
    const term = this.terms.apply(name, args, type)
    this.#ask('taken', term, accepts, new Failure('TypeError', `${name} rejects its arguments`))
    return term
  }

  /** A function that no law covers. With nothing but data for its arguments it is computed. */
  call(call: DynamicCall): Term {
    const { argument } = call
    const term = this.lower(typeof argument === 'function' ? argument() : argument)
    return this.computedOr(call.computation, term, () => this.applied(call.className, [term]))
  }

  /** The value where all arguments are data. */
  computedOr(
    computation: { run(world: TemplateWorld): Resolved },
    argument: Term,
    otherwise: () => Term,
  ): Term {
    if (!argument.isData) return otherwise()
    const result = orFailure(() => computation.run(new NoWorld(this.terms.budget)))
    if (result === notComputed) return otherwise()
    if (result instanceof Failure) return this.refuse(result)
    return typeof result === 'symbol' ? this.terms.omitted : this.terms.data(result)
  }

  // Inputs

  parameter(name: string, unknown: string): Term {
    const known = this.#parameters.get(name)
    if (known !== undefined) return known.tag === 'refused' ? this.#checked(known) : known
    const term = this.#parameterTerm(name, unknown)
    this.#parameters.set(name, term)
    return this.#checked(term)
  }

  #parameterTerm(name: string, unknown: string): Term {
    const schema = this.program.parameters.get(name)
    if (schema === undefined)
      return (
        this.#pseudo(name) ??
        this.terms.refused(new Failure(unknown, `The Parameter (${name}) was not provided.`))
      )
    if (schema instanceof Failure) return this.terms.refused(schema)
    return this.#given.get(name) ?? this.parameterInput(name, schema)
  }

  parameterInput(name: string, { type }: Pick<ParameterSchema, 'type'>): Term {
    const isOther = type === 'json' && this.#presets?.hasScalar(name) === true
    const of = isOther
      ? kinds.any
      : this.values === 'aws' && type === 'number'
        ? kinds.number
        : parameterKinds[type]
    const allowed = this.#allowed.get(name)
    return this.terms.input('parameter', name, of, type, this.#scope, [], allowed)
  }

  /** The json parameter that a string with JSON has become, where the caller declares so. */
  jsonParameter(of: Input): Term | undefined {
    return this.#decoded.has(of.name) ? this.parameterInput(of.name, { type: 'json' }) : undefined
  }

  #text(of: 'stack_name' | 'stack_id' | 'project_id' | 'region' | 'partition' | 'url_suffix'): Term {
    return this.terms.input('pseudo', of, kinds.str)
  }

  /** heat/engine/hot/parameters.py, heat/engine/cfn/parameters.py; for AWS the CloudFormation User Guide. */
  #pseudo(name: string): Term | undefined {
    const { dialect } = this.program
    const { terms } = this
    if (dialect.kind === 'hot') {
      if (name === 'OS::stack_id') return this.#text('stack_id')
      if (name === 'OS::stack_name') return this.#text('stack_name')
      return name === 'OS::project_id' ? this.#text('project_id') : undefined
    }
    if (name === 'AWS::StackName') return this.#text('stack_name')
    if (name === 'AWS::StackId')
      return this.facts.stackIdForArn === true
        ? this.#text('stack_id')
        : terms.concat([
            terms.constant('arn:openstack:heat::'),
            this.#text('project_id'),
            terms.constant(':stacks/'),
            this.#text('stack_name'),
            terms.constant('/'),
            this.#text('stack_id'),
          ])
    const aws = isAws(dialect)
    if (name === 'AWS::Region') return aws ? this.#text('region') : terms.constant('ap-southeast-1')
    if (!aws) return undefined
    if (name === 'AWS::AccountId') return this.#text('project_id')
    if (name === 'AWS::Partition') return this.#text('partition')
    if (name === 'AWS::URLSuffix') return this.#text('url_suffix')
    return name === 'AWS::NotificationARNs' ? terms.input('pseudo', 'notifications', kinds.list) : undefined
  }

  get mappings(): Term {
    this.#mappings ??= this.terms.data(this.program.mappingData())
    return this.#mappings
  }

  get zones(): Term {
    return this.terms.input('zones', '', kinds.list, 'comma_delimited_list')
  }

  facade(part: string): Term {
    return this.terms.input('facade', part, part === 'metadata' ? kinds.map : kinds.any, '', this.#scope)
  }

  file(name: string): Term {
    const content = this.#files.get(name)
    if (typeof content === 'string') return this.terms.constant(content)
    return content === undefined
      ? this.terms.input('file', name, kinds.str)
      : this.terms.input('file', content.digest, kinds.str, 'digest')
  }

  // Resources

  /** The name of a resource that is there; its reference and its attributes wait for it. */
  #resource(name: Term): string | Term {
    if (name.tag === 'refused') return name
    if (name.tag !== 'constant') return this.applied('resource', [name])
    const { value } = name
    if (typeof value !== 'string' || !this.program.resources.has(value))
      return this.refuse(
        new Failure(
          'InvalidTemplateReference',
          `The specified reference "${pythonStr(value)}" is incorrect.`,
        ),
      )
    const path = this.#path()
    this.#need(value, path)
    const enabled = this.enabled(value)
    if (!this.terms.implies(path, enabled))
      this.#ask(
        'enabled',
        enabled,
        1,
        new Failure('InvalidTemplateReference', `The resource "${value}" may not be there.`),
      )
    return value
  }

  reference(name: Term): Term {
    return this.terms.each(name, (one) => {
      const resource = this.#resource(one)
      if (typeof resource !== 'string') return resource
      const native = this.#natives.get(resource)
      const instead = native?.facts.reference
      return native === undefined || instead === undefined || instead === 'none'
        ? this.#checked(this.#stacks?.reference(resource) ?? this.#referenceInput(resource))
        : this.#nativePath(resource, native, instead, [], 'asking')
    })
  }

  attribute(name: Term, attribute: Term, path: readonly Term[], by: 'asking' | 'selecting'): Term {
    const resource = this.#resource(name)
    if (typeof resource !== 'string')
      return resource.tag === 'refused' ? resource : this.applied('get_attr', [name, attribute, ...path])
    if (attribute.tag === 'refused') return attribute
    const type = this.program.resources.get(resource)?.type
    const known = typeof type === 'string' ? type : undefined
    if (attribute.tag !== 'constant') {
      const owner = this.terms.input('reference', resource, kinds.str, 'attributes', this.#scope)
      return this.applied(`get_attr ${by}`, [owner, attribute, ...path])
    }
    if (typeof attribute.value !== 'string')
      return this.refuse(
        new Failure('InvalidTemplateAttribute', `${pythonStr(attribute.value)} of ${resource}`),
      )
    const native = this.#natives.get(resource)
    const question = { resource, type: known, attribute: attribute.value, path, by }
    const inner = this.#stacks?.attribute(question)
    if (inner !== undefined) return this.eachUnder(inner, (one) => this.#checked(one))
    return native === undefined
      ? this.#attribute(this.#askedInside(question))
      : this.#nativeAttribute(question, native)
  }

  /** Lookups in a native resource inside of a stack or a group have other steps. */
  #askedInside(question: AttributeLookup): AttributeLookup {
    const { resource, attribute, path } = question
    const steps = path.map((step) => {
      const value = step.tag === 'constant' ? step.value : undefined
      return typeof value === 'string' || typeof value === 'number' ? value : undefined
    })
    const instead = this.#inside(resource, [attribute, ...steps])
    if (instead === undefined) return question
    const [first = '', ...rest] = instead
    return { ...question, attribute: String(first), path: rest.map((step) => this.terms.constant(step)) }
  }

  #referenceInput(resource: string): Term {
    return this.terms.input('reference', resource, kinds.str, '', this.#scope)
  }

  /** The native counterpart of an attribute of AWS; an unknown one remains an attribute of the AWS type. */
  #nativeAttribute(question: AttributeLookup, native: Retyped): Term {
    const { resource, attribute, path, by } = question
    const asked = nativeAttribute(attribute, native.facts)
    if (asked === undefined) return this.#attribute(question)
    if (asked === 'reference') return this.#walked(this.#referenceInput(resource), path)
    if (asked === 'property') {
      const properties = entriesOf(this.program.resources.get(resource)?.properties ?? null)
      return this.#walked(this.lower(properties?.get(attribute) ?? null), path)
    }
    if (asked === 'expression') {
      // The only one: addresses of all members in one string.
      const all = this.#nativePath(resource, native, ['outputs_list', 'first_address'], [], 'asking')
      const joinedBy = functionTable(this.program.dialect).values.get('list_join')
      const parts = joinParts[joinedBy === multiple ? multiple : 'hot.functions.Join']
      return lowerJoin(this, this.terms.constant(','), [all], 'list_join', parts)
    }
    return this.#nativePath(resource, native, asked, path, by)
  }

  #nativePath(
    resource: string,
    { type }: Retyped,
    [attribute = '', ...steps]: readonly (string | number)[],
    path: readonly Term[],
    by: AttributeLookup['by'],
  ): Term {
    const inner = steps.map((step) => this.terms.constant(step))
    return this.#attribute({ resource, type, attribute: String(attribute), path: [...inner, ...path], by })
  }

  /** `GetAtt`, `GetAttThenSelect`: a group gives the path after its attributes a meaning of its own. */
  #attribute(question: AttributeLookup): Term {
    const { resource, type, attribute, path } = question
    const change = pathChange(type, attribute)
    const [step] = path
    const by =
      this.facts.groupPathsNameMembers === true
        ? meantOnceAccepted(question.by, type, attribute, step?.tag === 'constant' ? step.value : undefined)
        : question.by
    const asked = by === 'asking' && path.length > 0
    const input = (name: string): Term => this.#attributeInput(resource, type ?? '', name)
    if (change === 'was-an-error' && !asked)
      return this.refuse(new Failure('InvalidTemplateAttribute', `${attribute} of ${resource}`))
    if (change === 'names-member') {
      const member = this.terms.constant(attribute.slice('resource.'.length))
      const [inner, ...rest] = path
      if (inner === undefined) return this.terms.step(input('refs_map'), member, null)
      if (by === 'selecting') return this.terms.null
      if (inner.tag !== 'constant' || typeof inner.value !== 'string')
        return this.applied('get_attr of member', [input(attribute), ...path])
      return this.#walked(this.terms.step(input(inner.value), memberKey(member, this.terms), null), rest)
    }
    if (asked && change !== 'same' && change !== 'ignores-path')
      return this.terms.apply('each member', [input(attribute), ...path], kinds.list)
    return asked && change === 'ignores-path' ? input(attribute) : this.#walked(input(attribute), path)
  }

  #walked(from: Term, path: readonly Term[]): Term {
    return attributePath(this.terms, from, path)
  }

  #attributeInput(resource: string, type: string, attribute: string): Term {
    const of = this.#attributeKinds(type, attribute)
    const inside = this.#kindsInside(type, attribute, of)
    return this.terms.input('attribute', resource, of, attribute, this.#scope, inside)
  }

  #kindsInside(type: string, attribute: string, of: Kinds): readonly Kinds[] {
    // What is a string or a list of strings at AWS, see `#attributeKinds`.
    if (of === (kinds.str | kinds.list)) return [kinds.str | kinds.null]
    return [1, 2].flatMap((steps) => {
      const shape = attributeShape(type, attribute, steps)
      return shape === undefined ? [] : [schemaKinds[shape] | kinds.null]
    })
  }

  /**
   * Null as long as the resource is not ready; attributes of AWS are strings, or lists of them. The type that a class
   * declares promises nothing: Heat hands on what the service sends (`Attributes._validate_type` only warns), as
   * Neutron a boolean for the string `enable_dhcp`. What Heat itself puts together has its type: the attributes of
   * groups, those of every resource (`Resource._show_resource`), and those whose shape is known.
   */
  #attributeKinds(type: string, attribute: string): Kinds {
    const declared = attributeType(type, attribute)
    const inGroup = isGroupClass(resourceTypeFacts(type)?.attributePaths)
    if (this.values === 'aws' && !inGroup && (declared === undefined || declared === 'string'))
      return declared === 'string' ? kinds.str : kinds.str | kinds.list
    if (declared === undefined) return inGroup ? kinds.list | kinds.null : kinds.any
    const isBuiltByHeat =
      inGroup ||
      attributeOfEveryType(attribute) !== undefined ||
      attributeShape(type, attribute, 1) !== undefined
    return isBuiltByHeat || this.values === 'aws' ? schemaKinds[declared] | kinds.null : kinds.any
  }

  allAttributes(name: Term): Term {
    const resource = this.#resource(name)
    if (typeof resource !== 'string') return resource
    return this.terms.input('attributes', resource, kinds.map | kinds.null, '', this.#scope)
  }

  /** Whether a resource is there, as a condition. */
  enabled(name: string): Term {
    let enabled = this.#enabled.get(name)
    if (enabled === undefined) {
      this.#enabled.set(name, this.terms.true)
      const condition = this.program.resources.get(name)?.condition
      enabled =
        condition === undefined
          ? this.terms.true
          : this.terms.question(this.collected(() => this.isMet(condition)).made)
      this.#enabled.set(name, enabled)
    }
    return enabled
  }

  // Conditions

  /** Whether the condition that a part denotes holds: true or false, or the name of a condition. */
  isMet(snippet: Snippet): Term {
    return this.met(this.value(snippet))
  }

  met(term: Term): Term {
    if (term.kinds === kinds.bool) return this.terms.condition(term)
    return this.terms.each(term, (one) => this.#metLeaf(one))
  }

  #metLeaf(term: Term): Term {
    if (term.tag === 'refused') return term
    if (term.tag === 'constant') {
      const { value } = term
      if (value === null) return this.terms.true
      if (typeof value === 'boolean') return term
      if (typeof value === 'string' && this.program.conditions.has(value)) return this.named(value)
      return this.refuse(new Failure('ValueError', `Invalid condition "${pythonStr(value)}"`))
    }
    if (term.kinds === kinds.bool) return this.terms.condition(term)
    if (term.isData) return this.refuse(new Failure('ValueError', 'a list or map is not a condition'))
    return this.#unknownCondition(term)
  }

  /** A condition with an unknown name: it may be any of them. */
  #unknownCondition(name: Term): Term {
    const all = new Map<Key, Term>()
    for (const [one, known] of this.#conditions) if (known !== 'in progress') all.set(one, this.named(one))
    return this.terms.condition(this.applied('condition', [name, this.terms.map(all)], kinds.bool))
  }

  /** The conditions on which something depends, be it by way of others. */
  usedConditions(): ReadonlySet<string> {
    const used = new Set<string>()
    const open = [...(this.#uses.get(undefined) ?? [])]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (used.has(name)) continue
      used.add(name)
      open.push(...(this.#uses.get(name) ?? []))
    }
    return used
  }

  #use(names: Iterable<string>): void {
    const known = this.#uses.get(this.#defining) ?? new Set()
    for (const name of names) known.add(name)
    this.#uses.set(this.#defining, known)
  }

  /** A declared condition; its obligations hold where it is used. */
  named(name: string, why: 'to decide' | 'to see' = 'to decide'): Term {
    if (why === 'to decide') this.#use([name])
    let known = this.#conditions.get(name)
    if (known === 'in progress') {
      return this.refuse(new Failure('StackValidationFailed', `Circular definition for condition "${name}"`))
    }
    if (known === undefined) {
      this.#conditions.set(name, 'in progress')
      const outer = this.#defining
      this.#defining = name
      const { made, lowered } = this.collected(() => this.#definition(name))
      this.#defining = outer
      known = { term: made, lowered }
      this.#conditions.set(name, known)
    }
    for (const one of known.lowered.obligations)
      this.under(one.path, true, () => this.#ask(one.about, one.term, one.accepts, one.failure, one))
    return known.term
  }

  #definition(name: string): Term {
    const definition = this.program.conditions.get(name) as Snippet
    const isAlias = typeof definition === 'string' && isAws(this.program.dialect)
    if (isAlias || typeof definition === 'boolean' || definition instanceof DynamicCall) {
      const term = this.lower(definition)
      const given = term.tag === 'constant' && typeof term.value !== 'boolean' && !isAlias
      if (!given) return this.met(term)
    }
    return this.refuse(
      new Failure('StackValidationFailed', `The definition of condition "${name}" is invalid`),
    )
  }

  /** The value of a parameter's type that a raw value gives. */
  typed(type: ParameterSchema['type'], raw: Value): Term {
    return this.terms.data(orFailure(() => parameterValue(type, raw)))
  }
}

function aboutTerm(term: Term): string {
  return term.tag === 'input' && term.of === 'parameter' ? term.name : shown(term)
}

function raised(failure: LazyFailure): Failure {
  return typeof failure === 'function' ? failure() : failure
}

/** `select_from_attribute` of heat/engine/attributes.py: there is nothing under a fraction, null, a list or a map. */
export function attributePath(terms: Terms, from: Term, path: readonly Term[]): Term {
  const stepped = (at: Term, key: Term): Term => {
    if (key.tag === 'refused') return key
    return (key.kinds & (kinds.str | kinds.int | kinds.bool)) === 0
      ? terms.null
      : terms.step(at, key, null, 'nothing')
  }
  return path.reduce((at, key) => terms.each(key, (one) => stepped(at, one)), from)
}

/** An attribute of a resource, with the path behind it. */
export interface AttributeLookup {
  readonly resource: string
  readonly type: string | undefined
  readonly attribute: string
  readonly path: readonly Term[]
  readonly by: 'asking' | 'selecting'
}

/** Members are named by numbers. */
function memberKey(name: Term, terms: Terms): Term {
  const text = name.tag === 'constant' ? name.value : ''
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? terms.constant(Number(text)) : name
}

/** Whether some value of the term is false for Python. */
function mayBeFalse(term: Term): boolean {
  if (term.isData) return !isTrue(valueOf(term))
  if (term.tag === 'map') return [...term.entries.values()].every(mayBeOmitted)
  return term.tag !== 'concat' || !term.parts.some((part) => part.tag === 'constant')
}

/** The obligations and dependencies of several parts. */
export function joinedLowered(terms: Terms, all: readonly Lowered[]): Lowered {
  const needs = new Map<string, Term>()
  for (const one of all)
    for (const [name, path] of one.needs) needs.set(name, terms.or(needs.get(name) ?? terms.false, path))
  return { obligations: all.flatMap(({ obligations }) => obligations), needs }
}

/** References to parameters, resources and files; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */

import { Failure, isInteger, isList, isTrue, type Value } from '../../heat/values/value.ts'
import { Dynamic, entriesOf, itemsOf, type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { kinds, type Term } from '../terms/term.ts'
import type { TemplateWorld } from '../world.ts'
import { isTrueSnippet, itemAt, typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'

/** `hot.functions.GetParam` */
export const getParam: FunctionClass = (argument, { name }) => {
  if (typeof argument === 'string' && argument !== '') {
    return {
      transparent: true,
      run: (world) => world.parameter(argument, 'UserParameterMissing'),
      lower: (lowering) => lowering.parameter(argument, 'UserParameterMissing'),
    }
  }
  return {
    lower(lowering) {
      const args = lowering.value(argument)
      return lowering.terms.each(args, (one) => parameterPath(one, name, lowering))
    },
    run(world) {
      const args = valueIn(argument, world)
      if (!isTrue(args)) throw valueError(`Function "${name}" must have arguments`)
      if (typeof args === 'string') return world.parameter(args, 'UserParameterMissing')
      if (!isList(args)) throw typeError(`Argument to "${name}" must be string or list`)
      const [parameter, ...path] = args
      if (typeof parameter !== 'string') throw typeError(`Parameter name in "${name}" must be string`)
      return stepped(world.parameter(parameter, 'UserParameterMissing'), path)
    },
  }
}

function parameterPath(args: Term, name: string, lowering: Lowering): Term {
  if (args.tag === 'refused') return args
  const items = args.tag === 'list' ? args.items : [args]
  return lowering.terms.present(items, ([parameter, ...path]) => {
    if (parameter?.tag === 'choice')
      return lowering.eachUnder(parameter, (one) =>
        parameterPath(lowering.terms.list([one, ...path]), name, lowering),
      )
    if (parameter?.tag === 'constant' && parameter.value !== '' && parameter.value !== null) {
      if (typeof parameter.value !== 'string')
        return lowering.refuse(typeError(`Parameter name in "${name}" must be string`))
      const from = lowering.parameter(parameter.value, 'UserParameterMissing')
      return path.reduce((at, step) => pathStep(at, step, lowering), from)
    }
    if (args.isData) return lowering.refuse(valueError(`Function "${name}" must have arguments`))
    return lowering.applied(name, [args])
  })
}

/** Lists and maps have nothing under a fraction, null, a list or a map. */
function pathStep(at: Term, step: Term, { terms }: Lowering): Term {
  const mayFind = step.tag === 'choice' || (step.kinds & (kinds.str | kinds.int | kinds.bool)) !== 0
  return mayFind || step.tag === 'refused' ? terms.step(at, step, '') : terms.empty
}

/** A path that leads nowhere gives an empty string. */
function stepped(value: Value, path: readonly Value[]): Value {
  let at = value
  try {
    for (const step of path)
      at = itemAt(at, isList(at) || typeof at === 'string' ? listStep(step) : textOrInteger(step))
  } catch (error) {
    if (error instanceof Failure && steppingErrors.has(error.error)) return ''
    throw error
  }
  return at
}

const steppingErrors: ReadonlySet<string> = new Set(['KeyError', 'IndexError', 'TypeError'])

function listStep(step: Value): Value {
  if (typeof step !== 'string') return step
  if (!/^\s*[+-]?\d+(_\d+)*\s*$/.test(step))
    throw typeError('Path components must be a string that can be parsed into an integer.')
  return Number(step.replaceAll('_', ''))
}

function textOrInteger(step: Value): Value {
  if (typeof step !== 'string' && !isInteger(step)) throw typeError('Path components must be strings')
  return step
}

/** `hot.functions.GetResource` */
export const getResource: FunctionClass = (argument) => ({
  lower: (lowering) => lowering.reference(lowering.value(argument)),
  run: (world) => world.reference(world.resource(valueIn(argument, world))),
  dependencies(world, into) {
    if (argument instanceof Dynamic) argument.dependencies(world, into)
    into.add(world.resource(valueIn(argument, world)))
  },
})

/** `cfn.functions.ParamRef` */
export const paramRef: FunctionClass = (argument) => {
  if (typeof argument === 'string') {
    return {
      transparent: true,
      run: (world) => world.parameter(argument, 'InvalidTemplateReference'),
      lower: (lowering) => lowering.parameter(argument, 'InvalidTemplateReference'),
    }
  }
  return {
    lower(lowering) {
      return lowering.terms.each(lowering.value(argument), (one) => {
        if (one.tag === 'constant' && typeof one.value === 'string')
          return lowering.parameter(one.value, 'InvalidTemplateReference')
        if (one.isData)
          return lowering.refuse(
            new Failure('InvalidTemplateReference', 'the name of a parameter must be a string'),
          )
        return lowering.applied('get_param', [one])
      })
    },
    run(world) {
      const name = valueIn(argument, world)
      if (typeof name !== 'string')
        throw new Failure('InvalidTemplateReference', 'the name of a parameter must be a string')
      return world.parameter(name, 'InvalidTemplateReference')
    },
  }
}

/** `cfn.functions.Ref`: a resource if there is one of the name, else a parameter. */
export const ref: FunctionClass = (argument, site) => {
  if (argument instanceof Dynamic || itemsOf(argument) !== undefined || entriesOf(argument) !== undefined) {
    throw typeError('unhashable type')
  }
  return typeof argument === 'string' && site.hasResource(argument)
    ? getResource(argument, site)
    : paramRef(argument, site)
}

interface AttributeArguments {
  readonly resource: Snippet
  readonly attribute: Snippet
  readonly path: readonly Snippet[]
}

function attributeArguments(argument: Snippet, name: string): AttributeArguments {
  const items = itemsOf(argument)
  if (items === undefined) throw typeError(`Argument to "${name}" must be a list`)
  const [resource, attribute, ...path] = items
  if (resource === undefined || attribute === undefined) {
    throw valueError(`Arguments to "${name}" must be of the form [resource_name, attribute, (path), ...]`)
  }
  return { resource, attribute, path }
}

function attributeOf(
  { resource, attribute, path }: AttributeArguments,
  argument: Snippet,
  by: 'asking' | 'selecting',
) {
  const fixed = path.length === 0 ? [] : undefined
  return {
    run(world: TemplateWorld): Value {
      const name = valueIn(attribute, world)
      const owner = world.resource(valueIn(resource, world))
      return world.attribute(owner, name, fixed ?? path.map((step) => valueIn(step, world)), by)
    },
    lower(lowering: Lowering): Term {
      const steps = path.map((step) => lowering.value(step))
      return lowering.attribute(lowering.value(resource), lowering.value(attribute), steps, by)
    },
    dependencies(world: TemplateWorld, into: Set<string>): void {
      if (argument instanceof Dynamic) argument.dependencies(world, into)
      into.add(world.resource(valueIn(resource, world)))
    },
  }
}

/** `hot.functions.GetAttThenSelect` */
export const getAttThenSelect: FunctionClass = (argument, { name }) =>
  attributeOf(attributeArguments(argument, name), argument, 'selecting')

/** `hot.functions.GetAtt` */
export const getAtt: FunctionClass = (argument, { name }) =>
  attributeOf(attributeArguments(argument, name), argument, 'asking')

/** `hot.functions.GetAttAllAttributes`: without an attribute, all of them. */
export const getAttAllAttributes: FunctionClass = (argument, site) => {
  if (!isTrueSnippet(argument)) throw valueError(`Arguments to "${site.name}" are missing`)
  const items = typeof argument === 'string' ? [...argument] : itemsOf(argument)
  if (items === undefined) throw typeError(`Argument to "${site.name}" must be a list`)
  if (items.length > 1 && typeof argument === 'string')
    throw typeError(`Argument to "${site.name}" must be a list`)
  const [resource, attribute = null] = items
  if (attribute !== null) return getAtt(argument, site)
  const owner = (world: TemplateWorld) => world.resource(valueIn(resource as Snippet, world))
  return {
    run: (world) => world.allAttributes(owner(world)),
    lower: (lowering) => lowering.allAttributes(lowering.value(resource as Snippet)),
    dependencies(world, into) {
      if (argument instanceof Dynamic) argument.dependencies(world, into)
      into.add(owner(world))
    },
  }
}

/** `cfn.functions.GetAtt`: exactly two. */
export const cfnGetAtt: FunctionClass = (argument) => {
  const [resource, attribute] = unpacked(argument, 2) as [Snippet, Snippet]
  return attributeOf({ resource, attribute, path: [] }, argument, 'selecting')
}

/** `hot.functions.GetFile` */
export const getFile: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    return lowering.terms.each(lowering.value(argument), (one) => {
      if (one.tag === 'refused') return one
      if (one.tag === 'constant' && typeof one.value === 'string') return lowering.file(one.value)
      return one.isData
        ? lowering.refuse(typeError(`Argument to "${name}" must be a string`))
        : lowering.applied('get_file', [one], kinds.str)
    })
  },
  run(world) {
    const file = valueIn(argument, world)
    if (typeof file !== 'string') throw typeError(`Argument to "${name}" must be a string`)
    return world.file(file)
  },
})

const facadeParts = {
  metadata: 'metadata',
  deletion_policy: 'deletion_policy',
  update_policy: 'update_policy',
} as const
const cfnFacadeParts = {
  Metadata: 'metadata',
  DeletionPolicy: 'deletion_policy',
  UpdatePolicy: 'update_policy',
} as const

type FacadePart = (typeof facadeParts)[keyof typeof facadeParts]

function facade(parts: Readonly<Record<string, FacadePart>>): FunctionClass {
  return (argument, { name }) => {
    const part = typeof argument === 'string' && Object.hasOwn(parts, argument) ? parts[argument] : undefined
    if (part === undefined)
      throw valueError(`Incorrect arguments to "${name}" should be one of: ${Object.keys(parts).join(', ')}`)
    return { run: (world) => world.facade(part), lower: (lowering) => lowering.facade(part) }
  }
}

/** `hot.functions.ResourceFacade` */
export const resourceFacade = facade(facadeParts)
/** `cfn.functions.ResourceFacade` */
export const cfnResourceFacade = facade(cfnFacadeParts)

/** `cfn.functions.GetAZs`: the argument is ignored. */
export const getAZs: FunctionClass = (argument) => ({
  run: (world) => world.zones,
  lower(lowering) {
    lowering.waitFor(argument)
    return lowering.zones
  },
})

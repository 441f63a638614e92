import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CatalogueEntry,
  catalogueEntry,
  currentCode,
  findingCodes,
  renamedCodeNote,
} from '../../engine/catalogue.ts'
import type { Transform } from '../../engine/package-transform.ts'
import type { TemplateTransform } from '../../engine/transform.ts'
import { type NativeType, nativeTypes, nearestService, targetOf } from '../../heat/native-types.ts'
import { nearNames } from '../../heat/near-names.ts'
import { removedResourceType, resourceTypeFacts, resourceTypeNames } from '../../heat/resource-types.ts'
import { type Style, wrap } from '../../report/style.ts'
import { packageRoot } from '../../runner/package-root.ts'
import { loadRequirements } from '../code-look-up.ts'
import type { Command } from '../command.ts'
import { loadAllTransforms } from '../load-engine.ts'
import { answerFormat, answerFormatOption, colourOptions } from '../options.ts'
import { styleOf } from '../styles.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { nearTransforms } from './run.ts'

export const explain: Command = {
  name: 'explain',
  positional: '<transform|finding|type>',
  positionalDescription:
    'The id of a transform, the code of a finding, the number of a requirement such as R-90526, or a resource type such as AWS::EC2::Instance',
  firstArguments: 'what is explained',
  arity: { min: 1, max: 1 },
  summary: 'Explain a transform, a finding, a requirement or a resource type',
  description: [
    'Explains a transform, with the rules behind it; a finding, with an example and what each way out costs; a requirement of ONAP; or a resource type: whether Heat has it, and what OpenStack offers instead.',
  ],
  options: [answerFormatOption, ...colourOptions('Options')],
  examples: {
    'A transform': 'hotshift explain cfn/join-to-str-replace',
    'A finding': 'hotshift explain availability-zones',
    'A requirement of ONAP': 'hotshift explain R-90526',
    'An AWS type in Heat': 'hotshift explain AWS::EC2::Instance',
  },
  async run(args, world) {
    const [name = ''] = args.positionals
    const style = styleOf(world.out, args, world)
    if (isTypeName(name)) {
      const text = typeText(name, style, world.out.columns)
      if (text === undefined)
        throw new UsageError(`unknown resource type: ${name}`, ['the types of Heat and of AWS are known'])
      const answer = answerFormat(args) === 'json' ? `${JSON.stringify(typeAnswer(name), null, 2)}\n` : text
      await world.out.write(answer)
      return 0
    }
    const transforms = await loadAllTransforms()
    const transform = transforms.get(name)
    const code = currentCode(name)
    const note = renamedCodeNote(name)
    if (note !== undefined) await world.err.write(`${note}\n`)
    const entry = catalogueEntry(code) ?? (await loadRequirements())(name)
    if (transform === undefined && entry === undefined) {
      const near = [...nearTransforms(name, transforms.keys()), ...nearNames(name, findingCodes)]
      throw new UsageError(`neither a transform, a finding nor a requirement: ${name}`, [
        ...didYouMean(near),
        '`hotshift list` names the transforms; reports name findings by their code',
      ])
    }
    const { explainedCode, explainedText } = await import('../explained.ts')
    const more = entry === undefined ? {} : await explainedCode(code, entry)
    if (answerFormat(args) === 'json') {
      await world.out.write(`${JSON.stringify({ ...answerOf(code, transform, entry), ...more }, null, 2)}\n`)
      return 0
    }
    if (transform !== undefined) await world.out.write(transformText(transform, style))
    if (entry !== undefined)
      await world.out.write(explainedText(code, { ...entry, ...more }, style, world.out.columns))
    return 0
  },
}

function transformText(transform: TemplateTransform | Transform, style: Style): string {
  const { id, title, description, safety, references } = transform
  const readme = readmeOf(id)
  return [
    `${style.bold(id)}  ${title}`,
    '',
    description,
    '',
    `safety: ${safety}`,
    ...references.map((reference) => `rule: ${reference}`),
    ...(readme === undefined ? [] : ['', readme.trimEnd()]),
    '',
  ].join('\n')
}

/** What is known of a name, for programs: of a transform what `list` says, with its page; of a finding its entry. */
function answerOf(
  name: string,
  transform: TemplateTransform | Transform | undefined,
  entry: CatalogueEntry | undefined,
): Readonly<Record<string, unknown>> {
  if (transform !== undefined) {
    const { id, title, description, safety, references } = transform
    return { kind: 'transform', id, title, description, safety, references, page: readmeOf(id) }
  }
  const { title, severity, help, accept, link, testedBy } = entry ?? {}
  return { kind: 'finding', code: name, title, severity, help, accept, link, testedBy }
}

function readmeOf(id: string): string | undefined {
  try {
    return readFileSync(join(packageRoot(), 'transforms', id, 'README.md'), 'utf8')
  } catch {
    return undefined
  }
}

// What `explain` says of a resource type: what Heat has, and what OpenStack offers in its place.

/** Whether a name looks like that of a resource type: `AWS::EC2::Instance`. */
function isTypeName(name: string): boolean {
  return /^\w+::\w+(::\w+)*$/.test(name)
}

/** The text; undefined for a name of which nothing is known. */
function typeText(name: string, style: Style, width: number | undefined): string | undefined {
  const sentences = [...ofHeat(name), ...ofOpenStack(name)]
  if (sentences.length === 0) return undefined
  return [style.bold(name), '', ...sentences.flatMap((one) => wrap(one, width)), ''].join('\n')
}

/** The same for programs. */
function typeAnswer(name: string): Readonly<Record<string, unknown>> {
  const facts = resourceTypeFacts(name)
  const removed = removedResourceType(name)
  const native = nativeTypes.get(name)
  const properties = [...(facts?.properties ?? [])].filter(([, { implemented }]) => implemented)
  return {
    kind: 'type',
    name,
    status: facts?.status ?? (removed === undefined ? 'unknown' : 'removed'),
    properties: properties.map(([one]) => one),
    required: properties.flatMap(([one, { required }]) => (required ? [one] : [])),
    attributes: [...(facts?.attributes.keys() ?? [])],
    native: native && targetOf(native),
    transform: native?.transform,
    removedIn: removed?.removedIn,
    replacement: removed?.replacement,
    explanation: [...ofHeat(name), ...ofOpenStack(name)],
  }
}

function ofHeat(name: string): readonly string[] {
  const facts = resourceTypeFacts(name)
  if (facts !== undefined) {
    const properties = [...facts.properties].filter(([, { implemented }]) => implemented)
    const required = properties.flatMap(([property, { required }]) => (required ? [property] : []))
    const status = facts.status === 'supported' ? '' : ` It is ${facts.status} there.`
    return [
      `Heat has this type.${status}`,
      ...(properties.length === 0 ? [] : [`Properties: ${properties.map(([one]) => one).join(', ')}.`]),
      ...(required.length === 0 ? [] : [`Required: ${required.join(', ')}.`]),
      ...(facts.attributes.size === 0 ? [] : [`Attributes: ${[...facts.attributes.keys()].join(', ')}.`]),
    ]
  }
  const removed = removedResourceType(name)
  if (removed !== undefined) {
    const instead = removed.replacement === undefined ? '' : ` ${removed.replacement} took its place.`
    return [`Heat had this type until ${removed.removedIn}.${instead}`]
  }
  if (!name.startsWith('AWS::') && !name.startsWith('OS::')) return []
  const near = name.startsWith('OS::') ? didYouMean(nearNames(name, resourceTypeNames())) : []
  return [
    'Heat does not have this type: it cannot be used, unless an environment registers a template for it.',
    ...near.map((one) => `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`),
  ]
}

function ofOpenStack(name: string): readonly string[] {
  const native = nativeTypes.get(name)
  if (native !== undefined) return ofNative(native)
  if (!name.startsWith('AWS::') || resourceTypeFacts(name) !== undefined) return []
  const { service, types = [] } = nearestService(name)
  if (service === null) return ['OpenStack has no such service.']
  const offered = types.length === 0 ? 'for which Heat has no types' : types.join(', ')
  return [`The closest service is ${service}: ${offered}. hotshift does not convert it.`]
}

function ofNative(native: NativeType): readonly string[] {
  const target = targetOf(native)
  const [transform, advice] = [native.transform, native.advice]
  return [
    ...(target === undefined ? [] : [`OpenStack's own type for it is ${target}.`]),
    ...(transform === undefined
      ? []
      : [
          `hotshift nativize, or migrate --native, converts it (${transform}); docs/native.md says what differs.`,
        ]),
    ...(advice === undefined ? [] : [advice]),
  ]
}

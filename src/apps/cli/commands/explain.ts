import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transform } from '../../../engine/authoring/package-transform.ts'
import type { TemplateTransform } from '../../../engine/authoring/transform.ts'
import {
  type CatalogueEntry,
  catalogueEntry,
  currentCode,
  findingCodes,
  renamedCodeNote,
} from '../../../engine/findings/catalogue.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { isOwnCode } from '../../../rules/own-rule.ts'
import { packageRoot } from '../../../run/package-root.ts'
import type { Style } from '../../../show/report/style.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { loadRequirements } from '../explain/code-look-up.ts'
import { loadAllTransforms } from '../load-engine.ts'
import { answerFormat, answerFormatOption, colourOptions } from '../options/options.ts'
import { loadOwnRules, rulesOption } from '../options/own-rules.ts'
import { styleOf } from '../output/styles.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { nearTransforms } from './run.ts'

const explainedRulesOption: Option = {
  ...rulesOption,
  group: 'Options',
  description:
    'Where your own rules are, to explain a finding of theirs: the files *.rule.mjs and *.rule.ts of this folder. Repeatable',
}

/** @param commands all that there are; asked late, because this one is among them */
export function explainCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'explain',
    positional: '<name|message> [template]',
    positionalDescription:
      'The id of a transform, the code of a finding, the number of a requirement such as R-90526, a resource type such as AWS::EC2::Instance, a property or an attribute of one such as OS::Nova::Server.networks, a function such as get_attr, a word of reports such as corresponds, a command such as render, or what Heat said, in quotes or - for standard input; with a template, the line that the message is about',
    firstArguments: 'what is explained',
    arity: { min: 1, max: 2 },
    summary: 'Explain a transform, a finding, a requirement, a type, a function, a word, or what Heat said',
    description: [
      'Explains a transform, with the rules behind it; a finding, with an example and the trade-off of each fix; a requirement of ONAP; a resource type, with its properties and attributes, and what to write instead where it can no longer be created; a property or an attribute of a type, with what Heat says of it and of the keys within it; an intrinsic function, with the versions that have it; or a word of reports.',
      'Explains what Heat said when it rejected a template: what causes it, and what to write. Whatever clients and older releases wrap around a message is taken off. With a template as the second argument, it names the line.',
    ],
    options: [explainedRulesOption, answerFormatOption, ...colourOptions('Options')],
    examples: {
      'A transform': 'hotshift explain cfn/join-to-str-replace',
      'A finding': 'hotshift explain availability-zones',
      'A requirement of ONAP': 'hotshift explain R-90526',
      'An AWS type in Heat': 'hotshift explain AWS::EC2::Instance',
      'A property of a type': 'hotshift explain OS::Nova::Server.networks',
      'A function': 'hotshift explain Fn::Select',
      'A finding of your own rule': 'hotshift explain acme/unnamed-volume --rules rules',
      'A word of reports': 'hotshift explain corresponds',
      'A command': 'hotshift explain render',
      'What Heat said': "hotshift explain 'Unknown Property flavour' server.yaml",
    },
    async run(args, world) {
      const [name = '', template] = args.positionals
      if (name === '-' || name.trim().includes(' '))
        return await explainMessage(name, template, { args, world })
      if (template !== undefined) throw new UsageError(`too many arguments: ${template}`)
      for (const explanationOf of explanations) {
        const found = await explanationOf(name, { args, world, commands: commands() })
        if (found !== undefined) return await write(found, { args, world })
      }
      throw await unknownName(name, args, commands())
    },
  }
}

/** What is known of a name. */
interface Explanation {
  /** For programs. */
  readonly answer: object
  readonly text: (style: Style, columns: number | undefined) => string
}

interface Answering {
  readonly args: Arguments
  readonly world: World
}

interface Run extends Answering {
  readonly commands: readonly Command[]
}

/** @throws UsageError for a name that is of this kind, and unknown */
type ExplanationOf = (name: string, run: Run) => Promise<Explanation | undefined>

async function write({ answer, text }: Explanation, { args, world }: Answering): Promise<number> {
  const { out } = world
  const isJson = answerFormat(args) === 'json'
  await out.write(
    isJson ? `${JSON.stringify(answer, null, 2)}\n` : text(styleOf(out, args, world), out.columns),
  )
  return 0
}

async function ofFunction(name: string): Promise<Explanation | undefined> {
  const { explainedFunction, functionText } = await import('../explain/explained-function.ts')
  const answer = explainedFunction(name)
  return answer && { answer, text: (style, columns) => functionText(answer, style, columns) }
}

async function ofType(name: string): Promise<Explanation | undefined> {
  const { explainedType, isTypeName, typeText } = await import('../explain/explained-type.ts')
  if (!isTypeName(name)) return undefined
  if (name.startsWith('Fn::')) {
    const { functionNames } = await import('../explain/explained-function.ts')
    throw new UsageError(`unknown function: ${name}`, didYouMean(nearNames(name, functionNames())))
  }
  const answer = explainedType(name)
  if (answer === undefined)
    throw new UsageError(`unknown resource type: ${name}`, ['the types of Heat and of AWS are known'])
  return { answer, text: (style, columns) => typeText(answer, style, columns) }
}

async function ofMember(name: string): Promise<Explanation | undefined> {
  const { explainedMember, memberName, memberText, nearMembers } = await import(
    '../explain/explained-property.ts'
  )
  const member = memberName(name)
  if (member === undefined) return undefined
  const { type, path } = member
  const answer = explainedMember(type, path)
  if (answer === undefined)
    throw new UsageError(`unknown property or attribute: ${name}`, didYouMean(nearMembers(type, path)))
  return { answer, text: (style, columns) => memberText(answer, style, columns) }
}

async function ofWord(name: string): Promise<Explanation | undefined> {
  const { glossaryWord, glossaryText } = await import('../explain/explained-word.ts')
  const answer = glossaryWord(name)
  return answer && { answer, text: (style, columns) => glossaryText(answer, style, columns) }
}

/** Of a transform, a finding, or a requirement of ONAP. */
async function ofCode(name: string, { args, world }: Run): Promise<Explanation | undefined> {
  const transform = (await loadAllTransforms()).get(name)
  const code = currentCode(name)
  const note = renamedCodeNote(name)
  if (note !== undefined) await world.err.write(`${note}\n`)
  const rule = isOwnCode(name)
    ? (await loadOwnRules(args, world.cwd)).find(({ codes }) => Object.hasOwn(codes, name))
    : undefined
  const entry = catalogueEntry(code) ?? rule?.codes[name] ?? (await loadRequirements())(name)
  if (transform === undefined && entry === undefined) return undefined
  const { explainedCode, explainedText } = await import('../explain/explained.ts')
  const more = entry === undefined ? {} : await explainedCode(code, entry, rule)
  return {
    answer: { ...answerOf(code, transform, entry), ...more },
    text: (style, columns) => {
      const about = transform === undefined ? '' : transformText(transform, style)
      return entry === undefined
        ? about
        : `${about}${explainedText(code, { ...entry, ...more }, style, columns)}`
    },
  }
}

/** Of a command: its short help. */
async function ofCommand(name: string, { commands }: Run): Promise<Explanation | undefined> {
  const command = commands.find((one) => one.name === name)
  if (command === undefined) return undefined
  const { shortHelp } = await import('../output/help.ts')
  const { summary, description, examples } = command
  return { answer: { command: name, summary, description, examples }, text: () => shortHelp(command) }
}

/** In the order in which a name is looked up. */
const explanations: readonly ExplanationOf[] = [ofFunction, ofType, ofMember, ofWord, ofCode, ofCommand]

async function unknownName(name: string, args: Arguments, commands: readonly Command[]): Promise<UsageError> {
  const { functionNames } = await import('../explain/explained-function.ts')
  const { requirementIds } = await import('../../../rules/onap/requirement.ts')
  const { glossary } = await import('../../../show/report/glossary.ts')
  const words = glossary.map(({ word }) => word)
  const own = commands.map((one) => one.name)
  const known = [...findingCodes, ...functionNames(), ...requirementIds, ...words, ...own]
  const near = [...nearTransforms(name, (await loadAllTransforms()).keys()), ...nearNames(name, known)]
  const mayBeOwn = near.length === 0 && isOwnCode(name) && !args.has('rules')
  return new UsageError(
    `neither a transform, a finding, a requirement, a command nor a word of reports: ${name}`,
    [
      ...didYouMean(near),
      '`hotshift list` names the transforms; reports name findings by their code',
      ...(mayBeOwn ? ['for a finding of your own rules add --rules <folder>'] : []),
    ],
  )
}

/** @param given what Heat said, or `-` where it comes on standard input */
async function explainMessage(
  given: string,
  file: string | undefined,
  { args, world }: Answering,
): Promise<number> {
  const { explainedMessage, messageText } = await import('../explain/explained-message.ts')
  const said = given === '-' ? await (await import('../standard-input.ts')).standardText('-', world) : given
  const template =
    file === undefined
      ? undefined
      : { file, text: (await import('../text-file.ts')).readTextFile(file, world) }
  const answer = explainedMessage(said, template)
  if (answer === undefined)
    throw new UsageError('nothing is known of this message', [
      'give all that Heat said, in quotes; hotshift check finds what it can see in the template',
    ])
  const text = (style: Style, columns: number | undefined) => messageText(answer, style, columns)
  return await write({ answer, text }, { args, world })
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
  const { title, severity, help, accept, link, testedBy, introduced, updated } = entry ?? {}
  const more = { link, testedBy, introduced, updated }
  return { kind: 'finding', code: name, title, severity, help, accept, ...more }
}

function readmeOf(id: string): string | undefined {
  try {
    return readFileSync(join(packageRoot(), 'transforms', id, 'README.md'), 'utf8')
  } catch {
    return undefined
  }
}

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

export const explain: Command = {
  name: 'explain',
  positional: '<name|message> [template]',
  positionalDescription:
    'The id of a transform, the code of a finding, the number of a requirement such as R-90526, a resource type such as AWS::EC2::Instance, a property or an attribute of one such as OS::Nova::Server.networks, a function such as get_attr, a word of reports such as corresponds, or what Heat said, in quotes or - for standard input; with a template, the line that the message is about',
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
    'What Heat said': "hotshift explain 'Unknown Property flavour' server.yaml",
  },
  async run(args, world) {
    const [name = '', template] = args.positionals
    const style = styleOf(world.out, args, world)
    const say = answerFormat(args) === 'json' ? asJson(world) : asText(world)
    if (name === '-' || name.trim().includes(' '))
      return await explainMessage(name, template, { args, world })
    if (template !== undefined) throw new UsageError(`too many arguments: ${template}`)
    const { explainedFunction, functionNames, functionText } = await import(
      '../explain/explained-function.ts'
    )
    const called = explainedFunction(name)
    if (called !== undefined) return await say(called, () => functionText(called, style, world.out.columns))
    const { isTypeName, typeAnswer, typeText } = await import('../explain/explained-type.ts')
    if (isTypeName(name)) {
      if (name.startsWith('Fn::'))
        throw new UsageError(`unknown function: ${name}`, didYouMean(nearNames(name, functionNames())))
      const text = typeText(name, style, world.out.columns)
      if (text === undefined)
        throw new UsageError(`unknown resource type: ${name}`, ['the types of Heat and of AWS are known'])
      return await say(typeAnswer(name), () => text)
    }
    const { explainedMember, memberName, memberText, nearMembers } = await import(
      '../explain/explained-property.ts'
    )
    const member = memberName(name)
    if (member !== undefined) {
      const answer = explainedMember(member.type, member.path)
      if (answer === undefined)
        throw new UsageError(
          `unknown property or attribute: ${name}`,
          didYouMean(nearMembers(member.type, member.path)),
        )
      return await say(answer, () => memberText(answer, style, world.out.columns))
    }
    const { glossaryWord, glossaryText } = await import('../explain/explained-word.ts')
    const word = glossaryWord(name)
    if (word !== undefined) return await say(word, () => glossaryText(word, style, world.out.columns))
    const transforms = await loadAllTransforms()
    const transform = transforms.get(name)
    const code = currentCode(name)
    const note = renamedCodeNote(name)
    if (note !== undefined) await world.err.write(`${note}\n`)
    const rule = isOwnCode(name)
      ? (await loadOwnRules(args, world.cwd)).find(({ codes }) => Object.hasOwn(codes, name))
      : undefined
    const entry = catalogueEntry(code) ?? rule?.codes[name] ?? (await loadRequirements())(name)
    if (transform === undefined && entry === undefined) {
      const { functionNames } = await import('../explain/explained-function.ts')
      const { requirementIds } = await import('../../../rules/onap/requirement.ts')
      const { glossary } = await import('../../../show/report/glossary.ts')
      const words = glossary.map((one) => one.word)
      const known = [...findingCodes, ...functionNames(), ...requirementIds, ...words]
      const near = [...nearTransforms(name, transforms.keys()), ...nearNames(name, known)]
      throw new UsageError(`neither a transform, a finding, a requirement nor a word of reports: ${name}`, [
        ...didYouMean(near),
        '`hotshift list` names the transforms; reports name findings by their code',
        ...(near.length === 0 && isOwnCode(name) && !args.has('rules')
          ? ['for a finding of your own rules add --rules <folder>']
          : []),
      ])
    }
    const { explainedCode, explainedText } = await import('../explain/explained.ts')
    const more = entry === undefined ? {} : await explainedCode(code, entry, rule)
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

type Say = (answer: object, text: () => string) => Promise<number>

function asJson({ out }: World): Say {
  return async (answer) => {
    await out.write(`${JSON.stringify(answer, null, 2)}\n`)
    return 0
  }
}

function asText({ out }: World): Say {
  return async (_, text) => {
    await out.write(text())
    return 0
  }
}

/** @param given what Heat said, or `-` where it comes on standard input */
async function explainMessage(
  given: string,
  file: string | undefined,
  { args, world }: { readonly args: Arguments; readonly world: World },
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
  const say = answerFormat(args) === 'json' ? asJson(world) : asText(world)
  const style = styleOf(world.out, args, world)
  return await say(answer, () => messageText(answer, style, world.out.columns))
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

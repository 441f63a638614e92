import type { Verdict } from '../../../meaning/compare.ts'
import { oneLine } from '../../../show/report/style.ts'
import type { Arguments, Command } from '../command.ts'
import { endedBy } from '../options/given-file.ts'
import { answerFormat, answerFormatOption, colourOptions } from '../options/options.ts'
import { styleOf } from '../output/styles.ts'
import { compared, refusedLines, sideOptions } from '../two-templates.ts'
import type { World } from '../world.ts'

/** The verdict as printed: `equal` also means that Heat accepts both sides alike. */
type PrintedVerdict = Verdict['verdict'] | 'refines'

/** Equal, different, or more than can be shown: the codes of `cmp` with that of manual work beside them. */
const exitCodes: Readonly<Record<PrintedVerdict, number>> = { equal: 0, differs: 1, unproved: 3, refines: 4 }

const wordOf = ({ verdict, refines }: Verdict): PrintedVerdict => (refines ? 'refines' : verdict)

export const verify: Command = {
  name: 'verify',
  positional: '<before> <after>',
  positionalDescription: 'Two templates, in any dialect; - is standard input',
  arity: { min: 2, max: 2 },
  summary: 'Prove that two templates mean the same, or show where they differ',
  description: [
    'Computes what both templates give as terms over all parameters and attributes, and compares parameters, conditions, resources and outputs. If the terms differ, sample values show where.',
    'Nested templates and files of get_file are compared too. Only files in the repository of a template are read, or below its directory if there is no repository. Contents of files and values of hidden parameters are never printed. Old names of types and properties are equal to the new ones that Heat translates them to.',
    'Exit code 0: equal. 1: different; the differences are listed. 2: a file cannot be read. 3: not proved; the open locations are listed. 4: equal wherever Heat accepts the first, but Heat rejects the first at the listed locations and accepts the second (refines).',
  ],
  options: [...sideOptions, answerFormatOption, ...colourOptions('Options')],
  examples: {
    'A migration done by hand': 'hotshift verify old.template new.yaml',
    'What a change in the working tree means': 'git show HEAD:web.yaml | hotshift verify - web.yaml',
    'Defaults that moved into an environment': 'hotshift verify a.yaml b.yaml --env b.env',
    'Two states of a package, each with its environment':
      'hotshift verify a.yaml b.yaml --env-before a.env --env b.env',
  },
  async run(args, world) {
    const format = answerFormat(args)
    const { verify: compare } = await import('../../../engine/proof/verify.ts')
    const result = await compared(args, world, compare)
    if ('problem' in result) {
      if (format === 'json') await world.out.write(json({ verdict: 'failed', problem: result.problem }))
      return endedBy(result, world)
    }
    for (const line of refusedLines(result.named, world)) await world.err.write(`${line}\n`)
    const { verdict } = result
    await world.out.write(format === 'json' ? json(verdict) : verdictText(verdict, args, world))
    return exitCodes[wordOf(verdict)]
  },
}

const json = (answer: object): string => `${JSON.stringify(answer, null, 2)}\n`

/** What has to be a list, where nothing else is open. */
function listsMissing({ verdict, reasons }: Verdict): readonly string[] {
  if (verdict !== 'unproved' || reasons.some(({ ifLists }) => ifLists === undefined)) return []
  return [...new Set(reasons.flatMap(({ ifLists = [] }) => ifLists))]
}

function verdictText(verdict: Verdict, args: Arguments, world: World): string {
  const style = styleOf(world.out, args, world)
  const reading = verdict.reading === 'aws' ? "AWS's reading" : "Heat's reading"
  const lines = [`${style.bold(wordOf(verdict))} (${reading})`]
  for (const one of verdict.differences) {
    const { before, after, world: sample } = one
    lines.push(
      `${placed(one)}  ${style.dim(`(${oneLine(sample)})`)}`,
      `  - ${oneLine(before)}`,
      `  + ${oneLine(after)}`,
    )
  }
  for (const one of verdict.reasons) lines.push(`${placed(one)}: ${oneLine(one.why)}`)
  const lists = listsMissing(verdict)
  if (lists.length > 0) lines.push('', `equal if these are lists, or null: ${lists.map(oneLine).join(', ')}`)
  const { refined } = verdict
  const isRefined = new Set(refined)
  const others = verdict.tolerated.filter((one) => !isRefined.has(one))
  const sections = [
    ['Heat rejects the first here, and accepts the second', refined],
    ['allowed differences', others],
  ] as const
  for (const [title, all] of sections) {
    if (all.length > 0) lines.push('', style.bold(title))
    for (const one of all)
      lines.push(
        `${placed(one)}  ${style.dim(one.kind)}`,
        `  - ${oneLine(one.before)}`,
        `  + ${oneLine(one.after)}`,
      )
  }
  if (verdict.verdict !== 'differs' && verdict.assumptions.length > 0)
    lines.push('', style.bold('assumptions'), ...verdict.assumptions.map(({ text }) => oneLine(text)))
  return `${lines.join('\n')}\n`
}

/** The path, after the nested template in which it is. */
function placed({ path, template }: { readonly path: string; readonly template?: string }): string {
  const own = path === '' ? 'the template' : path
  return oneLine(template === undefined ? own : `${template}: ${own}`)
}

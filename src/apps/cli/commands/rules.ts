import { type CatalogueEntry, catalogueEntry, findingCodes } from '../../../engine/findings/catalogue.ts'
import type { AnyRule } from '../../../rules/rule.ts'
import { renderTable, wrap } from '../../../show/report/style.ts'
import type { Command, Option } from '../command.ts'
import { answerFormat, answerFormatOption, colourOptions } from '../options/options.ts'
import { loadOwnRules, rulesOption } from '../options/own-rules.ts'
import { styleOf } from '../output/styles.ts'

/** A finding as `rules` lists it. */
interface Rule extends Pick<CatalogueEntry, 'title' | 'severity' | 'help'> {
  readonly code: string
  /** What `--accept` does about it, where it does something. */
  readonly accept?: string
}

/** All findings of the catalogue, in its order, and those of the user's own rules. */
function allRules(own: readonly AnyRule[]): readonly Rule[] {
  const entries = [
    ...findingCodes.map((code) => [code, catalogueEntry(code)] as const),
    ...own.flatMap(({ codes }) => Object.entries(codes)),
  ]
  return entries.flatMap(([code, entry]) => {
    if (entry === undefined) return []
    const { title, severity, help, accept } = entry
    return [{ code, severity, title, help, ...(accept === undefined ? {} : { accept }) }]
  })
}

const listedRulesOption: Option = {
  ...rulesOption,
  group: 'Options',
  description:
    'Also list the findings of your own rules: the files *.rule.mjs and *.rule.ts of this folder. Repeatable',
}

export const rules: Command = {
  name: 'rules',
  positional: '',
  arity: { min: 0, max: 0 },
  summary: 'List the findings',
  description: [
    'Lists the findings by their codes, with their severity, and whether --accept lets a rewrite go on. hotshift explain says more about each.',
  ],
  options: [listedRulesOption, answerFormatOption, ...colourOptions('Options')],
  examples: {
    'The codes alone': "hotshift rules --format json | jq -r '.[].code'",
    'With rules of your own': 'hotshift rules --rules rules',
  },
  async run(args, world) {
    const all = allRules(await loadOwnRules(args, world.cwd))
    if (answerFormat(args) === 'json') {
      await world.out.write(`${JSON.stringify(all, null, 2)}\n`)
      return 0
    }
    const style = styleOf(world.out, args, world)
    const rows = all.map(({ code, severity, accept }) => [code, severity, accept === undefined ? '' : 'yes'])
    const [head = '', ...lines] = renderTable(
      [['finding', 'severity', 'accept'], ...rows],
      ['left', 'left', 'left'],
    )
    const column = Math.max(head.length, ...lines.map((line) => line.length)) + 2
    const described = lines.flatMap((line, i) => {
      const width = world.out.columns === undefined ? undefined : world.out.columns - column
      const [title = '', ...more] = wrap(all[i]?.title ?? '', width)
      return [`${line.padEnd(column)}${title}`, ...more.map((text) => ' '.repeat(column) + text)]
    })
    await world.out.write([style.bold(`${head.padEnd(column)}what it says`), ...described, ''].join('\n'))
    return 0
  },
}

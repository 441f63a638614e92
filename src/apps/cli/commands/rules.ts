import { type CatalogueEntry, catalogueEntry, findingCodes } from '../../../engine/findings/catalogue.ts'
import { renderTable, wrap } from '../../../show/report/style.ts'
import type { Command } from '../command.ts'
import { answerFormat, answerFormatOption, colourOptions } from '../options/options.ts'
import { styleOf } from '../output/styles.ts'

/** A finding as `rules` lists it. */
interface Rule extends Pick<CatalogueEntry, 'title' | 'severity' | 'help'> {
  readonly code: string
  /** What `--accept` does about it, where it does something. */
  readonly accept?: string
}

/** All findings of the catalogue, in its order. */
function allRules(): readonly Rule[] {
  return findingCodes.flatMap((code) => {
    const entry = catalogueEntry(code)
    if (entry === undefined) return []
    const { title, severity, help, accept } = entry
    return [{ code, severity, title, help, ...(accept === undefined ? {} : { accept }) }]
  })
}

export const rules: Command = {
  name: 'rules',
  positional: '',
  arity: { min: 0, max: 0 },
  summary: 'List the findings',
  description: [
    'Lists the findings by their codes, with their severity, and whether --accept lets a rewrite go on. hotshift explain says more about each.',
  ],
  options: [answerFormatOption, ...colourOptions('Options')],
  examples: {
    'The codes alone': "hotshift rules --format json | jq -r '.[].code'",
  },
  async run(args, world) {
    const all = allRules()
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

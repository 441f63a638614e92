import { renderTable, wrap } from '../../../show/report/style.ts'
import type { Command } from '../command.ts'
import { loadAllTransforms } from '../load-engine.ts'
import { answerFormat, answerFormatOption, colourOptions } from '../options/options.ts'
import { styleOf } from '../output/styles.ts'

export const list: Command = {
  name: 'list',
  positional: '',
  arity: { min: 0, max: 0 },
  summary: 'List the transforms',
  description: [
    'Lists the transforms with their safety: exact never changes what is deployed, review may change it and reports where, lossy changes it and runs only on request.',
  ],
  options: [answerFormatOption, ...colourOptions('Options')],
  examples: { 'The ids alone': 'hotshift list --format json | jq -r ".[].id"' },
  async run(args, world) {
    const format = answerFormat(args)
    const transforms = [...(await loadAllTransforms()).values()]
    if (format === 'json') {
      const entries = transforms.map(({ id, title, description, safety, references }) => ({
        id,
        title,
        description,
        safety,
        references,
      }))
      await world.out.write(`${JSON.stringify(entries, null, 2)}\n`)
      return 0
    }
    const style = styleOf(world.out, args, world)
    const rows = transforms.map(({ id, safety }) => [id, safety])
    const [head = '', ...lines] = renderTable([['transform', 'safety'], ...rows], ['left', 'left'])
    const column = Math.max(head.length, ...lines.map((line) => line.length)) + 2
    const described = lines.flatMap((line, i) => {
      const width = world.out.columns === undefined ? undefined : world.out.columns - column
      const [title = '', ...more] = wrap(transforms[i]?.title ?? '', width)
      return [`${line.padEnd(column)}${title}`, ...more.map((text) => ' '.repeat(column) + text)]
    })
    await world.out.write([style.bold(`${head.padEnd(column)}what it does`), ...described, ''].join('\n'))
    return 0
  },
}

/** `npm run corpus:text`: what the default text of a run leaves out that its JSON has, over real templates. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compared } from './compared-text.ts'

async function main(): Promise<void> {
  const [, , project = '.', ...others] = process.argv
  const folders = (others.length > 0 ? others : ['../shared/corpus', 'corpus'])
    .map((name) => join(project, name))
    .filter((folder) => existsSync(folder))
  const rows: string[] = []
  for (const command of ['check', 'migrate', 'upgrade --to latest']) {
    const { files, lines, error, warning, unnamed } = await compared(command, folders)
    rows.push(
      `| ${command} | ${files} | ${lines} | ${error.length} | ${warning.length} | ${unnamed.length} |`,
    )
  }
  process.stdout.write(
    [
      '| command | files | lines | errors without a location | warnings without one | files not named |',
      '|---|--:|--:|--:|--:|--:|',
      ...rows,
      '',
    ].join('\n'),
  )
}

void main()

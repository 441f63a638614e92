/** The commands of each page for a task, from the first to the last in one folder: a page does not use what it has taken away. */
import { rmSync } from 'node:fs'
import { called, readersFolder, taskPages } from './readers-folder.ts'

const pages = taskPages()

it('are pages with some commands each', () => {
  expect(pages.length).toBeGreaterThan(8)
})

it.each(pages)('%s runs from its first command to its last', (_, all) => {
  const folder = readersFolder()
  try {
    const wrong = all.flatMap((call) => {
      const { status, said } = called(call, folder)
      // 1: --check found something; 3: the examples hold something that blocks.
      const isRight = [0, 1, 3].includes(status ?? -1) && !said.includes('path-not-found')
      return isRight ? [] : [`hotshift ${call}: ${status}\n${said.slice(-500)}`]
    })
    expect(wrong).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

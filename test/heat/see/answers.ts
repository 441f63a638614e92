import { spawnSync } from 'node:child_process'
import { python } from '../installed.ts'

/** The lines that a script of test/heat prints, one for each question. */
export function answersOf(script: string, input: string, count: number): readonly string[] {
  const { stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1 << 29 })
  const answers = stdout.split('\n').filter((line) => line !== '')
  if (answers.length !== count) throw new Error(`${script}: ${stderr}`)
  return answers
}

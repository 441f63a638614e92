import { createChecker } from '../../src/engine/check.ts'
import { brokenTemplates, takenTemplates } from './broken-templates.ts'
import { soundTemplates } from './sound-templates.ts'

function findings(text: string): readonly string[] {
  const { findings: found } = createChecker().run({ path: 'stack.yaml', bytes: Buffer.from(text) })
  // That a condition is not used says nothing of the mistake.
  return found
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, code, line, message }) => `${severity} ${code} ${line}: ${message}`)
}

describe('a template with one mistake', () => {
  it.each(Object.entries(soundTemplates))('finds none in the sound one (%s)', (_, text) => {
    expect(findings(text)).toEqual([])
  })

  it.each(brokenTemplates)('$what', ({ text, code }) => {
    const errors = findings(text).filter((one) => one.startsWith('error'))
    expect(errors.map((one) => one.split(' ')[1])).toContain(code)
  })

  it.each(takenTemplates)('only warns of $what', ({ text, code }) => {
    const found = findings(text)
    expect(found.filter((one) => one.startsWith('error'))).toEqual([])
    expect(found.map((one) => one.split(' ')[1])).toEqual([code])
  })
})

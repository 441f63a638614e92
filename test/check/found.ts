import { createChecker } from '../../src/engine/check.ts'
import type { HotVersion } from '../../src/heat/versions.ts'

/** What a check finds in a text: `code line:column message`, in the order of the report. */
export function found(text: string, version?: HotVersion): readonly string[] {
  const { findings } = createChecker(version === undefined ? {} : { version }).run({
    path: 'stack.yaml',
    bytes: Buffer.from(text),
  })
  // Small templates declare what they do not use; test/check/pairs-misread.ts has it.
  const others = findings.filter(({ code }) => code !== 'unused-declaration')
  return others.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)
}

/** The same for a HOT template; the version stands in the first line. */
export function foundInHot(body: string, version: HotVersion = '2018-08-31'): readonly string[] {
  return found(`heat_template_version: ${version}\n${body}`)
}

export function foundInCfn(body: string): readonly string[] {
  return found(`AWSTemplateFormatVersion: '2010-09-09'\n${body}`)
}

import { createChecker } from '../../src/engine/check.ts'
import type { Finding } from '../../src/engine/findings/finding.ts'
import type { HotVersion } from '../../src/heat/versions.ts'

/** Errors count in every test; of warnings and infos those that it names, so that a new rule concerns the tests of its own. */
export function isAbout(codes: readonly string[]): (finding: Pick<Finding, 'code' | 'severity'>) => boolean {
  return ({ code, severity }) => severity === 'error' || codes.includes(code)
}

/** What a check finds in a template of errors and of some codes: `code line:column message`, in the order of the report. */
export function findingsOf(...codes: readonly string[]) {
  const found = (source: string, version?: HotVersion): readonly string[] =>
    createChecker(version === undefined ? {} : { version })
      .run({ path: 'stack.yaml', bytes: Buffer.from(source) })
      .findings.filter(isAbout(codes))
      .map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)
  return {
    found,
    /** The version stands in the first line. */
    foundInHot: (body: string, version: HotVersion = '2018-08-31') =>
      found(`heat_template_version: ${version}\n${body}`),
    foundInCfn: (body: string) => found(`AWSTemplateFormatVersion: '2010-09-09'\n${body}`),
  }
}

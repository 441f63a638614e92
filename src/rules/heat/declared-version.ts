/** The version that a template declares: it decides how the rest is read. */

import { cfnDialect, versionKeyOf } from '../../heat/dialects.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { isCfn } from '../../heat/template.ts'
import { proposeVersion, type VersionProposal } from '../../heat/version-needs.ts'
import { stringOf } from '../../text/document/read.ts'
import type { Remedy } from '../remedy.ts'
import { rule } from '../rule.ts'

export const declaredVersion = rule({
  codes: {
    'no-such-version': {
      title: 'No valid heat_template_version',
      severity: 'error',
      behaves: ['of the version'],
      help: 'Correct it, or give the intended version with --assume-version.',
      why: 'The version decides which functions a template has. Without a valid one Heat rejects the template, and hotshift cannot know how to read it.',
      page: 'docs/upgrading.md',
      example: {
        command: 'upgrade server.yaml --to 2018-08-31',
        before: `heat_template_version: 2018-02-01
resources: {note: {type: OS::Heat::None}}
`,
        after: `heat_template_version: 2018-03-02
resources: {note: {type: OS::Heat::None}}
`,
      },
    },
    'template-version': {
      title: 'An unknown template version',
      severity: 'error',
      behaves: ['of the source'],
      help: 'Use 2010-09-09 or 2012-12-12, or say which of them is meant: `hotshift migrate --assume-version 2010-09-09`.',
      why: 'The version decides how Heat reads the template. Heat rejects a version that it does not know.',
      example: {
        command: 'migrate server.yaml',
        before: `AWSTemplateFormatVersion: '2011-01-01'
Resources: {Note: {Type: OS::Heat::None}}
`,
        after: `AWSTemplateFormatVersion: '2010-09-09'
Resources: {Note: {Type: OS::Heat::None}}
`,
      },
    },
  },
  source: 'HOT specification, Heat template version',
  asks: 'template',
  stage: 'structure',
  find({ file }, report) {
    if (file !== undefined && isCfn(file.kind)) {
      const key = versionKeyOf(file.kind)
      if (readValue(file.root, key) !== undefined) return
      const message = 'no version is declared; AWS allows that, Heat does not'
      const { version } = cfnDialect(key)
      report('template-version', file.root, message, {
        repair: { do: 'declare', key, version, isMeant: true },
        source: 'heat/engine/template.py: get_version',
      })
    } else if (file !== undefined && file.version === undefined) {
      const proposal = proposeVersion(file.root)
      const { at, message, version } = proposal
      const help = version === undefined ? undefined : versionAdvice(version)
      report('no-such-version', at, message, { help, repair: declaring(proposal) })
    }
  },
})

/** What there is to be done about a template without a version of Heat's, by the one that fits it. */
export function versionAdvice(version: string): string {
  return `Declare it, or use --assume-version ${version} with upgrade.`
}

/** The author confirms the proposed version: over the present one, or as the first entry. */
function declaring({ at, version }: VersionProposal): Remedy | undefined {
  if (version === undefined) return undefined
  if (!('key' in at)) return { do: 'declare', key: 'heat_template_version', version }
  const written = stringOf(at.value)
  return written === undefined ? undefined : { of: written, names: [version] }
}

/** The version that a template declares, and what CloudFormation has only since some release, in a cloud that was named. */
import { isBefore, shownRelease } from '../../heat/cloud.ts'
import { cfnConditionsSince, versionReleases } from '../../heat/facts/facts.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { compareVersions } from '../../heat/versions.ts'
import { lacks, ofCloud } from '../cloud.ts'
import { rule } from '../rule.ts'

export const cloudVersion = rule({
  codes: {},
  source: 'HOT specification, Heat template version',
  asks: 'template',
  stage: 'structure',
  find({ root, words }, report) {
    const release = words.cloud?.release
    if (release === undefined) return
    const at = readValue(root, 'heat_template_version')
    const { declared } = words
    if (at !== undefined && declared !== undefined && compareVersions(release.version, declared) < 0) {
      const message = `heat_template_version ${declared} needs ${shownRelease(versionReleases[declared])}; ${ofCloud(release)} reads ${release.version} at most`
      report('not-in-cloud', at, message, { source: words.rule('version') })
    }
    const conditions = words.version === undefined ? readValue(root, 'Conditions') : undefined
    if (conditions === undefined || !isBefore(release, cfnConditionsSince)) return
    const message = lacks('the section Conditions', cfnConditionsSince, release)
    report('not-in-cloud', conditions, message, { source: words.rule('conditions') })
  },
})

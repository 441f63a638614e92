import type { RequirementEntry } from '../../src/rules/onap/facts/facts.ts'
import { newestRelease } from '../../src/rules/onap/releases.ts'
import {
  isReportable,
  type RequirementId,
  requirementIds,
  requirementOf,
} from '../../src/rules/onap/requirement.ts'
import { generatedNotice, prose, table } from './markdown.ts'

const repairs: Readonly<Record<RequirementEntry['repair'], string>> = {
  safe: 'safe',
  supplied: 'supplied',
  lossy: 'lossy',
  'by-hand': 'by hand',
  none: '–',
}

/** The requirements of ONAP: those that `hotshift check --profile onap` looks at, by the page that has them, and the rest. */
export function onapPage(): string {
  const all = requirementIds.flatMap((id) => {
    const entry: RequirementEntry | undefined = requirementOf(id)
    return entry === undefined ? [] : [{ id, entry }]
  })
  const checked = all.filter(({ entry }) => isReportable(entry))
  const chapters = [...new Set(checked.map(({ entry }) => chapterOf(entry)))].sort()
  return [
    `${generatedNotice}# Requirements of ONAP\n`,
    `The requirements on Heat packages of ONAP, VNF and PNF Requirements, release ${newestRelease}, chapter 5, in our words; the published wording is authoritative. \`hotshift explain <number>\` shows one of them.\n`,
    `${checked.length} of ${all.length} can be decided from the files alone, and [\`hotshift check --profile onap\`](../onap.md) looks at all of them. The last column says what can be done in the best case: *safe* repairs are those of \`hotshift remediate --profile onap\`, *lossy* ones need \`--lossy\`. What is possible in a given case, the finding says.\n`,
    '*since* names the release that first had a requirement, *reworded* the one that last changed its wording; what names none is older than these records. `--requirements <release>` asks only for what a release has.\n',
    ...chapters.flatMap((chapter) => [
      `## ${prose(chapter)}\n`,
      table(
        ['number', 'keyword', 'requirement', 'repair', 'since', 'reworded'],
        checked.filter(({ entry }) => chapterOf(entry) === chapter).map(row),
      ),
    ]),
    '## What is not looked at\n',
    'Permissions cannot be violated, and what else stands here does not show in the files: it takes knowledge of the VNF.\n',
    table(
      ['number', 'keyword', 'requirement'],
      all
        .filter(({ entry }) => !isReportable(entry))
        .map(({ id, entry }) => [id, entry.keyword, prose(entry.rule)]),
    ),
  ].join('\n')
}

function chapterOf({ section }: RequirementEntry): string {
  return section.split(':')[0] ?? section
}

function row({ id, entry }: { readonly id: RequirementId; readonly entry: RequirementEntry }): string[] {
  const { introduced = '', updated = '' } = entry
  return [id, entry.keyword, prose(entry.rule), repairs[entry.repair], introduced, updated]
}

/** What is to be said of how CloudFormation is read. */
import { rangeOf } from '../document/node.ts'
import type { ReadingChoice } from '../heat/reading.ts'
import type { PackageFile } from '../package/package-file.ts'
import { type Finding, findingOf } from './finding.ts'

/** Empty for other kinds of files, where nothing told the readings apart, and where the user chose. */
export function readingFindings({ readingChoice }: PackageFile): readonly Finding[] {
  return readingChoice === undefined ? [] : findingsOf(readingChoice)
}

function findingsOf({ reading, refused, differences }: ReadingChoice): readonly Finding[] {
  if (refused !== undefined) {
    const message = `read with AWS's meaning: Heat refuses ${refused.what}`
    return [findingOf('aws-reading', message, rangeOf(refused.at))]
  }
  const [who, other] = reading === 'aws' ? ['AWS', 'Heat'] : ['Heat', 'AWS']
  return differences.map(({ at, what }) =>
    findingOf(
      'readings-differ',
      `${what} is read as ${who} reads it; ${other} reads it differently`,
      rangeOf(at),
    ),
  )
}

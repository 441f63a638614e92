import { nearNames } from '../heat/near-names.ts'

/** The end of a message: the known name that is most like one that nobody knows. Short names are like all others. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const [near] = name.length < 4 ? [] : nearNames(name, known, 1)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

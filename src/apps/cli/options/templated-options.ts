/** What templates that another program fills in first are rewritten for, and rendered with. */
import type { GivenValues } from '../../../engine/command.ts'
import { plainData } from '../../../text/document/data.ts'
import type { Arguments, Option } from '../command.ts'
import { givenDocument } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

/** @param description of `--templated` */
export function templatedOptions(group: string, description: string): readonly Option[] {
  return [
    { name: 'templated', group, description },
    {
      name: 'render',
      value: '<file>',
      isPath: true,
      occurs: 'repeatedly',
      group,
      description:
        'With --templated: also render with these values, a mapping in YAML or JSON, and prove that pair equal, too. Repeatable, each for a rendering of its own',
    },
  ]
}

/** @throws UsageError for a file that cannot be read or is no mapping, and without `--templated` */
export function templatedAsked(
  args: Arguments,
  cwd: string,
): { readonly templated: boolean; readonly renders?: readonly GivenValues[] } {
  const templated = args.has('templated')
  const files = args.values('render')
  if (files.length === 0) return { templated }
  if (!templated)
    throw new UsageError('--render needs --templated', [
      'files with tags are rewritten with --templated only',
    ])
  const renders = files.map((file): GivenValues => {
    const { root } = givenDocument(file, 'render', cwd)
    if (root?.kind !== 'map') throw new UsageError(`--render ${file}: it is not a mapping`)
    // Python writes 1.0 where JavaScript writes 1: expressions with such a number are not followed.
    return { file, values: plainData(root, () => Number.NaN) as GivenValues['values'] }
  })
  return { templated, renders }
}

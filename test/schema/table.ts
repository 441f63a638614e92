/** `npm run corpus:schema`: the JSON schemas and `check` about real templates and environments, with the causes where they part. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../engine/corpus-files.ts'
import { type Judgement, judge } from './judge.ts'

/** All that the schemas may be held against below some folders: what looks like a template or an environment. */
function judged(folders: readonly string[]): readonly Judgement[] {
  const paths = folders.flatMap((folder) => filesBelow(folder).map((name) => join(folder, name)))
  return paths
    .filter((path) => /\.(?:ya?ml|json|template|env)$/.test(path))
    .flatMap((path) => judge(path) ?? [])
}

function matrix(judgements: readonly Judgement[], title: string): readonly string[] {
  const sound = judgements.filter(({ errors }) => errors.length === 0)
  const wrong = judgements.filter(({ errors }) => errors.length > 0)
  const readings = [
    ...new Set(judgements.flatMap(({ refused }) => [...refused.keys()].map(ofAnyVersion))),
  ].sort()
  const said = ({ refused }: Judgement, reading: string) =>
    [...refused].find(([one]) => ofAnyVersion(one) === reading)?.[1]
  const count = (among: readonly Judgement[], reading: string) =>
    among.filter((one) => (said(one, reading)?.length ?? 0) > 0).length
  const asked = (among: readonly Judgement[], reading: string) =>
    among.filter((one) => said(one, reading) !== undefined).length
  return [
    `## ${title}: ${judgements.length} files`,
    '',
    '| schema (reader) | of those that check accepts, rejected | of those with errors, rejected |',
    '|---|--:|--:|',
    ...readings.map(
      (one) =>
        `| ${one} | ${count(sound, one)} of ${asked(sound, one)} | ${count(wrong, one)} of ${asked(wrong, one)} |`,
    ),
    '',
    ...sound.flatMap(({ path, refused }) =>
      [...refused].flatMap(([reading, said]) =>
        said === undefined || said.length === 0 ? [] : [`${path}\n  ${reading}: ${said[0]}`],
      ),
    ),
    '',
  ]
}

function ofAnyVersion(reading: string): string {
  return reading.replace(/hot-[\d-]+\.json/, 'hot-<version>.json')
}

const [, , project = '.', ...others] = process.argv
const folders =
  others.length > 0 ? others : ['corpus', 'transforms', 'test', 'docs/examples', '../shared/corpus']
for (const name of folders) {
  const folder = join(project, name)
  if (existsSync(folder)) process.stdout.write(`${matrix(judged([folder]), name).join('\n')}\n`)
  else process.stderr.write(`hotshift: there is no ${name} beside the project\n`)
}

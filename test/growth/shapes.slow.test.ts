/**
 * Ten times as much of one thing takes ten times the work, whatever the shape and the command. Work is counted, see
 * count-work.cjs; `MORE=10 npm run test:slow -- test/growth` takes ten times as many.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commands, shapes } from './shapes.ts'

afterAll(removeTemporaryTrees)

const MORE = Number(process.env.MORE ?? 1)
const SIZES = [100 * MORE, 1000 * MORE] as const
/** What a run does whatever it is given is taken off. */
const FEW = 10
const MOST = 1.1
const MEGABYTES = 500

interface Counted {
  readonly code: number
  readonly work: number
  readonly memory: number
}

interface Line {
  readonly cwd: string
  readonly line: readonly string[]
}

function counted(lines: readonly Line[], folder: string): readonly Counted[] {
  const [given, found] = [join(folder, 'lines.json'), join(folder, 'counts.json')]
  writeFileSync(given, JSON.stringify(lines))
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'count-work.cjs'), given, found],
    {
      encoding: 'utf8',
    },
  )
  const counts = status === 0 ? (JSON.parse(readFileSync(found, 'utf8')) as readonly Counted[]) : []
  if (counts.length === 0) throw new Error(`nothing was counted: ${stderr}`)
  return counts
}

test.each(Object.entries(shapes))('%s: no command does more than in proportion', (name, shape) => {
  const { root } = temporaryTree()
  const isFolder = name === 'one large folder'
  const chosen = Object.entries(commands).flatMap(([command, lineOf]) => {
    const line = lineOf(isFolder)
    return line === undefined ? [] : [[command, line] as const]
  })
  for (const size of [FEW, ...SIZES])
    for (const [path, text] of Object.entries(shape(size))) {
      const file = join(root, String(size), path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  const lines = [FEW, ...SIZES].flatMap((size) =>
    chosen.map(([, line]) => ({ cwd: join(root, String(size)), line })),
  )
  const counts = counted(lines, root)
  const grown = chosen.map(([command], index) => {
    const at = (round: number) => counts[round * chosen.length + index]
    const [one, few, many] = [at(0), at(1), at(2)]
    const beyond = (more: Counted | undefined) => (more?.work ?? Number.NaN) - (one?.work ?? Number.NaN)
    const exponent = Math.log(beyond(many) / beyond(few)) / Math.log((SIZES[1] - FEW) / (SIZES[0] - FEW))
    return { command, codes: [few?.code, many?.code], exponent, memory: many?.memory ?? Number.NaN }
  })
  for (const { command, exponent, memory, codes } of grown)
    process.stderr.write(
      `${name}, ${command}: exponent ${exponent.toFixed(2)}, ${memory.toFixed(0)} MB, exit codes ${codes.join(' ')}\n`,
    )
  // A command that fails does hardly anything.
  expect(
    grown.filter(({ codes }) => codes.some((code) => code === undefined || ![0, 1, 3].includes(code))),
  ).toEqual([])
  expect(grown.filter(({ exponent, memory }) => !(exponent <= MOST && memory <= MEGABYTES))).toEqual([])
})

import type { Task } from '../../src/engine/findings/finding.ts'
import { FirstRows } from '../../src/show/report/reporter.ts'
import type { LocationGroup, RequirementTally } from '../../src/show/report/requirements.ts'
import { taskEntries } from '../../src/show/report/tasks.ts'

const none = () => new FirstRows<never>(0)

function tallyOf(code: string): RequirementTally {
  const places = { left: none(), new: none(), repaired: none(), 'given-up': none(), 'set-aside': none() }
  return { code, keyword: 'MUST', rule: '', offers: { safe: 0, supplied: 0, lossy: 0 }, places }
}

/** Locations of requirements: where, and what is to be done there. */
function group(
  byCode: Readonly<Record<string, readonly (readonly [path: string, line: number, task?: Task])[]>>,
): LocationGroup {
  return {
    heading: 'What is left, and why',
    tallies: Object.entries(byCode).map(([code, all]) => {
      const locations = new FirstRows<LocationGroup['tallies'][number]['locations']['rows'][number]>(100)
      for (const [path, line, task] of all) {
        const words = { message: `of ${code}`, note: '', state: 'left', repair: 'lossy' } as const
        locations.add({ path, line, column: 1, ...words, ...(task === undefined ? {} : { task }) })
      }
      return { tally: tallyOf(code), locations }
    }),
  }
}

it('has one entry for what one thing ends, whatever the requirement and the file, with its new name', () => {
  const lamp: Task = { kind: 'parameter', path: 'lamp.yaml', name: 'image' }
  const entries = taskEntries(
    group({
      'R-1': [
        ['lamp.yaml', 12, { ...lamp, becomes: 'lamp_image_name' }],
        ['quay.yaml', 3],
        ['quay.yaml', 9],
      ],
      'R-2': [
        ['base.yaml', 20, lamp],
        ['base.yaml', 100, lamp],
      ],
    }),
  )
  expect(
    entries.map(({ task, requirements, lines, count }) => [
      task?.becomes,
      requirements.map(({ code }) => code),
      lines.map(({ locations }) => locations.map(({ path, line }) => `${path}:${line}`)),
      count,
    ]),
  ).toEqual([
    ['lamp_image_name', ['R-1', 'R-2'], [['lamp.yaml:12'], ['base.yaml:20', 'base.yaml:100']], 3],
    [undefined, ['R-1'], [['quay.yaml:3']], 1],
    [undefined, ['R-1'], [['quay.yaml:9']], 1],
  ])
})

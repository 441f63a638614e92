/** The properties notice what they are there for. */
import type { LocatedFinding } from '../../src/engine/outcome.ts'
import { broken } from './packages.ts'
import {
  dishonest,
  lostComments,
  miscounted,
  newlyViolated,
  otherDeployment,
  otherValues,
} from './properties.ts'
import { type Remediated, remediated } from './remediated.ts'

const [, texts = new Map<string, string>()] = broken.find(([title]) => title.startsWith('R-20856 ')) ?? []
const done = remediated(texts, 'lossy')

/** The outcome with another text of a file. */
function withText(path: string, change: (text: string) => string): Remediated {
  const next = new Map(done.texts)
  next.set(path, change(next.get(path) ?? ''))
  return { ...done, texts: next }
}

/** The outcome with other findings. */
function withFindings(change: (finding: LocatedFinding) => readonly LocatedFinding[]): Remediated {
  const outcomes = done.outcomes.map((one) => ({ ...one, findings: one.findings.flatMap(change) }))
  return { ...done, outcomes }
}

it('holds of this repair', () => {
  expect([...done.texts].filter(([path, text]) => texts.get(path) !== text).map(([path]) => path)).toEqual([
    'base_lighthouse.env',
    'module_horn.env',
  ])
  expect([...miscounted(texts, done), ...lostComments(texts, done), ...dishonest(done, 'lossy')]).toEqual([])
})

it('misses a comment of which no finding speaks', () => {
  const without = withText('base_lighthouse.yaml', (text) => text.replace('  # given by ONAP\n', ''))
  expect(lostComments(texts, without)).toEqual(['base_lighthouse.yaml: # given by ONAP, about vnf_id:'])
})

it('misses a finding of what is gone, and one of what is left', () => {
  const silent = withFindings((one) => (one.requirement === undefined ? [one] : []))
  expect(miscounted(texts, silent)).toEqual([
    'R-20856 base_lighthouse.env: 1 before, 0 repaired, 0 left, 0 found again',
    'R-20856 module_horn.env: 1 before, 0 repaired, 0 left, 0 found again',
  ])
  const wrong = withFindings(({ requirement, ...one }) =>
    requirement === undefined
      ? [one]
      : [{ ...one, requirement: { keyword: requirement.keyword, repair: requirement.repair } }],
  )
  expect(miscounted(texts, wrong)).toContain(
    'R-20856 base_lighthouse.env: 1 before, 0 repaired, 1 left, 0 found again',
  )
  expect(dishonest(wrong, 'lossy')).toHaveLength(2)
})

it('notices what is violated now, another value and another resource', () => {
  const idle = withText('base_lighthouse.yaml', (text) =>
    text.replace('image: {get_param: lamp_image_name}', 'image: x'),
  )
  expect(newlyViolated(texts, idle)).toEqual([
    'R-90279 base_lighthouse.yaml',
    'R-901331 base_lighthouse.yaml',
  ])
  expect(otherDeployment(texts, idle)).toEqual([
    'base_lighthouse.yaml resources.lamp_server_0.properties.image is another',
  ])
  const other = withText('base_lighthouse.env', (text) => text.replace('m1.small', 'm1.large'))
  expect(otherValues(texts, other)).toContain('base_lighthouse.yaml lamp_flavor_name')
})

/** What `check` says of a repair is what `remediate` does. */
import { assessed } from '../../src/engine/packages/profile.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import type { Texts } from '../onap/changes.ts'
import { packagesIn } from '../onap/package.ts'
import { broken, together } from './packages.ts'
import { type Mode, remediated } from './remediated.ts'

/** The violations that a check finds, and those that a run repairs, as `file requirement message`. */
function told(texts: Texts) {
  const found = packagesIn(texts).flatMap((pkg) => assessed(pkg, remediation).became)
  const said = (some: typeof found) =>
    some.map(({ violation: { path, requirement, message } }) => `${path} ${requirement} ${message}`).sort()
  const repaired = (mode: Mode) =>
    remediated(texts, mode)
      .outcomes.flatMap(({ path, findings }) =>
        findings.flatMap(({ code, message, requirement }) =>
          requirement?.isRepaired === true ? [`${path} ${code} ${message}`] : [],
        ),
      )
      .sort()
  return {
    check: {
      safe: said(found.filter(({ repair }) => repair === 'safe')),
      supplied: said(found.filter(({ repair }) => repair === 'safe' || repair === 'supplied')),
      lossy: said(found.filter(({ repair }) => repair !== 'by-hand')),
    },
    remediate: { safe: repaired('safe'), supplied: repaired('supplied'), lossy: repaired('lossy') },
    helps: found.map(({ help }) => help),
  }
}

it('says of a default that stays why it stays', () => {
  const texts: Texts = new Map([
    [
      'base_kiln.yaml',
      'heat_template_version: 2016-10-14\ndescription: d\nparameters:\n  size: {type: number, default: 3, description: of it}\noutputs:\n  size: {value: {get_param: size}}\n',
    ],
    ['base_kiln.env', 'encrypted_param_names: [size]\nparameters: {}\n'],
  ])
  const { check, remediate, helps } = told(texts)
  expect(check).toEqual({ safe: [], supplied: [], lossy: [] })
  expect(remediate).toEqual({ safe: [], supplied: [], lossy: [] })
  expect(helps).toEqual([
    'The default is preserved: encrypted_param_names of base_kiln.env lists it.',
    'The default is preserved: encrypted_param_names of base_kiln.env lists it.',
  ])
})

/** The first case of each of some requirements, whatever other cases there are. */
const chosen = broken.filter(([title], index) => {
  const [id = ''] = title.split(' ')
  const isFirst = broken.findIndex(([other]) => other.startsWith(`${id} `)) === index
  return isFirst && Number(id.slice(2)) % 16 === 3
})

it('is asked about a choice of them', () => {
  expect(chosen.length).toBeGreaterThan(8)
})

it.each([...chosen, together('R-99812', 'R-26506', 'R-60011')])('holds for %s', (_title, texts) => {
  const { check, remediate } = told(texts)
  expect(check).toEqual(remediate)
})

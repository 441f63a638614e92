import type { CatalogueEntry } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { finding } from '../run/fake-engine.ts'
import { outcome } from './sample-outcomes.ts'

const entries: Readonly<Record<string, CatalogueEntry>> = {
  'R-90526': {
    title: 'No defaults.',
    severity: 'error',
    help: 'Section 3.',
    link: 'https://example.org/a%20b.html?x&y#R-90526',
    testedBy: 'test_x.py',
  },
  'R-11111': { title: 'Names <b> "well".', severity: 'warning', help: 'Section 5.' },
}

/** Of two requirements, as the catalogue of a profile would give it. */
export const profileLookUp = (code: string): CatalogueEntry | undefined => entries[code]

/** A finding whose text is a trap for HTML. */
const badName = finding({
  code: 'R-11111',
  severity: 'warning',
  message: '<script>alert(1)</script> is not a name',
  line: 12,
  column: 3,
  help: 'Take `vm_name`.',
  requirement: { keyword: 'SHOULD', repair: 'by-hand' },
})

/** A package in which one file was repaired in part, one was created and one is blocked. */
export const profileOutcomes: readonly FileOutcome[] = [
  outcome({
    path: 'base.yaml',
    kind: 'hot',
    status: 'changed',
    proof: 'equal',
    proofMilliseconds: 1.23456,
    before: 'a\n',
    after: 'b\n',
    transforms: [{ id: 'onap/move-defaults', changes: 2 }],
    findings: [
      finding({
        code: 'R-90526',
        severity: 'info',
        message: 'the default of "flavor|x" went to the environment',
        line: 4,
        column: 5,
        requirement: { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
      }),
      finding({
        code: 'R-90526',
        message: 'the default of "list" names @resources',
        line: 9,
        column: 5,
        requirement: { keyword: 'MUST NOT', repair: 'lossy', loses: 'deleted value' },
      }),
      badName,
    ],
  }),
  outcome({
    path: 'base.env',
    kind: 'environment',
    status: 'changed',
    isNew: true,
    proof: 'equal',
    after: 'c\n',
    transforms: [{ id: 'onap/move-defaults', changes: 1 }],
  }),
  outcome({
    path: 'vol.yaml',
    kind: 'hot',
    status: 'blocked',
    reason: 'an alias is in the way',
    findings: [
      finding({ code: 'anchor-edit', message: 'an alias is in the way', line: 2, column: 1 }),
      finding({
        code: 'R-90526',
        message: 'the default of "size"',
        line: 3,
        column: 5,
        requirement: { keyword: 'MUST NOT', repair: 'safe' },
      }),
    ],
  }),
]

/** A check of a package: with a requirement that is not met, one that should be, a file that cannot be read. */
export const checkedOutcomes: readonly FileOutcome[] = [
  outcome({
    path: 'base.yaml',
    kind: 'hot',
    status: 'unchanged',
    findings: [
      finding({
        code: 'R-90526',
        message: 'the default of "flavor|x"',
        line: 4,
        column: 5,
        help: '`hotshift remediate --profile onap` moves it.',
        requirement: { keyword: 'MUST NOT', repair: 'safe' },
      }),
      badName,
    ],
  }),
  outcome({
    path: 'broken.yaml',
    kind: 'hot',
    status: 'blocked',
    reason: 'a tab',
    findings: [finding({ code: 'yaml-syntax', message: 'a tab', line: 2, column: 1 })],
  }),
  outcome({ path: 'good.env', kind: 'environment', status: 'unchanged' }),
  outcome({
    path: 'odd.yaml',
    kind: 'hot',
    status: 'unchanged',
    findings: [
      finding({
        code: 'R-11111',
        severity: 'warning',
        message: '"x" is not a name',
        line: 3,
        column: 1,
        help: 'Take `vm_name`.',
        requirement: { keyword: 'SHOULD', repair: 'by-hand' },
      }),
    ],
  }),
  outcome({ path: 'x.txt', status: 'skipped', kind: 'not-a-template', reason: 'not a template' }),
]

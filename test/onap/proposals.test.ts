import { assessed } from '../../src/engine/packages/profile.ts'
import { questionsOf } from '../../src/rules/onap/questions.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import { contrailCases } from './cases/contrail.ts'
import { nameCases } from './cases/names.ts'
import { packageCases } from './cases/packages.ts'
import { structureCases } from './cases/structure.ts'
import { valueCases } from './cases/values.ts'
import { changed, packageTexts } from './changes.ts'
import { packagesIn } from './package.ts'

const packages = [
  [packageTexts('onap-lighthouse'), [...nameCases, ...packageCases, ...structureCases, ...valueCases]],
  [packageTexts('onap-switchyard'), contrailCases],
] as const

/** What is asked about what breaks a requirement, each question with what its proposals do, without waivers. */
function asked(texts: ReadonlyMap<string, string>): readonly (readonly [string, readonly string[]])[] {
  return packagesIn(texts).flatMap((pkg) =>
    questionsOf(pkg, assessed(pkg, remediation).became).map(
      ({ question, requirements, asked, proposals }) =>
        [
          `${requirements.join(' ')} ${asked.path} ${question}`,
          proposals.flatMap((one) =>
            one.do === 'waive' ? [] : [one.do === 'rename' ? one.to : one.changes],
          ),
        ] as const,
    ),
  )
}

/** What takes more than a change of templates: files that are no templates, syntax, another language, a template without a purpose. */
const outside = new Set(['R-95303', 'R-27078', 'R-348813', 'R-511776', 'R-23664', 'R-90152', 'R-610030'])

it('has a proposal that was tried for every question that a change of templates can settle', () => {
  const open = packages.flatMap(([texts, cases]) =>
    cases.flatMap(({ id, broken }) =>
      asked(changed(texts, broken)).flatMap(([question, proposals]) =>
        proposals.length === 0 && !outside.has(question.slice(0, question.indexOf(' ')))
          ? [`${id}: ${question}`]
          : [],
      ),
    ),
  )
  expect(open).toEqual([])
})

import type { PackageContext, Transform } from '../../src/engine/package-transform.ts'
import type { Ledger } from '../../src/onap/ledger.ts'
import { type RepairListener, type RepairScope, repairedWith } from '../../src/onap/repairing.ts'
import { requirementOf } from '../../src/onap/requirement.ts'
import type { Repair } from '../../src/onap/rule.ts'

/** What the repairs of one run share. */
export interface RepairRun {
  readonly scope: RepairScope
  readonly ledger: Ledger
}

/** The repair of a rule as a transform: of all violations that the scope allows. */
export function repairTransform(repair: Repair, { scope, ledger }: RepairRun): Transform {
  const { id, title, description, references, safety, requirements, mayRename } = repair
  return {
    id,
    title,
    description,
    references,
    safety,
    requirements,
    ...(mayRename === undefined ? {} : { mayRename }),
    run: (pkg, context) => repairedWith(repair, pkg, scope, ledger, reportingTo(context)),
  }
}

function reportingTo(context: PackageContext): RepairListener {
  return {
    fail: (path, error) => context.fail(path, error),
    change: (path, at, message) => context.change(path, at, message),
    declare: (change, path, parameter) => context.intend({ kind: 'declaration', change, path, parameter }),
    placeholder: (path, at, message) => context.report('placeholder-text', path, at, message),
    left({ requirement, path, at, message }, why) {
      const keyword = requirementOf(requirement)?.keyword ?? 'MUST'
      context.report(requirement, path, at, message, {
        requirement: { keyword, repair: 'by-hand' },
        help: why,
      })
    },
    refuse(pkg) {
      const message = 'the package has more locations than can be repaired at once'
      for (const { path } of pkg.modules())
        context.report('package-too-large', path, undefined, message, { help: 'Split the package.' })
    },
  }
}

import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { passParameter } from '../../../src/refactor/declare.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function passParameters(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/pass-parameters',
      title: 'Pass to nested templates what they take',
      description:
        'Adds a property to the call of a nested template that does not pass a parameter without default, when the caller has a parameter of this name.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, Template composition'],
      safety: 'lossy',
      requirements: ['R-11041'],
      repair(pkg, { subject }) {
        if (subject.kind !== 'call') return pkg
        const { call, parameter } = subject
        // An earlier repair may have changed the caller: the call is looked up as it stands now.
        const now = pkg
          .callsFrom(call.caller)
          .find(
            (one) =>
              one.resource === call.resource &&
              one.name === call.name &&
              one.trail.join() === call.trail.join(),
          )
        return now === undefined ? pkg : passParameter(pkg, now, parameter)
      },
    },
    scope,
  )
}

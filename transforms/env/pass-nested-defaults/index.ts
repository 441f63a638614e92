import type { Transform } from '../../../src/engine/authoring/package-transform.ts'
import {
  type DefaultMoveOptions,
  passNestedDefaults as passed,
  type RecordMove,
} from '../../../src/stack/refactor/move-defaults.ts'
import { reportPreserved } from '../moves.ts'
import { report, reportOrphan } from './reports.ts'

/** With the given exceptions; a profile such as ONAP's has some. */
export function passNestedDefaultsWith(
  options: DefaultMoveOptions,
  record: RecordMove = () => undefined,
): Transform {
  return {
    id: 'env/pass-nested-defaults',
    title: 'Pass the defaults of nested templates at their calls',
    description:
      'Takes the defaults out of nested templates, after each call that relied on one passes it from the environment of its module.',
    references: ['HOT specification, Template composition', 'heat.engine.environment', 'R-90526', 'R-708564'],
    safety: 'exact',
    keeps: 'meaning',
    requirements: ['R-90526', 'R-26124'],
    run(pkg, context) {
      const emptied = new Set<string>()
      const next = passed(pkg, options, (path, declaration, move) => {
        record(path, declaration, move)
        if (move.kind === 'assigned' || move.kind === 'kept') {
          reportPreserved(context, path, declaration, move)
          return
        }
        emptied.add(path)
        report(context, path, move)
      })
      for (const path of emptied) reportOrphan(context, pkg, path)
      return next
    },
  }
}

export const passNestedDefaults: Transform = passNestedDefaultsWith({})

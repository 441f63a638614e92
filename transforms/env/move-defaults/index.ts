import type { Transform } from '../../../src/engine/authoring/package-transform.ts'
import {
  type DefaultMoveOptions,
  moveDefaults as moved,
  type RecordMove,
} from '../../../src/stack/refactor/move-defaults.ts'
import { reportGiven, reportPreserved } from '../moves.ts'
import { reportOthers, reportOutweighed, type TakenDefault } from './environments.ts'

/** With the given exceptions; a profile such as ONAP's has some. */
export function moveDefaultsWith(
  options: DefaultMoveOptions,
  record: RecordMove = () => undefined,
): Transform {
  return {
    id: 'env/move-defaults',
    title: 'Move defaults into the environment',
    description:
      'Moves the default of each parameter of a template that no other one calls into its environment file.',
    references: ['HOT specification, Parameters section', 'heat.engine.environment', 'R-90526', 'R-26124'],
    safety: 'exact',
    keeps: 'meaning',
    requirements: ['R-90526', 'R-26124'],
    run(pkg, context) {
      const taken: TakenDefault[] = []
      const { pkg: next, modules } = moved(pkg, options, (path, declaration, move) => {
        record(path, declaration, move)
        if (move.kind === 'moved') taken.push({ path, name: declaration.name, environment: move.environment })
        if (move.kind === 'assigned' || move.kind === 'kept')
          reportPreserved(context, path, declaration, move)
        else if (move.kind === 'passed') throw new Error('the default of a module is not passed')
        else reportGiven(context, path, move)
      })
      reportOthers(context, pkg, modules)
      reportOutweighed(context, next, taken)
      return next
    },
  }
}

export const moveDefaults: Transform = moveDefaultsWith({})

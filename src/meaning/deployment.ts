/** Compares what two sets of files deploy: a template with its environment and its nested templates. */
import { compareTemplates, type Verdict } from './compare.ts'
import type { CompareOptions, Side } from './side.ts'

/**
 * A module as it is deployed: the template, its environment, and the templates that are used as resource types, by the
 * name under which they are used (`type`, `resource_def.type` and the like). Names that lead to no template are
 * compared as resources of an unknown type.
 */
export type Deployment = Side

/**
 * Compares two deployments of a module. What differs only in where a value comes from counts as equal:
 *
 * - A parameter of the module has the value that the environment gives it in `parameters`, else in
 *   `parameter_defaults`, else its `default`; null counts as nothing. A parameter that has no value by
 *   itself on one side, and one on the other, differs (path `parameters.NAME.default`).
 * - A parameter of a nested template has the value of the property of its caller, else of the
 *   `parameter_defaults` of the module's environment, else its `default`. It is compared caller by caller,
 *   so a default may be removed where every caller passes the same value (path `resources.CALL.properties.NAME`,
 *   for a group `resources.GROUP.properties.resource_def.properties.NAME`).
 * - A new parameter must have a value by itself (module) or from every caller (nested).
 * - The environment must not name parameters that the template does not declare; Heat refuses that.
 * - All else (resources, outputs, conditions, declarations) is compared as by `compareTemplates`, in the
 *   module and in every nested template that is reachable from it.
 *
 * Differences and reasons in a nested template carry its name as `template`.
 */
export function compareDeployments(
  before: Deployment,
  after: Deployment,
  options: CompareOptions = {},
): Verdict {
  return compareTemplates(before, after, options)
}

/** Which transforms belong to which preset, by what is known of them. */
import type { Target } from '../heat/versions.ts'
import type { TemplateTransform } from './transform.ts'

/**
 * `modernize` is `upgrade` with the transforms that are part of it on request only, `migrate-natively` is `migrate` and
 * then `nativize`. `scripts` is `migrate` towards `cfn-yaml` with scripts as blocks.
 */
export type Preset = 'migrate' | 'scripts' | 'migrate-natively' | 'nativize' | 'upgrade' | 'modernize'

/**
 * The transforms of a preset, in the order of the registry. `migrate` takes the family `cfn`, or towards `cfn-yaml`
 * those of them that keep the data, or leave CloudFormation what it is; `upgrade` the family `hot`, and those of `cfn` that rewrite functions which HOT
 * once had too; `nativize` the family `os`.
 */
export function presetTransforms(
  preset: Preset,
  target: Target['kind'],
  registry: ReadonlyMap<string, TemplateTransform>,
): readonly TemplateTransform[] {
  const all = [...registry.values()]
  switch (preset) {
    case 'migrate':
      return all.filter((one) => isOfMigration(one) && isTowards(target, one))
    case 'scripts':
      return all.filter(
        (one) =>
          (familyOf(one) === 'cfn' && one.preset === preset) ||
          (isOfMigration(one) && isTowards('cfn-yaml', one)),
      )
    case 'migrate-natively':
      return [
        ...presetTransforms('migrate', target, registry),
        ...presetTransforms('nativize', target, registry),
      ]
    case 'nativize':
      return all.filter((one) => familyOf(one) === 'os')
    case 'upgrade':
      return all.filter((one) => isOfUpgrade(one) && one.preset === undefined)
    case 'modernize':
      return all.filter((one) => isOfUpgrade(one) && (one.preset ?? preset) === preset)
  }
}

function isOfMigration(transform: TemplateTransform): boolean {
  return familyOf(transform) === 'cfn' && transform.preset === undefined
}

/** Towards `cfn-yaml` nothing becomes HOT. */
function isTowards(target: Target['kind'], { keepsData, staysCfn }: TemplateTransform): boolean {
  return target === 'cfn-yaml' ? keepsData === true || staysCfn === true : staysCfn !== true
}

function isOfUpgrade(transform: TemplateTransform): boolean {
  const family = familyOf(transform)
  return family === 'hot' || (family === 'cfn' && transform.appliesTo('hot'))
}

/** Whether a transform, by its id, is one of those that make HOT of CloudFormation. */
export function isConversion(id: string): boolean {
  return familyOf({ id }) === 'cfn'
}

/** The family of a transform: the folder in which its own stands. */
function familyOf({ id }: Pick<TemplateTransform, 'id'>): string {
  return id.slice(0, id.indexOf('/'))
}

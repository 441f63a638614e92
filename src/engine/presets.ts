/** Which transforms belong to which preset. */
import type { Target } from '../heat/versions.ts'
import type { TemplateTransform } from './authoring/transform.ts'

/**
 * `modernize` is `upgrade` with the transforms that are part of it on request only, `migrate-natively` is `migrate` and
 * then `nativize`. `scripts` is `migrate` towards `cfn-yaml` with scripts as blocks.
 */
export type Preset = 'migrate' | 'scripts' | 'migrate-natively' | 'nativize' | 'upgrade' | 'modernize'

/** A list of transforms that run one after another; `cfn-yaml` is `migrate` to CloudFormation in YAML. */
export type ChainName = 'migrate' | 'cfn-yaml' | 'upgrade' | 'nativize'

/** What a user asks for to have more in a chain than it has by default. */
export type ChainRequest = 'modernize' | 'scripts' | 'idioms' | 'region-parameter' | 'heat-2012'

/** That a transform is part of chains. */
interface Membership {
  readonly chains: readonly ChainName[]
  /** Part of them only for a user who asks for it; without it for everybody. */
  readonly onRequest?: ChainRequest
}

/** One transform of a chain, and why it runs where it does, as a phrase without full stop. */
export interface ChainMember extends Membership {
  readonly id: string
  readonly why: string
}

/** A transform of hotshift's own. Only a member of a chain runs without being named. */
export interface RegisteredTransform extends TemplateTransform {
  readonly membership?: Membership
}

/** The transforms of a preset, in the order of the registry. */
export function presetTransforms(
  preset: Preset,
  target: Target['kind'],
  registry: ReadonlyMap<string, RegisteredTransform>,
): readonly RegisteredTransform[] {
  const members = (chain: ChainName, request?: ChainRequest) =>
    [...registry.values()].filter(({ membership }) => {
      if (membership?.chains.includes(chain) !== true) return false
      return membership.onRequest === undefined || membership.onRequest === request
    })
  switch (preset) {
    case 'migrate':
      return members(target === 'cfn-yaml' ? 'cfn-yaml' : 'migrate')
    case 'scripts':
      return members('cfn-yaml', 'scripts')
    case 'migrate-natively':
      return [
        ...new Set([
          ...presetTransforms('migrate', target, registry),
          ...presetTransforms('nativize', target, registry),
        ]),
      ]
    case 'nativize':
      return members('nativize')
    case 'upgrade':
      return members('upgrade')
    case 'modernize':
      return members('upgrade', 'modernize')
  }
}

/** Whether a transform, by its id, is one of those that make HOT of CloudFormation. */
export function isConversion(id: string): boolean {
  return id.slice(0, id.indexOf('/')) === 'cfn'
}

/** Every transform by its id. An explicit list: nothing is found by magic. `chains.ts` says which of them run, and when. */

import type { TemplateTransform, UnnamedTransform } from '../src/engine/authoring/transform.ts'
import type { ChainMember, ChainRequest, RegisteredTransform } from '../src/engine/presets.ts'
import { isCfn, type Template } from '../src/heat/template.ts'
import { expand } from './blueprint/expand/index.ts'
import { shorten } from './blueprint/shorten/index.ts'
import { toList } from './blueprint/to-list/index.ts'
import { toMap } from './blueprint/to-map/index.ts'
import { accountsToParameter } from './cfn/accounts-to-parameter/index.ts'
import { computeExtensions } from './cfn/compute-extensions/index.ts'
import { conditions } from './cfn/conditions/index.ts'
import { declareHeatFormat } from './cfn/declare-heat-format/index.ts'
import { declarePseudoParameters } from './cfn/declare-pseudo-parameters/index.ts'
import { dropAwsProperties } from './cfn/drop-aws-properties/index.ts'
import { dropAwsSections } from './cfn/drop-aws-sections/index.ts'
import { dropListPatterns } from './cfn/drop-list-patterns/index.ts'
import { dropUpdatePolicies } from './cfn/drop-update-policies/index.ts'
import { expandShortTags } from './cfn/expand-short-tags/index.ts'
import { foldMemberList } from './cfn/fold-member-list/index.ts'
import { getAttToGetAttr } from './cfn/get-att-to-get-attr/index.ts'
import { hotVersion } from './cfn/hot-version/index.ts'
import { importsToParameters } from './cfn/imports-to-parameters/index.ts'
import { inlineMappings } from './cfn/inline-mappings/index.ts'
import { inlineRegion } from './cfn/inline-region/index.ts'
import { interfaceToGroups } from './cfn/interface-to-groups/index.ts'
import { joinToBlock } from './cfn/join-to-block/index.ts'
import { joinToStrReplace } from './cfn/join-to-str-replace/index.ts'
import { jsonToYaml } from './cfn/json-to-yaml/index.ts'
import { mappingsToParameters } from './cfn/mappings-to-parameters/index.ts'
import { omitNoValue } from './cfn/omit-no-value/index.ts'
import { outputs } from './cfn/outputs/index.ts'
import { parameters } from './cfn/parameters/index.ts'
import { refToGet } from './cfn/ref-to-get/index.ts'
import { regionToParameter } from './cfn/region-to-parameter/index.ts'
import { replaceToStrReplace } from './cfn/replace-to-str-replace/index.ts'
import { resourceFacade } from './cfn/resource-facade/index.ts'
import { resources } from './cfn/resources/index.ts'
import { secretsToParameters } from './cfn/secrets-to-parameters/index.ts'
import { selectToLookup } from './cfn/select-to-lookup/index.ts'
import { selectToPath } from './cfn/select-to-path/index.ts'
import { splitToStrSplit } from './cfn/split-to-str-split/index.ts'
import { ssmToParameters } from './cfn/ssm-to-parameters/index.ts'
import { subToStrReplace } from './cfn/sub-to-str-replace/index.ts'
import { unwrapBase64 } from './cfn/unwrap-base64/index.ts'
import { zonesToParameter } from './cfn/zones-to-parameter/index.ts'
import { chains } from './chains.ts'
import { dropImpliedDependencies } from './hot/drop-implied-dependencies/index.ts'
import { dropModulo } from './hot/drop-modulo/index.ts'
import { dropOutputCondition } from './hot/drop-output-condition/index.ts'
import { dropPermutations } from './hot/drop-permutations/index.ts'
import { flattenJoins } from './hot/flatten-joins/index.ts'
import { functionsForYaql } from './hot/functions-for-yaql/index.ts'
import { groupAttributePaths } from './hot/group-attribute-paths/index.ts'
import { keepData } from './hot/keep-data/index.ts'
import { lbaasToOctavia } from './hot/lbaas-to-octavia/index.ts'
import { modernizeAttributes } from './hot/modernize-attributes/index.ts'
import { modernizeProperties } from './hot/modernize-properties/index.ts'
import { modernizeRouterGateways } from './hot/modernize-router-gateways/index.ts'
import { modernizeTypes } from './hot/modernize-types/index.ts'
import { nameConditions } from './hot/name-conditions/index.ts'
import { novaFloatingIps } from './hot/nova-floating-ips/index.ts'
import { olderForms } from './hot/older-forms/index.ts'
import type { VersionChoices } from './hot/target-version/declaration.ts'
import { targetVersion, targetVersionWith } from './hot/target-version/index.ts'
import { alarm } from './os/alarm/index.ts'
import { autoscaling } from './os/autoscaling/index.ts'
import { cloudNames } from './os/cloud-names/index.ts'
import { constraints } from './os/constraints/index.ts'
import { container } from './os/container/index.ts'
import { floatingIp } from './os/floating-ip/index.ts'
import { floatingIpAssociation } from './os/floating-ip-association/index.ts'
import { loadBalancer } from './os/load-balancer/index.ts'
import { nestedStack } from './os/nested-stack/index.ts'
import { port } from './os/port/index.ts'
import { remainingTypes } from './os/remaining-types/index.ts'
import { isHotNow } from './os/resources.ts'
import { restrictOpenRules } from './os/restrict-open-rules/index.ts'
import { securityGroup } from './os/security-group/index.ts'
import { securityGroupRule } from './os/security-group-rule/index.ts'
import { server } from './os/server/index.ts'
import { volume } from './os/volume/index.ts'
import { volumeAttachment } from './os/volume-attachment/index.ts'
import { vpc } from './os/vpc/index.ts'
import { waitCondition } from './os/wait-condition/index.ts'

/** Transforms by their folders. */
type ByFolder = Readonly<Record<string, UnnamedTransform>>

const byFolder: ByFolder = {
  'blueprint/expand': expand,
  'blueprint/shorten': shorten,
  'blueprint/to-list': toList,
  'blueprint/to-map': toMap,
  'cfn/accounts-to-parameter': accountsToParameter,
  'cfn/compute-extensions': computeExtensions,
  'cfn/conditions': conditions,
  'cfn/declare-heat-format': declareHeatFormat,
  'cfn/declare-pseudo-parameters': declarePseudoParameters,
  'cfn/drop-aws-properties': dropAwsProperties,
  'cfn/drop-aws-sections': dropAwsSections,
  'cfn/drop-list-patterns': dropListPatterns,
  'cfn/drop-update-policies': dropUpdatePolicies,
  'cfn/expand-short-tags': expandShortTags,
  'cfn/fold-member-list': foldMemberList,
  'cfn/get-att-to-get-attr': getAttToGetAttr,
  'cfn/hot-version': hotVersion,
  'cfn/imports-to-parameters': importsToParameters,
  'cfn/inline-mappings': inlineMappings,
  'cfn/inline-region': inlineRegion,
  'cfn/interface-to-groups': interfaceToGroups,
  'cfn/join-to-block': joinToBlock,
  'cfn/join-to-str-replace': joinToStrReplace,
  'cfn/json-to-yaml': jsonToYaml,
  'cfn/mappings-to-parameters': mappingsToParameters,
  'cfn/omit-no-value': omitNoValue,
  'cfn/outputs': outputs,
  'cfn/parameters': parameters,
  'cfn/ref-to-get': refToGet,
  'cfn/region-to-parameter': regionToParameter,
  'cfn/replace-to-str-replace': replaceToStrReplace,
  'cfn/resource-facade': resourceFacade,
  'cfn/resources': resources,
  'cfn/secrets-to-parameters': secretsToParameters,
  'cfn/select-to-lookup': selectToLookup,
  'cfn/select-to-path': selectToPath,
  'cfn/split-to-str-split': splitToStrSplit,
  'cfn/ssm-to-parameters': ssmToParameters,
  'cfn/sub-to-str-replace': subToStrReplace,
  'cfn/unwrap-base64': unwrapBase64,
  'cfn/zones-to-parameter': zonesToParameter,
  'hot/drop-implied-dependencies': dropImpliedDependencies,
  'hot/drop-modulo': dropModulo,
  'hot/drop-output-condition': dropOutputCondition,
  'hot/drop-permutations': dropPermutations,
  'hot/flatten-joins': flattenJoins,
  'hot/functions-for-yaql': functionsForYaql,
  'hot/group-attribute-paths': groupAttributePaths,
  'hot/keep-data': keepData,
  'hot/lbaas-to-octavia': lbaasToOctavia,
  'hot/modernize-attributes': modernizeAttributes,
  'hot/modernize-properties': modernizeProperties,
  'hot/modernize-router-gateways': modernizeRouterGateways,
  'hot/modernize-types': modernizeTypes,
  'hot/name-conditions': nameConditions,
  'hot/nova-floating-ips': novaFloatingIps,
  'hot/older-forms': olderForms,
  'hot/target-version': targetVersion,
  'os/alarm': alarm,
  'os/autoscaling': autoscaling,
  'os/cloud-names': cloudNames,
  'os/constraints': constraints,
  'os/container': container,
  'os/floating-ip': floatingIp,
  'os/floating-ip-association': floatingIpAssociation,
  'os/load-balancer': loadBalancer,
  'os/nested-stack': nestedStack,
  'os/port': port,
  'os/remaining-types': remainingTypes,
  'os/restrict-open-rules': restrictOpenRules,
  'os/security-group': securityGroup,
  'os/security-group-rule': securityGroupRule,
  'os/server': server,
  'os/volume': volume,
  'os/volume-attachment': volumeAttachment,
  'os/vpc': vpc,
  'os/wait-condition': waitCondition,
}

/**
 * The members of the chains in the order in which they run, then all others.
 * @throws RangeError for a member that is no transform, or is listed twice
 */
export function registryOf(
  members: readonly ChainMember[],
  known: ByFolder = byFolder,
): ReadonlyMap<string, RegisteredTransform> {
  const registry = new Map<string, RegisteredTransform>()
  for (const { id, why: _why, ...membership } of members) {
    const one = known[id]
    if (one === undefined) throw new RangeError(`chains.ts lists "${id}", which registry.ts does not have`)
    if (registry.has(id)) throw new RangeError(`chains.ts lists "${id}" twice`)
    registry.set(id, { ...one, id, membership })
  }
  for (const [id, one] of Object.entries(known)) if (!registry.has(id)) registry.set(id, { ...one, id })
  return registry
}

export const transforms: ReadonlyMap<string, RegisteredTransform> = registryOf(chains)

/** What a user may ask for in addition to a preset. */
export type AskedFor = Exclude<ChainRequest, 'modernize' | 'scripts'>

/** What a user may ask of the transforms of `upgrade` and `migrate`. */
interface TransformChoices {
  /** How `upgrade` declares versions. */
  readonly declaring?: VersionChoices | undefined
  /** The transforms that are part of a chain on request only, by what they are asked for with. */
  readonly asked: ReadonlySet<AskedFor>
}

/** The same transforms as the choices have them. */
export function transformsWith({
  declaring,
  asked,
}: TransformChoices): ReadonlyMap<string, RegisteredTransform> {
  const requests: ReadonlySet<string> = asked
  const chosen = new Map(transforms)
  if (declaring?.newer === 'preserved') chosen.delete('hot/older-forms')
  for (const [id, one] of chosen) {
    const { membership } = one
    if (id === 'hot/target-version' && declaring !== undefined)
      chosen.set(id, { ...one, ...targetVersionWith(declaring) })
    if (membership?.onRequest !== undefined && requests.has(membership.onRequest))
      chosen.set(id, { ...one, membership: { chains: membership.chains } })
  }
  return chosen
}

/** What `upgrade --modernize` runs, for templates that were CloudFormation and are HOT by then. */
export function modernizingOnceHot(): readonly TemplateTransform[] {
  return [...transforms.values()].flatMap((one) => {
    if (one.membership?.onRequest !== 'modernize') return []
    const mayConcern = (template: Template) => isHotNow(template.root) && one.mayConcern?.(template) !== false
    return [{ ...one, appliesTo: isCfn, mayConcern }]
  })
}

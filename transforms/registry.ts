/** Every transform by its id, in the order in which the chains run them. An explicit list: nothing is found by magic. */
import type { Transform } from '../src/engine/transform.ts'
import { conditions } from './cfn/conditions/index.ts'
import { declarePseudoParameters } from './cfn/declare-pseudo-parameters/index.ts'
import { expandShortTags } from './cfn/expand-short-tags/index.ts'
import { foldMemberList } from './cfn/fold-member-list/index.ts'
import { getAttToGetAttr } from './cfn/get-att-to-get-attr/index.ts'
import { hotVersion } from './cfn/hot-version/index.ts'
import { inlineMappings } from './cfn/inline-mappings/index.ts'
import { inlineRegion } from './cfn/inline-region/index.ts'
import { interfaceToGroups } from './cfn/interface-to-groups/index.ts'
import { joinToStrReplace } from './cfn/join-to-str-replace/index.ts'
import { jsonToYaml } from './cfn/json-to-yaml/index.ts'
import { mappingsToParameters } from './cfn/mappings-to-parameters/index.ts'
import { omitNoValue } from './cfn/omit-no-value/index.ts'
import { outputs } from './cfn/outputs/index.ts'
import { parameters } from './cfn/parameters/index.ts'
import { refToGet } from './cfn/ref-to-get/index.ts'
import { replaceToStrReplace } from './cfn/replace-to-str-replace/index.ts'
import { resourceFacade } from './cfn/resource-facade/index.ts'
import { resources } from './cfn/resources/index.ts'
import { selectToPath } from './cfn/select-to-path/index.ts'
import { splitToStrSplit } from './cfn/split-to-str-split/index.ts'
import { subToStrReplace } from './cfn/sub-to-str-replace/index.ts'
import { unwrapBase64 } from './cfn/unwrap-base64/index.ts'
import { zonesToParameter } from './cfn/zones-to-parameter/index.ts'
import { dropModulo } from './hot/drop-modulo/index.ts'
import { dropOutputCondition } from './hot/drop-output-condition/index.ts'
import { dropPermutations } from './hot/drop-permutations/index.ts'
import { groupAttributePaths } from './hot/group-attribute-paths/index.ts'
import { keepData } from './hot/keep-data/index.ts'
import { modernizeProperties } from './hot/modernize-properties/index.ts'
import { modernizeRouterGateways } from './hot/modernize-router-gateways/index.ts'
import { modernizeTypes } from './hot/modernize-types/index.ts'
import { targetVersion } from './hot/target-version/index.ts'

/** Steps that keep the meaning together with all others of their preset. */
function steps(...transforms: readonly Transform[]): readonly Transform[] {
  return transforms.map((one): Transform => ({ ...one, meaning: 'step' }))
}

/** What upgrades only on request: other names of what Heat itself translates. */
function modernizing(...transforms: readonly Transform[]): readonly Transform[] {
  return transforms.map((one): Transform => ({ ...one, preset: 'modernize', meaning: 'as Heat translates' }))
}

const ordered: readonly Transform[] = [
  ...steps(keepData, dropPermutations, dropOutputCondition, dropModulo),
  jsonToYaml,
  ...steps(
    expandShortTags,
    interfaceToGroups,
    subToStrReplace,
    omitNoValue,
    declarePseudoParameters,
    inlineRegion,
    inlineMappings,
    zonesToParameter,
    mappingsToParameters,
    unwrapBase64,
    joinToStrReplace,
    selectToPath,
    splitToStrSplit,
    replaceToStrReplace,
    foldMemberList,
    resourceFacade,
    conditions,
    refToGet,
    getAttToGetAttr,
    parameters,
    resources,
    outputs,
    hotVersion,
    groupAttributePaths,
  ),
  ...modernizing(modernizeTypes, modernizeProperties, modernizeRouterGateways),
  ...steps(targetVersion),
]

export const transforms: ReadonlyMap<string, Transform> = new Map(
  ordered.map((transform) => [transform.id, transform]),
)

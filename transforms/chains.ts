/**
 * The chains of `migrate`, `upgrade` and `nativize`: every member, in the order in which it runs, and why it runs there.
 * Nobody joins a chain by lying in a folder: a transform that is not listed runs only where somebody names it
 * (`hotshift run -t <id>`).
 */
import type { ChainMember, ChainName, ChainRequest } from '../src/engine/presets.ts'

/** Consecutive members that are there for the same reason. */
interface Stage {
  /** What has to be true before, or after, these members. */
  readonly why: string
  /** Part of the chains only for a user who asks for it, by this word. */
  readonly onRequest?: ChainRequest
  readonly members: Readonly<Record<string, readonly ChainName[]>>
}

const migrate: readonly ChainName[] = ['migrate']
const upgrade: readonly ChainName[] = ['upgrade']
const nativize: readonly ChainName[] = ['nativize']
/** HOT up to 2014-10-16 has these functions of CloudFormation, too. */
const functions: readonly ChainName[] = ['migrate', 'upgrade']

const stages: readonly Stage[] = [
  {
    why: 'while the template still declares its old version: what the target version would read differently',
    members: {
      'hot/keep-data': upgrade,
      'hot/drop-permutations': upgrade,
      'hot/drop-output-condition': upgrade,
      'hot/drop-modulo': upgrade,
    },
  },
  {
    why: 'before any edit: all others write YAML, with comments',
    members: { 'cfn/json-to-yaml': ['migrate', 'cfn-yaml'] },
  },
  {
    why: 'once the file is YAML: scripts that are joins of lines become block text',
    onRequest: 'scripts',
    members: { 'cfn/join-to-block': ['cfn-yaml'] },
  },
  {
    why: 'before functions are looked for: each in its long form, and loops and computed names expanded',
    members: { 'cfn/expand-short-tags': migrate, 'cfn/compute-extensions': migrate },
  },
  {
    why: "the version of Heat's own format, for templates that stay CloudFormation",
    onRequest: 'heat-2012',
    members: { 'cfn/declare-heat-format': ['cfn-yaml'] },
  },
  {
    why: 'before cfn/inline-region, which would write a constant',
    onRequest: 'region-parameter',
    members: { 'cfn/region-to-parameter': migrate },
  },
  {
    why: 'while each rule of a security group is as its author wrote it',
    members: { 'os/restrict-open-rules': ['migrate', 'nativize'] },
  },
  {
    why: 'before anything is converted in them: parts that only AWS acts on, each with --accept',
    members: {
      'cfn/drop-aws-sections': migrate,
      'cfn/drop-update-policies': migrate,
      'cfn/drop-aws-properties': migrate,
      'cfn/drop-list-patterns': migrate,
    },
  },
  {
    why: 'before references become functions of HOT: values that only AWS looks up become parameters, each with --accept',
    members: {
      'cfn/ssm-to-parameters': migrate,
      'cfn/secrets-to-parameters': migrate,
      'cfn/imports-to-parameters': migrate,
      'cfn/zones-to-parameter': functions,
      'cfn/accounts-to-parameter': migrate,
    },
  },
  {
    why: 'while parameters have the names of CloudFormation',
    members: { 'cfn/interface-to-groups': migrate },
  },
  {
    why: 'strings and constants first: lookups by region and in mappings become constant by them, and then joins can be read',
    members: {
      'cfn/sub-to-str-replace': functions,
      'cfn/omit-no-value': migrate,
      'cfn/declare-pseudo-parameters': migrate,
      'cfn/inline-region': functions,
      'cfn/inline-mappings': functions,
      'cfn/mappings-to-parameters': migrate,
      'cfn/unwrap-base64': functions,
      'cfn/join-to-str-replace': functions,
    },
  },
  {
    why: 'the remaining functions, those that contain others before those that may stand anywhere',
    members: {
      'cfn/select-to-lookup': functions,
      'cfn/select-to-path': functions,
      'cfn/split-to-str-split': functions,
      'cfn/replace-to-str-replace': functions,
      'cfn/fold-member-list': functions,
      'cfn/resource-facade': functions,
      'cfn/conditions': functions,
      'cfn/ref-to-get': functions,
      'cfn/get-att-to-get-attr': functions,
    },
  },
  {
    why: 'once no function needs the sections of CloudFormation: the sections, and the version last',
    members: {
      'cfn/parameters': migrate,
      'cfn/resources': migrate,
      'cfn/outputs': migrate,
      'cfn/hot-version': migrate,
    },
  },
  {
    why: 'after functions of CloudFormation became get_attr, whose paths they may have',
    members: { 'hot/group-attribute-paths': upgrade },
  },
  {
    why: "AWS's types become OpenStack's own; resources before what attaches to them, groups and alarms after what they scale",
    members: {
      'os/server': nativize,
      'os/volume': nativize,
      'os/volume-attachment': nativize,
      'os/security-group': nativize,
      'os/security-group-rule': nativize,
      'os/wait-condition': nativize,
      'os/port': nativize,
      'os/nested-stack': nativize,
      'os/floating-ip': nativize,
      'os/floating-ip-association': nativize,
      'os/vpc': nativize,
      'os/load-balancer': nativize,
      'os/autoscaling': nativize,
      'os/alarm': nativize,
      'os/container': nativize,
    },
  },
  {
    why: 'once the types are known: what the parameters and names of the new types allow, and what is left',
    members: {
      'os/constraints': nativize,
      'os/remaining-types': nativize,
      'os/cloud-names': nativize,
    },
  },
  {
    why: 'while the template declares the version in which the old names were valid; types before their properties and attributes',
    onRequest: 'modernize',
    members: {
      'hot/lbaas-to-octavia': upgrade,
      'hot/nova-floating-ips': upgrade,
      'hot/modernize-types': upgrade,
      'hot/modernize-properties': upgrade,
      'hot/modernize-router-gateways': upgrade,
      'hot/modernize-attributes': upgrade,
    },
  },
  {
    why: 'over functions in their final form',
    onRequest: 'idioms',
    members: {
      'hot/functions-for-yaql': upgrade,
      'hot/flatten-joins': upgrade,
      'hot/name-conditions': upgrade,
      'hot/drop-implied-dependencies': upgrade,
    },
  },
  {
    why: 'last: what an older version lacks, then the line with the version, by which all before is read',
    members: { 'hot/older-forms': upgrade, 'hot/target-version': upgrade },
  },
]

/** Every member of a chain, in the order in which they run. */
export const chains: readonly ChainMember[] = stages.flatMap(({ why, onRequest, members }) =>
  Object.entries(members).map(([id, names]) => ({
    id,
    chains: names,
    why,
    ...(onRequest === undefined ? {} : { onRequest }),
  })),
)

/** The words that a dialect knows at each position of a template, for HOT of some version and for CloudFormation. */
import type { Call } from '../heat/calls.ts'
import type { Cloud } from '../heat/cloud.ts'
import {
  type CfnVersionKey,
  cfnDialect,
  cfnVersionKeys,
  firstWith,
  isCfnFunction,
  type WordKind,
  wordsOf,
} from '../heat/dialects.ts'
import { nearNames } from '../heat/near-names.ts'
import { compareVersions, type HotVersion, hasFunction } from '../heat/versions.ts'

/** Whether a dialect knows a word, or which version of it is the first that does. */
type WordStatus = 'known' | 'unknown' | { readonly since: HotVersion }

export interface Vocabulary {
  /** As the subject of a message: `heat_template_version 2015-10-15`. */
  readonly name: string
  /** Undefined for CloudFormation. */
  readonly version: HotVersion | undefined
  /** The version that the template was written for, when it is held against another one. */
  readonly declared: HotVersion | undefined
  /** The cloud whose Heat reads it, where one was named. */
  readonly cloud: Cloud | undefined
  /** The key of CloudFormation for a dialect of it. */
  readonly versionKey: CfnVersionKey | undefined
  status(kind: WordKind, word: string): WordStatus
  /** Words like one that is not known, those that this dialect has. */
  near(kind: WordKind, word: string): readonly string[]
  /** The line that declares another dialect, which has a word that this one does not. */
  elsewhere?(kind: WordKind, word: string): string | undefined
  /** Whether unknown keys of resources are refused; else Heat does not read them. */
  readonly refusesResourceKeys: boolean
  /** A key as this dialect spells it: `depends_on` in HOT, `DependsOn` in CloudFormation. */
  spell(hotKey: string): string
  /** Where the rule about a position is documented. */
  rule(about: RuleTopic): string
}

export type RuleTopic =
  | 'version'
  | 'structure'
  | 'parameter groups'
  | 'parameters'
  | 'constraints'
  | 'pseudo parameters'
  | 'conditions'
  | 'resources'
  | 'dependencies'
  | 'outputs'
  | 'functions'

/** The headings of the HOT specification (Heat's Template Guide). */
const hotSections: Readonly<Record<RuleTopic, string>> = {
  version: 'Heat template version',
  structure: 'Template structure',
  'parameter groups': 'Parameter groups section',
  parameters: 'Parameters section',
  constraints: 'Parameters section, Parameter Constraints',
  'pseudo parameters': 'Parameters section, Pseudo parameters',
  conditions: 'Conditions section',
  resources: 'Resources section',
  dependencies: 'Resources section, Resource dependencies',
  outputs: 'Outputs section',
  functions: 'Intrinsic functions',
}

/** @param declared the version that the template declares */
export function hotVocabulary(
  version: HotVersion,
  declared: HotVersion | undefined,
  cloud?: Cloud,
): Vocabulary {
  return {
    name: `heat_template_version ${version}`,
    version,
    declared,
    cloud,
    versionKey: undefined,
    status(kind, word) {
      const since = firstWith(kind, word)
      if (since === undefined) return 'unknown'
      return compareVersions(version, since) >= 0 ? 'known' : { since }
    },
    near: (kind, word) => nearNames(word, wordsOf(version, kind)),
    refusesResourceKeys: true,
    spell: (key) => key,
    rule: (about) => `HOT specification, ${hotSections[about]}`,
  }
}

/** The words of a template of a version in a cloud, which reads no newer ones than those of its own version. */
export function hotWords(version: HotVersion, cloud: Cloud | undefined): Vocabulary {
  const newest = cloud?.release?.version
  const isNewer = newest !== undefined && compareVersions(newest, version) < 0
  return hotVocabulary(isNewer ? newest : version, version, cloud)
}

/** Whether the dialect resolves a function in the position of a value. */
export function isResolved(
  call: Pick<Call, 'name'> | undefined,
  { version, versionKey }: Pick<Vocabulary, 'version' | 'versionKey'>,
): boolean {
  if (call === undefined) return false
  if (version !== undefined) return hasFunction(version, call.name)
  return versionKey !== undefined && isCfnFunction(versionKey, call.name, 'anywhere')
}

/** Where Heat reads the parts of CloudFormation templates. */
const cfnFiles: Readonly<Record<RuleTopic, string>> = {
  version: 'heat/engine/template.py: get_version',
  structure: 'heat/engine/cfn/template.py: SECTIONS',
  'parameter groups': 'heat/engine/cfn/template.py: SECTIONS',
  parameters: 'heat/engine/parameters.py: Schema',
  constraints: 'heat/engine/parameters.py: Schema.from_dict',
  'pseudo parameters': 'heat/engine/cfn/parameters.py',
  conditions: 'heat/engine/cfn/template.py: condition_functions',
  resources: 'heat/engine/cfn/template.py: resource_definitions',
  dependencies: 'heat/engine/rsrc_defn.py: dependencies',
  outputs: 'heat/engine/template_common.py: outputs',
  functions: 'heat/engine/cfn/functions.py',
}

/** `DependsOn` by `depends_on`, made once for each key: every resource is asked for a dozen of them. */
const spelt = new Map<string, string>()

function cfnSpelling(key: string): string {
  let made = spelt.get(key)
  if (made === undefined) {
    made = key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    spelt.set(key, made)
  }
  return made
}

export function cfnVocabulary(versionKey: CfnVersionKey, cloud?: Cloud): Vocabulary {
  const facts = cfnDialect(versionKey)
  return {
    name: `${versionKey} ${facts.version}`,
    version: undefined,
    declared: undefined,
    cloud,
    versionKey,
    status: (kind, word) => (facts[kind].includes(word) ? 'known' : 'unknown'),
    near: (kind, word) => nearNames(word, facts[kind]),
    elsewhere: (kind, word) => {
      const key = cfnVersionKeys.find((one) => cfnDialect(one)[kind].includes(word))
      return key === undefined ? undefined : `${key}: ${cfnDialect(key).version}`
    },
    refusesResourceKeys: false,
    spell: cfnSpelling,
    rule: (about) => cfnFiles[about],
  }
}

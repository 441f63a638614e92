import { entryOf } from '../document/read.ts'
import { checkTemplate } from '../heat/check/check-template.ts'
import { cfnVocabulary, hotVocabulary, type Vocabulary } from '../heat/check/vocabulary.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { isCfn, type Template } from '../heat/template.ts'
import { proposeVersion } from '../heat/version-proposal.ts'
import { type HotVersion, latestVersion } from '../heat/versions.ts'
import { catalogue } from './catalogue.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine-contract.ts'
import type { Transform, TransformContext } from './transform.ts'

/**
 * An engine that changes nothing: every file ends as it is, with findings.
 * @param version the words that HOT templates are held against; without it, those that each one declares
 */
export function createChecker(version?: HotVersion): Engine {
  const check = checkingTransform(version)
  // What is found must not block the file: there is nothing to be kept from being written.
  return createEngine({
    chain: [check.id],
    to: 'latest',
    accept: [],
    partial: true,
    registry: new Map([[check.id, check]]),
  })
}

function checkingTransform(version: HotVersion | undefined): Transform {
  return {
    id: 'check',
    title: 'Check templates',
    description: 'Reports what Heat would refuse in a template, or not read.',
    references: ['HOT specification'],
    safety: 'exact',
    // Heat alone is asked, and not what AWS would make of it.
    keepsData: true,
    appliesTo: (kind) => isCfn(kind) || kind === 'hot' || kind === 'hot-fragment',
    run(template, context) {
      const words = vocabularyOf(template, version, context)
      for (const { code, at, message, rule } of checkTemplate(template.root, words))
        context.report(code, at, message, `${catalogue[code].help} See ${rule}.`)
      return template
    },
  }
}

function vocabularyOf(
  template: Template,
  version: HotVersion | undefined,
  context: TransformContext,
): Vocabulary {
  if (isCfn(template.kind)) {
    const versionKey = versionKeyOf(template.kind)
    if (entryOf(template.root, versionKey) === undefined)
      context.report(
        'template-version',
        template.root,
        'no version is declared, which AWS allows and Heat does not',
      )
    return cfnVocabulary(versionKey)
  }
  if (template.version !== undefined) return hotVocabulary(version ?? template.version)
  const proposal = proposeVersion(template.root)
  const help = `${catalogue['no-such-version'].help} See HOT specification, Heat template version.`
  context.report('no-such-version', proposal.at, proposal.message, help)
  return hotVocabulary(version ?? proposal.version ?? latestVersion)
}

function versionKeyOf(kind: TemplateKind): 'AWSTemplateFormatVersion' | 'HeatTemplateFormatVersion' {
  return kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion'
}

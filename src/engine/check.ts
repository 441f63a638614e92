import { checkTemplate } from '../check/check-template.ts'
import type { NestedTemplate } from '../check/scope.ts'
import { cfnVocabulary, hotVocabulary, type Vocabulary } from '../check/vocabulary.ts'
import type { Node } from '../document/node.ts'
import { entryOf } from '../document/read.ts'
import type { TemplateKind } from '../heat/kind.ts'
import { isCfn, type Template } from '../heat/template.ts'
import { proposeVersion } from '../heat/version-proposal.ts'
import { type HotVersion, latestVersion } from '../heat/versions.ts'
import { catalogue } from './catalogue.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine-contract.ts'
import { nestedPath, nestedReader } from './nested-templates.ts'
import type { FileOutcome } from './outcome.ts'
import type { Transform, TransformContext } from './transform.ts'

export interface CheckOptions {
  /** The words that HOT templates are held against; without it, those that each one declares. */
  readonly version?: HotVersion
  /** Gives a file by its path as the engine's inputs have it, for templates that serve as types. */
  readonly readFile?: (path: string) => Uint8Array | undefined
}

/** An engine that changes nothing: every file ends as it is, with findings. */
export function createChecker({ version, readFile }: CheckOptions = {}): Engine {
  const read = nestedReader(readFile ?? (() => undefined))
  const engineFor = (path: string) =>
    checkingEngine(checkingTransform(version, (type) => read(nestedPath(path, type))))
  return { ...engineFor(''), run: (input) => engineFor(input.path).run(input) }
}

function checkingEngine(check: Transform): Engine {
  // What is found must not block the file: there is nothing to be kept from being written.
  const engine = createEngine({
    chain: [check.id],
    to: 'latest',
    accept: [],
    partial: true,
    registry: new Map([[check.id, check]]),
  })
  return { ...engine, run: (input) => withoutTransform(engine.run(input)) }
}

/** To nobody else is the check a transform. */
function withoutTransform(outcome: FileOutcome): FileOutcome {
  return { ...outcome, findings: outcome.findings.map(({ transform: _transform, ...finding }) => finding) }
}

type NestedOf = (type: string) => NestedTemplate | undefined

function checkingTransform(version: HotVersion | undefined, nested: NestedOf): Transform {
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
      reportComment(template, context)
      for (const { code, at, message, rule } of checkTemplate(template.root, words, nested))
        context.report(code, at, message, `${catalogue[code].help} See ${rule}.`)
      return template
    },
  }
}

/** Other readers of JSON, hotshift among them, pass over comments. */
function reportComment({ document, syntax }: Template, context: TransformContext): void {
  // A text in braces that has YAML's comments is YAML to Heat.
  const first = document.comments.find(({ start }) => syntax === 'json' && document.text[start] === '/')
  if (first === undefined) return
  const at: Node = {
    kind: 'scalar',
    type: 'str',
    value: first.text,
    range: { start: first.start, end: first.end },
  }
  context.report('json-comment', at, 'Heat does not read JSON with comments')
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
  if (template.version !== undefined) return hotVocabulary(version ?? template.version, template.version)
  const proposal = proposeVersion(template.root)
  const advice =
    proposal.version === undefined
      ? catalogue['no-such-version'].help
      : `Declare it, or for upgrade say --assume-version ${proposal.version} if that is meant.`
  const help = `${advice} See HOT specification, Heat template version.`
  context.report('no-such-version', proposal.at, proposal.message, help)
  return hotVocabulary(version ?? proposal.version ?? latestVersion, proposal.version)
}

function versionKeyOf(kind: TemplateKind): 'AWSTemplateFormatVersion' | 'HeatTemplateFormatVersion' {
  return kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion'
}

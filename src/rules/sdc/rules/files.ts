/** Files that SDC cannot read, or makes itself (YamlValidator, HeatValidator, ContrailValidator). */
import { mapOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { generatedArtifacts, unreadable } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { usesOf } from '../functions.ts'
import { byHand, repairedBy, type SdcRemedy, type SdcReport } from '../rule.ts'
import type { SdcFile } from '../sdc-file.ts'
import { isTemplateType, type SdcPackage } from '../sdc-package.ts'
import { isReadAsYaml, type YamlProblem } from '../yaml-file.ts'

export const fileRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-file', 'sdc-template', 'sdc-unused'),
  checks: ['YML1', 'YML2', 'CTL1', 'HOT18', 'HOT11'],
  find(pkg: SdcPackage, report: SdcReport) {
    const types = new Map(pkg.listed.map(({ file, type }) => [file, type]))
    for (const file of pkg.files.values()) {
      const type = types.get(file.name)
      if (isReadAsYaml(file.name) && type !== 'PM_DICTIONARY') checkYaml(pkg, file, type, report)
    }
    checkArtifacts(pkg, report)
  },
})

function checkYaml(pkg: SdcPackage, file: SdcFile, type: string | undefined, report: SdcReport): void {
  const { path, name, text } = file
  const isTemplate = type !== undefined && isTemplateType(type)
  if (text === '') {
    const remedy = name.endsWith('.env')
      ? repairedBy('sections', 'writes "parameters: {}"')
      : byHand('Remove the file, and its entry of MANIFEST.json.')
    const also = isTemplate ? { also: ['CTL1'] as const } : {}
    report({ check: 'YML1', path, range: undefined, message: 'the file is empty', remedy, ...also })
    return
  }
  if (text === undefined) {
    const remedy = byHand('Give the file a name that says what it is.')
    report({ check: 'YML2', path, range: undefined, message: 'the file is no text', remedy })
    return
  }
  for (const problem of pkg.yaml(file).problems) {
    const message = `SDC reads the file as YAML, and cannot: ${problem.message}`
    const remedy = remedyOf(problem, file, isTemplate)
    const also = isTemplate && problem.isReadByOthers !== true ? { also: unreadable } : {}
    report({ check: 'YML2', path, range: problem.range, message, remedy, ...also })
  }
}

function remedyOf({ isDuplicate }: YamlProblem, { name, text }: SdcFile, isTemplate: boolean): SdcRemedy {
  if (isDuplicate === true) return repairedBy('duplicates', 'removes it; Heat reads the last one')
  const isComment =
    name.endsWith('.env') && /^(?:\s*(?:#.*)?(?:\r?\n|$))*$/.test((text ?? '').slice(0, 100_000))
  if (isComment) return repairedBy('sections', 'writes "parameters: {}"')
  return isTemplate || name.endsWith('.env')
    ? byHand('Correct the file; nothing else in it is looked at before.')
    : byHand('Rename the file so that it ends in none of .yaml, .yml and .env, with what refers to it.')
}

/** Artifacts: what is listed and is neither a template nor an environment. */
function checkArtifacts(pkg: SdcPackage, report: SdcReport): void {
  const { manifest } = pkg
  if (manifest === undefined || !('items' in manifest)) return
  const referred = namedByTemplates(pkg)
  for (const { file, type } of pkg.structure.listed) {
    const path = pkg.files.get(file)?.path
    if (path === undefined || isTemplateType(type) || type === 'HELM' || referred.has(file)) continue
    if (generatedArtifacts.has(file))
      report({
        check: 'HOT18',
        path,
        range: undefined,
        message: 'SDC makes a file of this name itself',
        remedy: byHand('Remove it from the package and from MANIFEST.json.'),
        also: ['HOT11'],
      })
    else
      report({
        check: 'HOT11',
        path,
        range: undefined,
        message: 'no get_file of a template names the artifact',
        remedy: byHand('Remove it if nothing needs it; SDC takes it as it is.'),
      })
  }
}

/** What `get_file` names in properties that are mappings; SDC does not look into lists. */
function namedByTemplates({ templates }: SdcPackage): ReadonlySet<string> {
  return new Set(
    templates.flatMap(({ template }) =>
      template.resources.flatMap(({ properties }) =>
        properties.flatMap(({ value }) =>
          mapOf(value) === undefined ? [] : usesOf('get_file', value).map(({ name = '' }) => bareName(name)),
        ),
      ),
    ),
  )
}

export function bareName(name: string): string {
  return name.replace('file:///', '')
}

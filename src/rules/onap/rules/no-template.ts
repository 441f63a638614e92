/** Packages without any template: what they violate, and where that is said. */
import { isConfigurationName } from '../../../stack/load.ts'
import { isYamlName } from '../../../stack/source-file.ts'
import { isManifestName } from '../manifest.ts'
import { byHand, type Found, ofFile, ofSection } from '../rule.ts'

/**
 * R-27078: a package holds templates under the names of YAML files, and nothing else; our own configuration is not meant to be
 * part of it.
 * @param path a file that is neither a template nor an environment
 */
export function noTemplateIn(path: string): Found | undefined {
  if (!isYamlName(path) || isConfigurationName(path)) return undefined
  return {
    requirement: 'R-27078',
    ...ofSection(path, 'heat_template_version'),
    message: 'the file has the name of a template, but neither heat_template_version nor resources',
    remedy: byHand('Make it a template, rename it, or move it.'),
  }
}

/**
 * What a package violates that has no template: the files that should be one (R-27078), else it has no base module (R-37028),
 * which is said of its manifest, its first environment or its first file.
 * @param others its files that are neither environments nor files of ours
 */
export function withoutTemplates(
  others: readonly string[],
  environments: readonly string[],
): readonly Found[] {
  const misnamed = others.flatMap((path) => noTemplateIn(path) ?? [])
  if (misnamed.length > 0) return misnamed
  const path = others.find(isManifestName) ?? environments[0] ?? others[0]
  if (path === undefined) return []
  const message = 'the package has no base module: none of its files is a template'
  const remedy = byHand('Put the templates beside it, or give the folder or the archive that has them.')
  return [{ requirement: 'R-37028', ...ofFile(path), message, remedy }]
}

/** Which documents the extension starts the server for. */

/** A document is recognised by its beginning. */
const LOOKED_AT = 4096

/** Languages of VS Code in which templates are written. */
export const languages: readonly string[] = ['yaml', 'json', 'jsonc']

/** Sections that only Heat's templates and environments have. */
const heat =
  /^\uFEFF?[ \t{]*["']?(?:heat_template_version|HeatTemplateFormatVersion|resource_registry|parameter_defaults)["']?[ \t]*:/m
const aws = /^\uFEFF?[ \t{]*["']?AWSTemplateFormatVersion["']?[ \t]*:/m

/**
 * Whether a document is for Heat by its first lines, or for AWS where that is asked for. Other files in these languages
 * start nothing; the server decides what exactly a file is.
 */
export function isForHotshift(text: string, asksForCloudFormation: boolean): boolean {
  const head = text.slice(0, LOOKED_AT)
  return heat.test(head) || (asksForCloudFormation && aws.test(head))
}

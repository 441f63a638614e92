/** What SDC reads out of the lines of a template before it reads YAML (org.openecomp.sdc.vendorsoftwareproduct…VspUtils). */

/** Whether a file counts as a template: the word at the beginning of a line, without quotes. */
export function hasVersionLine(text: string): boolean {
  return /^heat_template_version:/m.test(text)
}

const otherSections = /^(?:parameters|conditions|outputs|parameter_groups|description):\s*$/

/** The files that a template calls, as far as their names stand on lines of the form that SDC looks for. */
export function calledFiles(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  if (!hasVersionLine(text)) return found
  let isInside = false
  for (const line of text.split(/\r\n|[\n\r]/)) {
    if (/^resources:\s*$/.test(line)) isInside = true
    else if (otherSections.test(line)) isInside = false
    else if (isInside) {
      const name = calledOn(line)
      if (name !== undefined) found.add(name)
    }
  }
  return found
}

/** The name behind `type:`, where nothing else stands on the line. */
function calledOn(line: string): string | undefined {
  const trimmed = line.trim()
  if (!trimmed.startsWith('type:')) return undefined
  const name = trimmed.slice('type:'.length).trim()
  return /\s/.test(name) || !/.(?:yml|yaml)$/.test(name) ? undefined : name
}

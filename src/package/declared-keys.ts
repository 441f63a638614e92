/** The keys that stand in templates, found without parsing them: also in those that another program fills in first. */

const isTemplate = /heat_template_version|TemplateFormatVersion/

/** Every name before a colon in the texts that are templates. */
export function declaredKeys(texts: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const text of texts) {
    if (!isTemplate.test(text)) continue
    for (const [, name] of text.matchAll(/([^\s{,"'[\]]+)["']?[ \t]*:/g))
      if (name !== undefined) found.add(name)
  }
  return found
}

/** How a template declares its version. */

import {
  type Entry,
  entry,
  replacedRead,
  string,
  type Template,
  type TemplateContext,
  withEntries,
  withRoot,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { isRelease, releaseOf } from '../../../src/heat/versions.ts'

/** How a version is declared. */
export interface VersionChoices {
  /** What becomes of a template that declares a newer version than the target. */
  readonly newer: 'lowered' | 'preserved'
  /** By its date, by the name of its release where there is one, or as the template does. */
  readonly style: 'date' | 'name' | 'keep'
}

/** The name of a release is replaced by one; `--to` may say which of several. */
export function writtenVersion(
  written: string,
  { target, targetRelease }: TemplateContext,
  style: VersionChoices['style'],
): string {
  const isNamed = style === 'name' || (style === 'keep' && isRelease(written))
  return isNamed ? (targetRelease ?? releaseOf(target) ?? target) : target
}

/** The line preserves its quotes. */
export function declare(
  template: Template,
  declared: Entry | undefined,
  wanted: string,
  context: TemplateContext,
): Template {
  const { root } = template
  const { target } = context
  context.change(declared ?? root, `Declare heat_template_version: ${target}`)
  if (declared === undefined)
    return withRoot(
      template,
      withEntries(root, [entry('heat_template_version', string(wanted)), ...root.entries]),
    )
  const style = declared.value.kind === 'scalar' ? declared.value.style : undefined
  const value = string(wanted, { for: declared.value, style })
  return withRoot(template, replacedRead(root, declared, withValue(declared, value)) ?? root)
}

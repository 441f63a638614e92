/** A mistake and a template that only looks like it, for each rule between the parts of a template. Heat is asked about both. */

import { createChecker } from '../../src/engine/check.ts'
import type { FindingCode } from '../../src/engine/findings/catalogue.ts'
import { isAbout } from './found.ts'

export interface Pair {
  readonly what: string
  readonly code: FindingCode
  /** The template, or several files of which `t.yaml` is the template and `env.yaml` the environment, with `env2.yaml` after it. */
  readonly wrong: Text
  /** The same without the mistake, of which nothing is said. */
  readonly sound: Text
  /**
   * What Heat says of the wrong one: `refused`, the values that it reads, by their paths, or why it cannot be asked.
   * It takes the sound one.
   */
  readonly heat: 'refused' | Readonly<Record<string, unknown>> | { readonly unasked: string }
}

const isEnvironment = (name: string) => /^env\d*\.yaml$/.test(name)

type Text = string | Readonly<Record<string, string>>

/** The files of one side, with the version of HOT where the template has none. */
export function filesOf(text: Text): Readonly<Record<string, string>> {
  const files = typeof text === 'string' ? { 't.yaml': text } : text
  return Object.fromEntries(
    Object.entries(files).map(([name, body]) => {
      const isWhole =
        isEnvironment(name) || !name.endsWith('.yaml') || /^\w*(?:_template_v|Templ)\w*V?ersion/.test(body)
      return [
        name,
        isWhole || /^\{?"?heat_template_version/.test(body)
          ? body
          : `heat_template_version: 2018-08-31\n${body}`,
      ]
    }),
  )
}

/** Errors and findings of a code in the template of one side and in its environment: `code message`. */
export function foundInPair(text: Text, about: string): readonly string[] {
  const files = filesOf(text)
  const environments = Object.keys(files).filter(isEnvironment).sort()
  const readFile = (path: string) => (Object.hasOwn(files, path) ? Buffer.from(files[path] ?? '') : undefined)
  const options = {
    readFile,
    exists: (path: string) => Object.hasOwn(files, path),
    besides: Object.keys(files),
    ...(environments.length === 0 ? {} : { environments, together: environments }),
  }
  const checker = createChecker(options)
  return ['t.yaml', ...environments].flatMap((path) =>
    checker
      .run({ path, bytes: Buffer.from(files[path] ?? '') })
      .findings.filter(isAbout([about]))
      .map(({ code, message }) => `${code} ${message}`),
  )
}

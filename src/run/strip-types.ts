/** TypeScript of users becomes JavaScript; bundled by itself (dist/strip-types.cjs), for bin/transform-hooks.mjs. */
import { transform } from 'sucrase'

/**
 * The JavaScript of a TypeScript module. Line numbers do not change, so that locations in messages hold. Types are
 * removed, not checked; enums, namespaces and parameter properties are translated; type-only imports are removed.
 *
 * @param file for messages
 * @throws Error for invalid TypeScript, with line and column
 */
export function stripTypes(source: string, file: string): string {
  try {
    const transforms = ['typescript'] as const
    return transform(source, { transforms: [...transforms], disableESTransforms: true, filePath: file }).code
  } catch (error) {
    // What was put into the message of an error after it was made does not get to another thread.
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}

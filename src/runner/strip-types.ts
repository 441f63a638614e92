/** TypeScript of users becomes JavaScript; bundled by itself (dist/strip-types.cjs), for bin/transform-hooks.mjs. */
import { transform } from 'sucrase'

/**
 * The JavaScript of a TypeScript module. Every line stays where it is, so locations in messages hold. Types are removed,
 * not checked; enums, namespaces and parameter properties are translated; imports of what is only a type go.
 *
 * @param file for messages
 * @throws Error for what is no TypeScript, with line and column
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

// The JSON schemas of the package. Bundled and evaluated by bin/build-schemas.mjs.

import '../src/run/node-machine.ts'
import { packageSchemas } from '../src/heat/schema/package-schemas.ts'

export const schemaTexts: readonly (readonly [name: string, text: string])[] = [...packageSchemas()].map(
  ([name, schema]) => [name, `${JSON.stringify(schema)}\n`],
)

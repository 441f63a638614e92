import { hotVersions } from '../versions.ts'
import { environmentSchema } from './environment.ts'
import type { JsonSchema } from './json-schema.ts'
import { shared } from './shared.ts'
import { templateSchema } from './template.ts'

/** The schemas that the package has, by their file names: `hot.json` for templates of any version, and one for each. */
export function packageSchemas(): ReadonlyMap<string, JsonSchema> {
  return new Map([
    ['environment.json', environmentSchema()],
    ['hot.json', shared(templateSchema(undefined))],
    ...hotVersions.map((version) => [`hot-${version}.json`, shared(templateSchema(version))] as const),
  ])
}

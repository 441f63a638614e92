import { type CatalogueEntry, catalogue } from '../engine/catalogue.ts'
import { runnerCatalogue } from '../runner/runner-catalogue.ts'

/** Every finding code of hotshift. */
export const knownCodes: ReadonlyMap<string, CatalogueEntry> = new Map(
  Object.entries({ ...catalogue, ...runnerCatalogue }),
)

/** The folder that holds the large tables: this one, or that of the bundle. Nothing in the core imports this file. */
export function factsFolder(): string {
  return import.meta.dirname
}

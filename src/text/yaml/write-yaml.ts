/** Data as YAML for people: new documents, of which no source is to be preserved. */
import { stringify } from 'yaml'

const mapTags: ReadonlySet<string> = new Set([
  'tag:yaml.org,2002:omap',
  'tag:yaml.org,2002:pairs',
  'tag:yaml.org,2002:set',
])

/** YAML 1.1, which Heat reads: `yes` and `0644` are quoted where they are strings. Maps are mappings in their order. */
export function yamlOf(value: unknown): string {
  return stringify(value, {
    version: '1.1',
    // Heat has no ordered maps of their own.
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !mapTags.has(tag.tag)),
    lineWidth: 0,
    aliasDuplicateObjects: false,
  })
}

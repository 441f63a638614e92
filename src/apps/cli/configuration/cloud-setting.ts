/** `cloud` in a configuration: what it says of the cloud, for every command that asks. */
import type { CloudInventory } from '../../../heat/cloud.ts'
import { type CloudNames, type NameSection, nameSections } from '../../../heat/cloud-names.ts'
import { UsageError } from '../usage-error.ts'
import { type Pair, type Setting, scalarIn, strings, unknownKey } from './setting.ts'

/** What a configuration says of a cloud beside its release, which is the option `--cloud`. */
export interface CloudSetting {
  /** All names that the cloud has, by section. */
  readonly inventory: CloudInventory
  /** Resource names of other clouds with their replacements, as in the file of `--map`. */
  readonly names: CloudNames
}

export const noCloudSetting: CloudSetting = { inventory: {}, names: {} }

/**
 * Takes `cloud: {release, flavors, images, networks, zones}` apart: a section is a list of all names that there are, or a
 * mapping from other names to these.
 *
 * @returns the setting of the release, if there is one, and the rest
 * @throws UsageError for other keys and values
 */
export function cloudSettingOf(entries: readonly Pair[]): {
  readonly release: Setting | undefined
  readonly setting: CloudSetting
} {
  let release: Setting | undefined
  const inventory: Partial<Record<NameSection, readonly string[]>> = {}
  const names: Partial<Record<NameSection, Readonly<Record<string, string>>>> = {}
  for (const { key, value, where } of entries) {
    const section = nameSections.find((one) => one === key)
    if (key === 'release') release = value
    else if (section === undefined) throw unknownKey(key, where, ['release', ...nameSections])
    else if (value.kind === 'list') inventory[section] = strings(value)
    else if (value.kind === 'map') names[section] = mapOfNames(value.entries)
    else throw new UsageError(`${value.where}: ${key} is a list of names, or a mapping from old to new names`)
  }
  return { release, setting: { inventory, names } }
}

function mapOfNames(entries: readonly Pair[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.map(({ key, value }) => {
      const name = scalarIn(value)
      if (name === '') throw new UsageError(`${value.where}: the name for ${key} is a string, and not empty`)
      return [key, name]
    }),
  )
}

import { baseName, directoryOf, isYamlName } from '../package/package-file.ts'

/** `dir/base.template` → `dir/base.yaml`; a name that says YAML already stays. */
export function yamlName(path: string): string {
  return isYamlName(path) ? path : `${directoryOf(path)}${baseName(path)}.yaml`
}

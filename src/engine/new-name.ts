/** `dir/base.template` → `dir/base.yaml`; a name that says YAML already stays. */
export function yamlName(path: string): string {
  if (/\.ya?ml$/i.test(path)) return path
  const slash = path.lastIndexOf('/')
  const base = path.slice(slash + 1)
  const dot = base.lastIndexOf('.')
  return `${path.slice(0, slash + 1)}${dot > 0 ? base.slice(0, dot) : base}.yaml`
}

import { compareVersions, type HotVersion, type Template } from '../../src/engine/authoring.ts'

/** Whether an upgrade passes from before `since` to it or beyond. */
export function crosses(template: Template, target: HotVersion, since: HotVersion): boolean {
  return (
    template.version !== undefined &&
    compareVersions(template.version, since) < 0 &&
    compareVersions(target, since) >= 0
  )
}

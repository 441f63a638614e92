/**
 * What leads from the directory above all files down to the working directory; empty where that is above them itself.
 * Files refer to one another by names that say nothing of it: `../../a/x.yaml` is `../x.yaml` in `a/b`.
 * @param paths relative to the working directory
 * @param cwd absolute
 */
export function wayFromAbove(paths: readonly string[], cwd: string): string {
  const steps = paths.map((path) => /^(?:\.\.\/)+/.exec(path)?.[0].length ?? 0)
  const levels = steps.reduce((most, length) => Math.max(most, length / 3), 0)
  return levels === 0 ? '' : cwd.split(/[/\\]/).slice(-levels).join('/')
}

/** Packages made of texts, and what is said of them as SDC would. */

import { sdcFinding } from '../../../src/engine/packages/sdc.ts'
import { reportedAs, sdcFindings } from '../../../src/rules/sdc/findings.ts'
import { SdcPackage } from '../../../src/rules/sdc/sdc-package.ts'
import { LineIndex } from '../../../src/text/yaml/position.ts'

export type Files = Readonly<Record<string, string>>

/** The files with a manifest that lists them. */
export function listed(files: Files): Files {
  return files['MANIFEST.json'] === undefined ? { ...files, 'MANIFEST.json': manifestFor(files) } : files
}

export function sdcPackage(files: Files): SdcPackage {
  return new SdcPackage(
    Object.entries(listed(files))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => ({ name, path: name, text })),
  )
}

/** base.yaml is the base; what other templates call is not listed. */
function manifestFor(files: Files): string {
  const names = Object.keys(files).sort()
  const texts = names.map((name) => files[name] ?? '').join('\n')
  const env = (name: string) => {
    const own = name.replace(/yaml$/, 'env')
    return files[own] === undefined ? [] : [{ file: own, type: 'HEAT_ENV' }]
  }
  const volumes = names.filter((name) => name.endsWith('_volume.yaml'))
  const isCalled = (name: string) => new RegExp(`type: ${name.replace('.', '\\.')}\\b`).test(texts)
  const modules = names.filter((name) => name.endsWith('.yaml') && !isCalled(name) && !volumes.includes(name))
  const data = [
    ...modules.map((file) => ({
      file,
      type: 'HEAT',
      isBase: String(file === 'base.yaml'),
      data: [
        ...env(file),
        ...(file === 'base.yaml'
          ? volumes.map((one) => ({ file: one, type: 'HEAT_VOL', data: env(one) }))
          : []),
      ],
    })),
    ...names.filter((name) => !/\.(?:yaml|env)$/.test(name)).map((file) => ({ file, type: 'OTHER' })),
    // In braces SDC does not find a call.
    ...names
      .filter((name) => isCalled(name) && !new RegExp(`^ *type: ${name}$`, 'm').test(texts))
      .map((file) => ({ file, type: 'HEAT' })),
  ]
  return JSON.stringify({ data })
}

/** `file line:column code CHECKS` of each finding. */
export function saidOf(files: Files): readonly string[] {
  return sdcFindings(sdcPackage(files)).map((found) => {
    const { line, column } = new LineIndex(files[found.path] ?? '').position(found.range?.start ?? 0)
    return `${found.path} ${line}:${column} ${sdcFinding(found).code} ${reportedAs(found).join(' ')}`
  })
}

/** How often each of SDC's codes is given. */
export function countsOf(files: Files): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of sdcFindings(sdcPackage(files)).flatMap(reportedAs))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

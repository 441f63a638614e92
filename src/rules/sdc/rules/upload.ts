/** What SDC refuses when a package is handed over, before it reads a template. */
import { directoryOf } from '../../../stack/source-file.ts'
import { rule } from '../../rule.ts'
import { codesNamed } from '../codes.ts'
import type { ManifestItem } from '../manifest-file.ts'
import { baseOf, isBaseName, isTemplate } from '../proposed-manifest.ts'
import { byHand, repairedBy, type SdcReport } from '../rule.ts'
import { manifestName, type SdcPackage } from '../sdc-package.ts'
import { withChildren } from '../structure.ts'

export const uploadRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-upload', 'sdc-manifest', 'sdc-unassigned'),
  checks: ['SDC-04', 'SDC-05', 'SDC-07', 'SDC-08', 'SDC-09', 'SDC-10', 'SDC-15', 'SDC-16', 'SDC-17'],
  find(pkg: SdcPackage, report: SdcReport) {
    checkFolders(pkg, report)
    checkManifest(pkg, report)
    checkItems(pkg, report)
    checkCharts(pkg, report)
    checkUnassigned(pkg, report)
  },
})

function checkFolders({ inFolders }: SdcPackage, report: SdcReport): void {
  const seen = new Set<string>()
  for (const { path } of inFolders) {
    const folder = directoryOf(path)
    if (seen.has(folder)) continue
    seen.add(folder)
    report({
      check: 'SDC-05',
      path,
      range: undefined,
      message: `the package has a folder in it: ${folder}`,
      remedy: byHand(
        'Move its files beside the templates, with what refers to them, or leave them out of the package.',
      ),
    })
  }
}

/** The path of the manifest, or of the file that speaks for a package that has none. */
export function manifestPath(pkg: SdcPackage): string {
  return pkg.manifestFile?.path ?? mainFile(pkg)
}

function mainFile({ files, items }: SdcPackage): string {
  const base = items.find(({ isBase }) => isBase)?.file
  const first = [...files.values()].find((file) => isTemplate(file)) ?? [...files.values()][0]
  return files.get(base ?? '')?.path ?? first?.path ?? ''
}

/** The base that a manifest can name without asking anybody. */
export function knownBase({ files, called }: SdcPackage): string | undefined {
  const modules = [...files.values()].filter((file) => isTemplate(file) && !called.has(file.name))
  return baseOf(
    modules.map(({ name }) => name).filter((name) => isBaseName(name) || !/_volume\.ya?ml$/.test(name)),
  )
}

/** What to do about a package of which nothing says the base. */
export function baseAdvice({ files }: SdcPackage): string {
  return [...files.values()].some((file) => isTemplate(file))
    ? `Decide which template is deployed first, and list it in ${manifestName} with "isBase": "true".`
    : 'No file has a line that begins with heat_template_version:, by which SDC knows templates. Put the templates beside it, or give the folder or the archive that has them.'
}

function checkManifest(pkg: SdcPackage, report: SdcReport): void {
  const { manifest, manifestFile } = pkg
  if (manifest !== undefined && 'items' in manifest) return
  const isEmpty = manifestFile === undefined || manifestFile.text?.trim() === ''
  const written =
    knownBase(pkg) === undefined
      ? byHand(baseAdvice(pkg))
      : repairedBy('manifest', 'writes one that lists all files, with their environments and volumes')
  report({
    check: 'SDC-04',
    path: manifestPath(pkg),
    range: manifest?.range,
    message:
      manifest === undefined
        ? `the package has no ${manifestName}`
        : `SDC cannot read ${manifestName}: ${manifest.why}`,
    remedy: isEmpty
      ? written
      : byHand('Correct it, or remove it: `hotshift remediate --profile sdc` then writes one.'),
    also: ['MNF6'],
  })
}

function checkItems(pkg: SdcPackage, report: SdcReport): void {
  const { manifest } = pkg
  if (manifest === undefined || !('items' in manifest)) return
  const path = manifestPath(pkg)
  if (manifest.data === undefined)
    report({
      check: 'SDC-09',
      path,
      range: undefined,
      message: `${manifestName} has no list "data" of files`,
      remedy:
        knownBase(pkg) === undefined ? byHand(baseAdvice(pkg)) : repairedBy('manifest', 'lists all files'),
    })
  for (const item of manifest.items) checkItem(item, path, report)
}

function checkItem(item: ManifestItem, path: string, report: SdcReport): void {
  const at = { path, range: item.range }
  const nameless = (one: ManifestItem) => {
    if (one.file !== undefined) return
    const remedy = repairedBy('manifest', 'removes the entry')
    const message = `an entry of ${manifestName} names no file`
    report({ check: 'SDC-09', path, range: one.range, message, remedy, also: ['MNF7'] })
  }
  nameless(item)
  for (const child of item.data) {
    nameless(child)
    if (child.file !== undefined) checkChild(item, child, path, report)
  }
  const [first] = item.type === 'HEAT_VOL' ? item.data : []
  if (first?.type !== undefined && first.type !== 'HEAT_ENV') {
    const message = `"${first.file ?? ''}" below the volume "${item.file ?? ''}" is no environment`
    report({
      check: 'SDC-08',
      ...at,
      message,
      remedy: repairedBy('manifest', 'moves the entry to the top level'),
    })
  }
  for (const child of item.data) if (child.type === 'HEAT_VOL') checkItem(child, path, report)
}

function checkChild(
  { file, type }: ManifestItem,
  child: ManifestItem,
  path: string,
  report: SdcReport,
): void {
  const at = { path, range: child.range }
  if (child.type === undefined) {
    const message = `"${child.file}" has ${child.typeText === undefined ? 'no type' : `the unknown type ${child.typeText}`}`
    report({
      check: 'SDC-09',
      ...at,
      message,
      remedy: repairedBy('manifest', 'gives it its type'),
      also: ['MNF8'],
    })
  } else if (type === 'HEAT' && child.type !== 'HEAT_ENV' && child.type !== 'HEAT_VOL') {
    const message = `"${child.file}" of type ${child.type} must not stand below "${file ?? ''}"`
    report({
      check: 'SDC-07',
      ...at,
      message,
      remedy: repairedBy('manifest', 'moves the entry to the top level'),
    })
  }
}

/** Charts count where a package has no template of Heat. */
function checkCharts(pkg: SdcPackage, report: SdcReport): void {
  const { manifest } = pkg
  if (manifest === undefined || !('items' in manifest)) return
  const charts = manifest.items.filter(({ type }) => type === 'HELM')
  if (charts.length === 0 || manifest.items.some(({ type }) => type === 'HEAT')) return
  const at = {
    path: manifestPath(pkg),
    range: charts[0]?.range,
    remedy: byHand('Give one chart "isBase": "true", the others "false".'),
  }
  const without = charts.filter(({ node }) =>
    node?.entries.every(({ key }) => !('value' in key) || key.value !== 'isBase'),
  )
  const bases = charts.filter(({ isBase }) => isBase)
  if (without.length > 0)
    report({ check: 'SDC-15', ...at, message: `${without.length} charts have no "isBase"` })
  else if (bases.length === 0) report({ check: 'SDC-16', ...at, message: 'no chart is the base' })
  else if (bases.length > 1) report({ check: 'SDC-17', ...at, message: 'more than one chart is the base' })
}

function checkUnassigned(pkg: SdcPackage, report: SdcReport): void {
  const { manifest, structure, files } = pkg
  const isRead = manifest !== undefined && 'items' in manifest
  for (const name of structure.unassigned) {
    const file = files.get(name)
    if (file === undefined) continue
    const top = isRead ? manifest.items.find((item) => item.file === name) : undefined
    const isTop = top !== undefined
    report({
      check: 'SDC-10',
      path: file.path,
      range: undefined,
      message: isTop
        ? `${manifestName} lists the file at the top level, and SDC knows no template that it belongs to`
        : isRead
          ? `${manifestName} does not list the file in a way that SDC knows`
          : 'the file belongs to no template, and SDC rejects packages with such files',
      remedy: assignable(pkg, name)
        ? repairedBy('manifest', 'lists it in MANIFEST.json')
        : byHand('Name the file after its template, or leave it out of the package.'),
      also: [top?.type === 'HEAT_ENV' ? 'MNF1' : 'MNF5'],
    })
  }
}

/** Whether a file has an entry in a manifest by its name: an environment needs a template that has none yet. */
function assignable({ files, called, structure }: SdcPackage, name: string): boolean {
  if (!name.endsWith('.env')) return true
  const stem = name.slice(0, -'.env'.length)
  return ['yaml', 'yml'].some((suffix) => {
    const owner = files.get(`${stem}.${suffix}`)
    if (!isTemplate(owner) || called.has(owner?.name ?? '')) return false
    const listed = withChildren(structure.listed).find(({ file }) => file === owner?.name)
    return listed?.children.some(({ type }) => type === 'HEAT_ENV') !== true
  })
}

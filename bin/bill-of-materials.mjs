// Software bills of materials, as CycloneDX 1.6 has them (https://cyclonedx.org/docs/1.6/json/).

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What package-lock.json says of a package. @typedef {{ version: string, integrity?: string, license?: string, dependencies?: Readonly<Record<string, string>>, devDependencies?: Readonly<Record<string, string>>, peerDependencies?: Readonly<Record<string, string>> }} Locked */
/** What a bill is of, or a part of that. @typedef {{ type: 'application' | 'library', name: string, version: string, purl?: string }} Product */
/** @typedef {{ 'bom-ref': string, name: string, version: string, purl: string } & Readonly<Record<string, unknown>>} Component */
/** @typedef {{ metadata: { component: Component }, components: readonly Component[], dependencies: readonly { ref: string, dependsOn: readonly string[] }[] } & Readonly<Record<string, unknown>>} Bill */

/** @type {(name: string, version: string) => string} */
const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** @type {() => Readonly<Record<string, Locked>>} */
const lockedPackages = () => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages

/**
 * The bill of a product: the bundled packages with the hashes by which npm knows them, which of them needs which, and what
 * is a product of its own in it. The same sources give the same bill, so it names no time and no serial number.
 *
 * @param {readonly string[]} folders of the packages
 * @param {Product} product
 * @param {readonly Bill[]} parts
 * @returns {Bill}
 */
export function billOfMaterials(folders, product, parts = []) {
  const locked = lockedPackages()
  const paths = folders.map((folder) => folder.slice(folder.indexOf('node_modules/')))
  const components = paths.map((path) => componentAt(path, locked))
  const root = { ...productOf(product), licenses: [{ license: { id: 'Apache-2.0' } }] }
  const refs = new Map(paths.map((path, index) => [path, components[index]?.purl ?? '']))
  const own = paths.map((path) => ({
    ref: refs.get(path) ?? '',
    dependsOn: neededBy(path, locked, refs),
  }))
  const brought = new Set(own.flatMap(({ dependsOn }) => dependsOn))
  const { dependencies = {}, devDependencies = {} } = locked[''] ?? {}
  const asked = { ...dependencies, ...devDependencies }
  const direct = components.flatMap(({ name, purl: ref }) =>
    name in asked || !brought.has(ref) ? [ref] : [],
  )
  const within = parts.map(({ metadata }) => metadata.component)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: distinct([...components, ...within, ...parts.flatMap((one) => one.components)], 'purl'),
    dependencies: distinct(
      [
        { ref: root['bom-ref'], dependsOn: [...direct, ...within.map((one) => one.purl)] },
        ...own,
        ...parts.flatMap((one) => one.dependencies),
      ],
      'ref',
    ),
  }
}

/** @param {Product} product */
function productOf({ type, name, version, purl: ref = purl(name, version) }) {
  return { type, 'bom-ref': ref, name, version, purl: ref }
}

/**
 * @param {string} path in node_modules
 * @param {Readonly<Record<string, Locked>>} locked
 * @returns {Component}
 */
function componentAt(path, locked) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version = '', integrity = '', license } = locked[path] ?? {}
  const [algorithm = '', content = ''] = integrity.split(/-(.*)/s)
  return {
    ...productOf({ type: 'library', name, version }),
    scope: 'required',
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ license: { id: license } }] }),
  }
}

/**
 * Those of the bundled packages that one of them asks for, each from where Node finds it.
 *
 * @param {string} path
 * @param {Readonly<Record<string, Locked>>} locked
 * @param {ReadonlyMap<string, string>} refs by path
 * @returns {readonly string[]}
 */
function neededBy(path, locked, refs) {
  const { dependencies = {}, peerDependencies = {} } = locked[path] ?? {}
  const within = path.split('/node_modules/')
  const folders = within.map(
    (_, index) => `${within.slice(0, within.length - index).join('/node_modules/')}/`,
  )
  return Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => {
    const found = [...folders, ''].map((one) => `${one}node_modules/${name}`).find((one) => one in locked)
    return refs.get(found ?? '') ?? []
  })
}

/**
 * @template One
 * @param {readonly One[]} all
 * @param {keyof One} key
 */
const distinct = (all, key) => [...new Map(all.map((one) => [one[key], one])).values()]

// Packs the extension of VS Code with the language server into dist/hotshift.vsix.
//
// A .vsix is a zip archive with a manifest of the Marketplace beside the extension. @vscode/vsce would write the same two
// XML files; its releases for our oldest Node are no longer maintained, and it has a hundred dependencies, native ones
// among them, for publishing and signing.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { zipSync } from 'fflate'
import { billOfMaterials } from './bill-of-materials.mjs'
import { BUNDLE_OPTIONS, FACT_FILES, licences } from './build.mjs'
import { LATE_FILES } from './build-plugins.mjs'
import { bundled } from './bundled.mjs'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = 'src/apps/vscode'
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** What `hotshift lsp` needs of what `npm run build` made, and nothing else. */
const SERVER = [
  'bin/hotshift.cjs',
  'bin/load-bundle.cjs',
  'bin/transform-hooks.mjs',
  'bin/trust-hooks.mjs',
  'dist/hotshift.cjs',
  'dist/language-server.cjs',
  'dist/strip-types.cjs',
  ...LATE_FILES.map((name) => `dist/packages/${name}`),
  'dist/THIRD-PARTY-LICENSES.txt',
  ...FACT_FILES.map((file) => file.replace(/^.*\//, 'dist/')),
]

/**
 * A script of the extension, and the folders of the packages in it.
 *
 * @param {string} name
 */
const scriptOf = (name) =>
  bundled({
    ...BUNDLE_OPTIONS,
    alias: {},
    plugins: [],
    define: {},
    minify: true,
    entryPoints: [`${SOURCES}/${name}.ts`],
    external: ['vscode', './client.cjs'],
  })

/** @type {(path: string) => Uint8Array} */
const bytesOf = (path) => readFileSync(join(ROOT, path))
/** @type {(text: string) => Uint8Array} */
const encoded = (text) => new TextEncoder().encode(text)

/** @type {(text: string) => string} */
const escaped = (text) =>
  text.replace(/[<>&"]/g, (char) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[char] ?? '&quot;')

/** The types of the parts by their endings, as the Open Packaging Conventions want them. @param {readonly string[]} paths */
function contentTypes(paths) {
  /** @type {Readonly<Record<string, string>>} */
  const known = {
    '.cjs': 'application/javascript',
    '.mjs': 'application/javascript',
    '.json': 'application/json',
    '.md': 'text/markdown',
    '.txt': 'text/plain',
    '.vsixmanifest': 'text/xml',
  }
  const endings = new Set(paths.map((path) => /\.[a-z]+$/.exec(path)?.[0] ?? ''))
  const lines = [...endings].map(
    (ending) =>
      `<Default Extension="${ending}" ContentType="${known[ending] ?? 'application/octet-stream'}"/>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join('')}</Types>
`
}

/**
 * What the Marketplace and VS Code read before they unpack anything.
 *
 * @param {Readonly<Record<'name' | 'publisher' | 'displayName' | 'description', string>> & { readonly engines: { readonly vscode: string }, readonly extensionKind: readonly string[], readonly keywords: readonly string[], readonly categories: readonly string[] }} manifest
 */
function vsixManifest({ name, publisher, displayName, description, ...rest }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${rest.keywords.map(escaped).join(',')}</Tags>
    <Categories>${rest.categories.map(escaped).join(',')}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${rest.engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${rest.extensionKind.join(',')}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`
}

/**
 * Writes the extension; the same sources give the same bytes.
 *
 * @param {string} file
 */
export async function buildVscode(file) {
  const manifest = JSON.parse(readFileSync(join(ROOT, SOURCES, 'manifest.json'), 'utf8'))
  const [extension, client] = [await scriptOf('extension'), await scriptOf('client')]
  const packages = [...new Set([...extension.packages, ...client.packages])].sort()
  const { name, publisher } = manifest
  const purl = `pkg:vscode-extension/${publisher}/${name}@${version}`
  const server = JSON.parse(readFileSync(join(ROOT, 'dist/hotshift.cdx.json'), 'utf8'))
  const bill = billOfMaterials(packages, { type: 'application', name, version, purl }, [server])
  /** @type {Record<string, Uint8Array>} */
  const parts = {
    'package.json': encoded(`${JSON.stringify({ ...manifest, version }, null, 2)}\n`),
    'extension.cjs': encoded(extension.code),
    'client.cjs': encoded(client.code),
    'snippets.json': bytesOf(`${SOURCES}/snippets.json`),
    'readme.md': bytesOf(`${SOURCES}/README.md`),
    'LICENSE.txt': bytesOf('LICENSE'),
    'THIRD-PARTY-LICENSES.txt': encoded(licences(packages, 'extension.cjs and client.cjs contain')),
    'hotshift.cdx.json': encoded(`${JSON.stringify(bill, null, 1)}\n`),
    // The server takes the folder of the nearest one for its own.
    'server/package.json': encoded(`${JSON.stringify({ name: 'hotshift', version, private: true })}\n`),
    ...Object.fromEntries(SERVER.map((path) => [`server/${path}`, bytesOf(path)])),
  }
  const inside = Object.entries(parts).map(([path, bytes]) => [`extension/${path}`, bytes])
  const files = {
    'extension.vsixmanifest': encoded(vsixManifest(manifest)),
    ...Object.fromEntries(inside),
  }
  const zip = zipSync(
    { '[Content_Types].xml': encoded(contentTypes(Object.keys(files))), ...files },
    { level: 9, mtime: new Date(1980, 0, 1) },
  )
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, zip)
  return zip.length
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = resolve(process.argv[2] ?? join(ROOT, 'dist/hotshift.vsix'))
  const size = await buildVscode(file)
  process.stdout.write(`${file}: ${Math.round(size / 1000)} kB\n`)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canSay, refusedNeeds, versionNeeds } from '../../src/heat/version-needs.ts'
import { type HotVersion, hasFunction, hotVersions } from '../../src/heat/versions.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'

function rootOf(text: string): Mapping | undefined {
  const reading = readDocument(text)
  return 'document' in reading && reading.document.root?.kind === 'map' ? reading.document.root : undefined
}

const transforms = join(__dirname, '../../transforms')
const folders = [ownCorpus, transforms, ...(hasSharedCorpus ? [join(sharedCorpus, 'hot')] : [])]
const templates = folders.flatMap((folder) =>
  filesBelow(folder)
    .filter((name) => /\.(?:ya?ml|template)$/.test(name))
    .flatMap((name) => rootOf(readFileSync(join(folder, name), 'utf8')) ?? []),
)

/** All that the template says, of which the version refuses some. */
function refusedOfAll(root: Mapping, version: HotVersion) {
  return versionNeeds(root).filter(
    (need) =>
      need.elsewhere === 'refused' &&
      (need.of === undefined || hasFunction(version, need.of)) &&
      !canSay(version, need),
  )
}

it.each(hotVersions)('what %s refuses is found without a look at all calls', (version) => {
  const all = templates.map((root) => refusedOfAll(root, version))
  expect(templates.map((root) => refusedNeeds(root, version))).toEqual(all)
  expect(all.flat().length).toBeGreaterThan(20)
})

it.each([
  ['2013-05-23', '{get_attr: [one]}', ['get_attr without an attribute']],
  ['2014-10-16', '{list_join: [",", [a], [b]]}', ['list_join of several lists']],
  ['2014-10-16', '{"Fn::Select": [0, [a]]}', []],
  ['2016-04-08', '{"Fn::Select": [0, [a]]}', ['the function Fn::Select']],
  ['2018-08-31', '{if: [yes, a]}', ['if with two items']],
  ['2018-08-31', '{if: [yes, a, b]}', []],
] as const)('%s and %s', (version, value, refused) => {
  const text = `heat_template_version: ${version}\noutputs:\n  one:\n    value: ${value}\n`
  expect(refusedNeeds(rootOf(text) as Mapping, version).map(({ what }) => what)).toEqual(refused)
})

/** A missing file that lies elsewhere in the run is suggested, and `--fix=all` writes its path. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const empty = 'heat_template_version: 2018-08-31\nresources: {}\n'
const files = {
  'templates/web.yaml': `heat_template_version: 2018-08-31
resources:
  script: {type: OS::Heat::SoftwareConfig, properties: {config: {get_file: boot.sh}}}
  child: {type: child.yaml}
  twice: {type: twice.yaml}
  nowhere: {type: nowhere.yaml}
`,
  'templates/nested/child.yaml': empty,
  'templates/a/twice.yaml': empty,
  'templates/b/twice.yaml': empty,
  'scripts/boot.sh': '#!/bin/sh\n',
}

async function missing(folder: string, ...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await inProcess(
    ['check', folder, '--format', 'concise', ...options],
    temporaryTree(files).root,
  )
  return stdout.split('\n').flatMap((line) => /missing-file (.*)$/.exec(line)?.[1] ?? [])
}

const notFound = (name: string) => `file "${name}" not found (relative to this template)`

it('is suggested where it is the only one of its name', async () => {
  expect(await missing('.')).toEqual([
    `${notFound('boot.sh')}; did you mean "../scripts/boot.sh"?`,
    `${notFound('child.yaml')}; did you mean "nested/child.yaml"?`,
    notFound('twice.yaml'),
    notFound('nowhere.yaml'),
  ])
})

it('is not taken for one that lies outside of the folder that is checked', async () => {
  expect(await missing('templates')).toEqual([
    notFound('boot.sh'),
    `${notFound('child.yaml')}; did you mean "nested/child.yaml"?`,
    notFound('twice.yaml'),
    notFound('nowhere.yaml'),
  ])
})

it('is written by --fix=all', async () => {
  const tree = temporaryTree(files)
  await inProcess(['check', '.', '--fix=all', '--write', '--allow-dirty'], tree.root)
  expect(tree.read('templates/web.yaml')).toContain('config: {get_file: ../scripts/boot.sh}')
  expect(tree.read('templates/web.yaml')).toContain('child: {type: nested/child.yaml}')
  expect(tree.read('templates/web.yaml')).toContain('twice: {type: twice.yaml}')
})

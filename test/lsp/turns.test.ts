/** A search through a repository that somebody else may need the thread for, or nobody wait for any more. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node'
import { turnsOf } from '../../src/apps/lsp/turns.ts'
import { findCallers } from '../../src/run/callers.ts'

let cwd: string

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'hotshift-turns-'))
  mkdirSync(join(cwd, '.git'))
  for (const name of ['a', 'b', 'c'])
    writeFileSync(
      join(cwd, `${name}.yaml`),
      `resources: {r: {type: nested.yaml, properties: {p: ${name}}}}\n`,
    )
  mkdirSync(join(cwd, 'below'))
  writeFileSync(
    join(cwd, 'nested.yaml'),
    'heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\n',
  )
})

afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const search = (turns: () => Promise<void> | undefined) =>
  findCallers({ paths: ['nested.yaml'], cwd, suffix: '.env', parameters: ['p'], turns })

it('gives others a turn before each file, and finds what it finds without', async () => {
  let turns = 0
  const found = await search(async () => {
    turns += 1
  })
  expect(turns).toBeGreaterThanOrEqual(4)
  expect(found).toEqual(await search(() => undefined))
})

it('ends with what a turn throws', async () => {
  await expect(search(() => Promise.reject(new Error('enough')))).rejects.toThrow('enough')
})

const withToken = (isCancellationRequested: boolean) =>
  turnsOf(
    { isCancellationRequested, onCancellationRequested: () => ({ dispose() {} }) },
    { ResponseError, LSPErrorCodes },
  )

/** Occupies the thread for longer than a stretch. */
function busy(): void {
  const until = Date.now() + 20
  while (Date.now() < until);
}

it('takes no turn before it is time', () => {
  expect(withToken(true)()).toBeUndefined()
})

it('answers a request that was cancelled as such, and goes on with any other', async () => {
  const [cancelled, wanted] = [withToken(true), withToken(false)]
  busy()
  await expect(cancelled()).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled })
  await expect(wanted()).resolves.toBeUndefined()
})

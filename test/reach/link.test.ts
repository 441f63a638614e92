/** Links to the playground that strangers make. */
import { deflateRawSync } from 'node:zlib'
import { fragmentOf, isBelow, stateIn } from '../../src/apps/playground/link.ts'

const state = { command: 'check', files: [{ path: 'a.yaml', text: 'a: 1\n' }] } as const
const linkTo = (data: string) => `#v1=${deflateRawSync(data, { level: 9 }).toString('base64url')}`

it('is read as it was made', async () => {
  expect(await stateIn(await fragmentOf(state))).toEqual(state)
  expect(await stateIn(linkTo(JSON.stringify(state)))).toEqual(state)
  expect(await stateIn('#other')).toBeUndefined()
})

it('that is small and would fill the memory is refused', async () => {
  const large = { ...state, files: [{ path: 'a.yaml', text: 'a'.repeat(200_000_000) }] }
  const link = linkTo(JSON.stringify(large))
  expect(link.length).toBeLessThan(400_000)
  await expect(stateIn(link)).rejects.toThrow('it is too large')
})

it.each(['../a.yaml', '/etc/cron.d/a', 'a/../../b', '..', '\\\\host\\a', 'C:\\a', 'a\\..\\..\\b'])(
  'with the path %j, which would leave the folder of a download, is refused',
  async (path) => {
    expect(isBelow(path)).toBe(false)
    const odd = { ...state, files: [{ path, text: '' }] }
    await expect(stateIn(linkTo(JSON.stringify(odd)))).rejects.toThrow('it holds something else')
  },
)

it.each(['a.yaml', 'a/b.yaml', '..a/b', 'a..yaml', 'a b/ä.yaml'])('with the path %j is read', (path) => {
  expect(isBelow(path)).toBe(true)
})

it.each([
  '{"command":"rm","files":[{"path":"a","text":""}]}',
  '{"__proto__":{"command":"check"},"files":[{"path":"a","text":""}]}',
  '{"command":"check","files":[]}',
  '{"command":"check","files":[null]}',
  '{"command":"check","files":[{"path":"a","text":{}}]}',
  '{"command":"check","to":["x"],"files":[{"path":"a","text":""}]}',
  'null',
  '[]',
  '{',
])('that holds %s is refused', async (data) => {
  await expect(stateIn(linkTo(data))).rejects.toThrow()
})

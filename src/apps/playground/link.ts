/** A link that carries what stands in the page: in its fragment, which no browser sends to a server. */
import { type CommandName, commands, type SourceText } from './protocol.ts'

/** What stands in the page. */
export interface State {
  readonly command: CommandName
  readonly to?: string
  readonly options?: string
  readonly files: readonly SourceText[]
}

const FORMAT = 'v1='

/** What a link may unpack to: a small one can hold a run of one letter that fills the memory. */
const LARGEST = 32 * 1024 * 1024

async function through(
  bytes: BlobPart,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
    size += value.length
    if (size > LARGEST) throw new Error('it is too large')
    parts.push(value)
  }
}

/** `#v1=` and the state as deflated JSON in base64url. */
export async function fragmentOf(state: State): Promise<string> {
  const bytes = await through(JSON.stringify(state), new CompressionStream('deflate-raw'))
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `#${FORMAT}${btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/**
 * The state in the fragment of an address; undefined without one.
 *
 * @throws Error for a fragment that somebody damaged
 */
export async function stateIn(fragment: string): Promise<State | undefined> {
  if (!fragment.startsWith(`#${FORMAT}`)) return undefined
  const packed = fragment
    .slice(FORMAT.length + 1)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
  const state: unknown = JSON.parse(text)
  if (!isState(state)) throw new Error('it holds something else')
  return state
}

function isState(value: unknown): value is State {
  if (typeof value !== 'object' || value === null) return false
  const { command, to, options, files } = value as Readonly<Record<string, unknown>>
  return (
    commands.some((one) => one === command) &&
    [to, options].every((one) => one === undefined || typeof one === 'string') &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(({ path, text }) => typeof path === 'string' && isBelow(path) && typeof text === 'string')
  )
}

/** Whether a path remains where an archive with it is unpacked. */
export function isBelow(path: string): boolean {
  return !/^[/\\]|^\w:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)
}

/** Whether a source says that some of its values are secret: a link shows them to whoever has it. */
export function hasSecrets(files: readonly SourceText[]): boolean {
  return files.some(({ text }) => /\bhidden['"]?\s*:\s*['"]?true|\bNoEcho['"]?\s*:/i.test(text))
}

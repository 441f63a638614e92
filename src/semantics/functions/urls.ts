/** `make_url` and `digest`; heat/engine/hot/functions.py. */
import { currentMachine } from '../../document/machine.ts'
import { ownValue } from '../../document/records.ts'
import { classRows } from '../../heat/functions/class-rows.ts'
import { pythonStr, toInt } from '../python-text.ts'
import { valueIn } from '../snippet.ts'
import { Failure, isList, isMap, isTrue, type Value, type ValueMap } from '../value.ts'
import { typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'
import { partsOf } from './parts.ts'

const urlParts = Object.entries(partsOf('hot.functions.MakeURL'))

/** `hot.functions.MakeURL` */
export const makeUrl: FunctionClass = (argument, { name }) => ({
  run(world) {
    const args = valueIn(argument, world)
    if (!isMap(args))
      throw new Failure(
        typeof args === 'string' || isList(args) ? 'AttributeError' : 'TypeError',
        `The arguments to "${name}" must be a map`,
      )
    checkParts(args, name)
    const scheme = (args.get('scheme') ?? '') as string
    if (scheme.includes(':')) throw valueError('URL "scheme" should not contain \':\'')
    return joinedUrl(
      scheme,
      netloc(args),
      quoted(args.get('path') ?? '', '/'),
      queryText(args.get('query')),
      quoted(args.get('fragment') ?? '', '/'),
    )
  },
})

/** The check ends at the query, so the fragment is not checked when there is one. */
function checkParts(args: ValueMap, name: string): void {
  for (const [key, part] of urlParts) {
    const value = args.get(key)
    if (value === undefined) continue
    if (key === 'port') checkPort(value)
    else part.check(value, name)
    if (key === 'query') return
  }
}

function checkPort(port: Value): void {
  const number = toInt(port)
  if (number <= 0 || number > 65535) throw valueError(`Invalid URL port ${number}, must be in range 1-65535`)
}

function netloc(args: ValueMap): string {
  const [username, password] = [
    quoted(args.get('username') ?? '', ''),
    quoted(args.get('password') ?? '', ''),
  ]
  const user =
    username === '' && password === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`
  const given = (args.get('host') ?? '') as string
  const bare = given.startsWith('[') && given.endsWith(']') ? given.slice(1, -1) : given
  const host = quoted(bare, ':')
  const port = args.get('port') ?? ''
  return `${user}${host.includes(':') ? `[${host}]` : host}${isTrue(port) ? `:${pythonStr(port)}` : ''}`
}

/** Python's `urllib.parse.quote`. */
function quoted(text: Value, safe: string): string {
  if (typeof text !== 'string') throw typeError('quote_from_bytes() expected bytes')
  let result = ''
  for (const byte of new TextEncoder().encode(text)) {
    const char = String.fromCharCode(byte)
    result +=
      /[A-Za-z0-9_.~-]/.test(char) || safe.includes(char)
        ? char
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return result
}

function queryText(query: Value | undefined): string {
  const plus = (value: Value) => quoted(pythonStr(value), ' ').replaceAll(' ', '+')
  const entries = query === undefined ? [] : [...(query as ValueMap)]
  return entries
    .map(([key, value]) => `${plus(key)}=${plus(value)}`)
    .join('&')
    .replaceAll('%2F', '/')
}

/** Schemes after which `urlunsplit` writes `//` even without a host; CPython Lib/urllib/parse.py, `uses_netloc`. */
const withNetloc: ReadonlySet<string> = new Set(
  'ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtsps rtspu rsync svn svn+ssh sftp nfs git git+ssh ws wss'.split(
    ' ',
  ),
)

/** Python's `urlunsplit`. */
function joinedUrl(scheme: string, host: string, path: string, query: string, fragment: string): string {
  let url = path
  if (host !== '' || (withNetloc.has(scheme) && !url.startsWith('//'))) {
    url = `//${host}${url !== '' && !url.startsWith('/') ? '/' : ''}${url}`
  }
  if (scheme !== '') url = `${scheme}:${url}`
  return `${url}${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`
}

/** Names of Python's hashlib where Node has others. */
const nodeNames: Readonly<Record<string, string>> = {
  blake2b: 'blake2b512',
  blake2s: 'blake2s256',
  sha3_224: 'sha3-224',
  sha3_256: 'sha3-256',
  sha3_384: 'sha3-384',
  sha3_512: 'sha3-512',
  sha512_224: 'sha512-224',
  sha512_256: 'sha512-256',
}
const digestRow = classRows['hot.functions.Digest']
const digestParts = partsOf('hot.functions.Digest')

/** `hot.functions.Digest`: of the string in Latin-1. */
export const digest: FunctionClass = (argument, { name }) => ({
  run(world) {
    const args = valueIn(argument, world)
    if (!isList(args) || args.some((one) => typeof one !== 'string'))
      throw typeError(`Argument to function "${name}" must be a list of strings`)
    if (args.length !== 2) throw valueError(`Function "${name}" usage: ["<algorithm>", "<value>"]`)
    const [algorithm, text] = args as readonly [string, string]
    const wanted = algorithm.toLowerCase()
    if (wanted.startsWith('shake_')) throw typeError("hexdigest() missing required argument 'length'")
    if (!digestRow.algorithm.is.matching.test(wanted))
      throw valueError(`Algorithm must be one of those of hashlib, not ${algorithm}`)
    if (!digestRow.value.is.matching.test(text)) throw digestParts.value.failure(name)
    const hash = ownValue(nodeNames, wanted) ?? wanted
    return (
      currentMachine().hash(hash, text) ??
      world.opaque('digest', args, `this machine does not compute ${hash}`)
    )
  },
})

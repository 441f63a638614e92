/** `make_url` and `digest`; heat/engine/hot/functions.py. */

import { classRows } from '../../heat/functions/class-rows.ts'
import { pythonStr, toInt } from '../../heat/values/python-text.ts'
import {
  Failure,
  isList,
  isMap,
  isTrue,
  type Key,
  type Value,
  type ValueList,
  type ValueMap,
} from '../../heat/values/value.ts'
import { currentMachine } from '../../text/document/machine.ts'
import { ownValue } from '../../text/document/records.ts'
import { orFailure } from '../failing.ts'
import { type Lowering, valueIn } from '../snippet.ts'
import { isFew } from '../terms/lists.ts'
import { kinds, type MapTerm, mayBeOmitted, type Term, type Terms, valueOf } from '../terms/term.ts'
import { typeError, valueError } from './arguments.ts'
import type { FunctionClass } from './class.ts'
import { partsOf } from './parts.ts'

const urlParts = Object.entries(partsOf('hot.functions.MakeURL'))

/** `hot.functions.MakeURL` */
export const makeUrl: FunctionClass = (argument, { name }) => ({
  lower(lowering) {
    return lowerUrl(lowering, lowering.value(argument), name)
  },
  run: (world) => urlOf(valueIn(argument, world), name),
})

function urlOf(args: Value, name: string): string {
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
}

/** The URL for each alternative of its parts; undecided ones are put together by Heat only. */
function lowerUrl(lowering: Lowering, args: Term, name: string): Term {
  const { terms } = lowering
  if (args.isData) return computed(lowering, () => urlOf(valueOf(args), name))
  const uninterpreted = () => lowering.applied('make_url', [args], kinds.str)
  if (args.tag !== 'map') return uninterpreted()
  for (const key of args.entries.keys()) if (!partNames.has(key)) return uninterpreted()
  const found = [...args.entries].find(([, part]) => part.tag === 'choice')
  if (found !== undefined && isFew([...args.entries.values()])) {
    const [key, part] = found
    return lowering.eachUnder(part, (one) =>
      lowerUrl(lowering, terms.map(new Map([...args.entries, [key, one]])), name),
    )
  }
  const parts = requiredParts(lowering, args, name)
  return parts.find(({ tag }) => tag === 'refused') ?? url(terms, args)
}

/** The parts of a URL in one order; one that is empty is as good as none, and a port is written. */
export function url(terms: Terms, args: Term): Term {
  if (args.isData) {
    const made = orFailure(() => urlOf(valueOf(args), 'make_url'))
    if (typeof made === 'string') return terms.constant(made)
  }
  if (args.tag !== 'map') return terms.apply('make_url', [args], kinds.str)
  const parts = new Map<Key, Term>()
  for (const key of urlParts.map(([name]) => name)) {
    const part = args.entries.get(key)
    if (part === undefined || isNothing(terms, key, part, args)) continue
    parts.set(key, key === 'port' && part.tag === 'constant' ? terms.constant(pythonStr(part.value)) : part)
  }
  return terms.apply('make_url', [terms.map(parts)], kinds.str)
}

/** Behind a query, be it an empty one, the fragment is not checked, and fails otherwise where it is no string. */
function isNothing(terms: Terms, key: Key, part: Term, { entries }: MapTerm): boolean {
  if (key !== 'query') return part === terms.empty
  const fragment = entries.get('fragment')?.kinds ?? kinds.str
  return part.tag === 'map' && part.entries.size === 0 && fragment === kinds.str
}

/** What is known beforehand, or why Heat refuses it. */
function computed(lowering: Lowering, make: () => string): Term {
  const made = orFailure(make)
  return made instanceof Failure ? lowering.refuse(made) : lowering.terms.constant(made)
}

const partNames: ReadonlySet<Key> = new Set(urlParts.map(([key]) => key))

/** What must hold of the parts of a URL, as far as it is not known: the parts. */
function requiredParts(lowering: Lowering, { entries }: MapTerm, name: string): readonly Term[] {
  const { terms } = lowering
  return urlParts.flatMap(([key, part]) => {
    const given = entries.get(key)
    if (given === undefined) return []
    if (key !== 'port') {
      const taken = part.require(lowering, given, name)
      if (key === 'scheme' && !taken.isData && taken.tag !== 'refused')
        lowering.requireThat('taken', terms.apply('scheme', [taken]), () => part.failure(name))
      const isOdd = taken.tag === 'constant' && key === 'scheme' && String(taken.value).includes(':')
      return [isOdd ? lowering.refuse(part.failure(name)) : taken]
    }
    if (!given.isData) {
      lowering.requireThat('taken', terms.apply('port', [given]), () => part.failure(name))
      return [given]
    }
    const failure = orFailure(() => checkPort(valueOf(given)))
    return [failure instanceof Failure ? lowering.refuse(failure) : given]
  })
}

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
  lower(lowering) {
    return lowerDigest(lowering, lowering.value(argument), name)
  },
  run(world) {
    const args = valueIn(argument, world)
    const { hash, text } = digested(args, name)
    return (
      currentMachine().hash(hash, text) ??
      world.opaque('digest', args as ValueList, `this machine does not compute ${hash}`)
    )
  },
})

/** What is hashed, and how. */
function digested(args: Value, name: string): { readonly hash: string; readonly text: string } {
  if (!isList(args) || args.some((one) => typeof one !== 'string'))
    throw typeError(`Argument to function "${name}" must be a list of strings`)
  if (args.length !== 2) throw valueError(`Function "${name}" usage: ["<algorithm>", "<value>"]`)
  const [algorithm, text] = args as readonly [string, string]
  const wanted = algorithm.toLowerCase()
  if (wanted.startsWith('shake_')) throw typeError("hexdigest() missing required argument 'length'")
  if (!digestRow.algorithm.is.matching.test(wanted))
    throw valueError(`Algorithm must be one of those of hashlib, not ${algorithm}`)
  if (!digestRow.value.is.matching.test(text)) throw digestParts.value.failure(name)
  return { hash: ownValue(nodeNames, wanted) ?? wanted, text }
}

/** Algorithms whose names hashlib takes in any case; the others have their own ones in OpenSSL. */
const anyCase: ReadonlySet<Value> = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'])

function lowerDigest(lowering: Lowering, args: Term, name: string): Term {
  const { terms } = lowering
  if (args.isData) {
    const given = orFailure(() => digested(valueOf(args), name))
    if (given instanceof Failure) return lowering.refuse(given)
    const made = currentMachine().hash(given.hash, given.text)
    if (made !== undefined) return terms.constant(made)
  }
  const items = args.tag === 'list' ? args.items : []
  const decided = items.find(({ tag }) => tag === 'choice')
  if (decided !== undefined && isFew(items))
    return lowering.eachUnder(decided, (one) =>
      lowerDigest(lowering, terms.list(items.with(items.indexOf(decided), one)), name),
    )
  const isPair = items.length === 2 && !items.some(mayBeOmitted)
  return lowering.applied('digest', isPair ? withUsualName(terms, items) : [args], kinds.str)
}

function withUsualName(terms: Terms, items: readonly Term[]): readonly Term[] {
  const [algorithm] = items
  const name = algorithm?.tag === 'constant' ? algorithm.value : undefined
  const lower = typeof name === 'string' ? name.toLowerCase() : ''
  return anyCase.has(lower) ? items.with(0, terms.constant(lower)) : items
}

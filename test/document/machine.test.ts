import { createHash } from 'node:crypto'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { posix } from 'node:path'
import * as fc from 'fast-check'
import * as addresses from '../../src/text/document/addresses.ts'
import { relative } from '../../src/text/document/paths.ts'
import { plainSha256 } from '../../src/text/document/plain-sha256.ts'
import '../seed.ts'

const seeded = { seed: 51, numRuns: 5_000 }

const octet = fc.constantFrom('0', '1', '09', '10', '255', '256', '1e1', '', '٣', '+1')
const group = fc.constantFrom('', '', '0', 'a', 'FFFF', '12345', 'g', '1.2.3.4', '255.255.255.255')
const zone = fc.constantFrom('', '', '%', '%eth0', '%a.b:c-d', '%_')
const address = fc.oneof(
  fc.string(),
  fc.array(octet, { maxLength: 5 }).map((parts) => parts.join('.')),
  fc.tuple(fc.array(group, { maxLength: 10 }), zone).map(([parts, end]) => `${parts.join(':')}${end}`),
)

it('recognises addresses as Node does', () => {
  fc.assert(
    fc.property(address, (one) => {
      expect([addresses.isIPv4(one), addresses.isIPv6(one), addresses.isIP(one)]).toEqual([
        isIPv4(one),
        isIPv6(one),
        isIP(one),
      ])
    }),
    { ...seeded, numRuns: 20_000 },
  )
})

it.each([
  '::',
  '::1',
  '1::',
  '1:2:3:4:5:6:7::',
  '::2:3:4:5:6:7:8',
  '1::3:4:5:6:7:8:9',
  '1:2:3:4:5:6:1.2.3.4',
  '::1.2.3.4',
  '1.2.3.4::',
  ':::',
  '1::2::3',
  ':1:2:3:4:5:6:7',
  'fe80::1%eth0',
])('recognises %s as Node does', (one) => expect(addresses.isIP(one)).toBe(isIP(one)))

const name = fc.constantFrom('a', 'b.yaml', '.', '..', '...', '', '/', 'é')
const path = fc.array(name, { maxLength: 8 }).map((parts) => parts.join('/'))

it('finds the way between paths as Node does', () => {
  fc.assert(
    fc.property(path, path, (from, to) => expect(relative(from, to)).toBe(posix.relative(from, to))),
    seeded,
  )
})

it('hashes as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
      expect(plainSha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex')),
    ),
    { seed: 51, numRuns: 1_000 },
  )
  expect(plainSha256('größe 😀')).toBe(createHash('sha256').update('größe 😀').digest('hex'))
})

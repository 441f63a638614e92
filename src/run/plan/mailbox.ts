/** Patches as mails, which `git am` takes. */

import { type FileChange, unifiedDiff } from '../diff/unified-diff.ts'
import { mailStart } from './mail-start.ts'

interface Mail {
  /** One line. */
  readonly subject: string
  /** Lines; may be empty. */
  readonly body: string
  /** Iterated more than once. */
  readonly changes: Iterable<FileChange>
}

interface Sender {
  /** `Name <address>` */
  readonly author: string
  readonly date: Date
  readonly version: string
}

/** The patch as a mail, in parts, with the number that it has in its series, from 1. */
export function* mailParts(mail: Mail, number: number, count: number, sender: Sender): Generator<string> {
  // A carriage return would be lost on the way through `git am` as it stands.
  const isEncoded = hasCarriageReturn(mail.changes)
  yield [
    mailStart,
    `From: ${encodedWord(sender.author)}\n`,
    `Date: ${sender.date.toUTCString().replace('GMT', '+0000')}\n`,
    `Subject: [PATCH ${number}/${count}] ${encodedWord(mail.subject)}\n`,
    'MIME-Version: 1.0\n',
    'Content-Type: text/plain; charset=UTF-8\n',
    `Content-Transfer-Encoding: ${isEncoded ? 'base64' : '8bit'}\n\n`,
  ].join('')
  const message = messageParts(mail, sender)
  yield* isEncoded ? base64Lines(message) : message
}

function* messageParts({ body, changes }: Mail, { version }: Sender): Generator<string> {
  yield `${body === '' ? '' : `${body}\n`}---\n\n`
  for (const change of changes) yield unifiedDiff(change)
  yield `-- \nhotshift ${version}\n\n`
}

/** Whether a diff contains one; few sources do. */
function hasCarriageReturn(changes: Iterable<FileChange>): boolean {
  for (const change of changes) {
    const isNear = change.after.includes('\r') || change.before?.includes('\r') === true
    if (isNear && unifiedDiff(change).includes('\r')) return true
  }
  return false
}

/** `0001-rename-3-templates.patch`, as `git format-patch` names them. */
export function mailName({ subject }: Mail, number: number): string {
  const words = subject.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${`${number}`.padStart(4, '0')}-${words.replace(/^-|-$/g, '').slice(0, 52)}.patch`
}

/** Encodes a header that is not ASCII by RFC 2047, except for its address. */
function encodedWord(text: string): string {
  const [, name = text, address = ''] = /^(.*?)( <[^<>]*>)?$/.exec(text) ?? []
  if (/^[\x20-\x7e]*$/.test(name)) return text
  return `=?UTF-8?B?${Buffer.from(name, 'utf8').toString('base64')}?=${address}`
}

function* base64Lines(parts: Iterable<string>): Generator<string> {
  // 57 bytes make a line of 76 characters.
  let rest = Buffer.alloc(0)
  const lines = (bytes: Buffer) => bytes.toString('base64').replace(/.{1,76}/g, '$&\n')
  for (const part of parts) {
    const bytes = Buffer.concat([rest, Buffer.from(part, 'utf8')])
    const end = bytes.length - (bytes.length % 57)
    yield lines(bytes.subarray(0, end))
    rest = bytes.subarray(end)
  }
  yield lines(rest)
}

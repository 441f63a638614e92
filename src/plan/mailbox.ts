/** Patches as mails, which `git am` takes. */

import { type FileChange, unifiedDiff } from '../report/unified-diff.ts'
import { mailStart } from './mail-start.ts'

export interface Mail {
  /** One line. */
  readonly subject: string
  /** Lines; may be empty. */
  readonly body: string
  readonly changes: readonly FileChange[]
}

export interface Sender {
  /** `Name <address>` */
  readonly author: string
  readonly date: Date
  readonly version: string
}

/** The patch as a mail, with the number that it has in its series, from 1. */
export function mailText(
  { subject, body, changes }: Mail,
  number: number,
  count: number,
  sender: Sender,
): string {
  const diff = changes.map((change) => unifiedDiff(change)).join('')
  const message = `${body === '' ? '' : `${body}\n`}---\n\n${diff}-- \nhotshift ${sender.version}\n\n`
  // A carriage return would be lost on the way through `git am` as it stands.
  const isEncoded = message.includes('\r')
  return [
    mailStart,
    `From: ${encodedWord(sender.author)}\n`,
    `Date: ${sender.date.toUTCString().replace('GMT', '+0000')}\n`,
    `Subject: [PATCH ${number}/${count}] ${encodedWord(subject)}\n`,
    'MIME-Version: 1.0\n',
    'Content-Type: text/plain; charset=UTF-8\n',
    `Content-Transfer-Encoding: ${isEncoded ? 'base64' : '8bit'}\n\n`,
    isEncoded ? base64Lines(message) : message,
  ].join('')
}

/** `0001-rename-3-templates.patch`, as `git format-patch` names them. */
export function mailName({ subject }: Mail, number: number): string {
  const words = subject.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${`${number}`.padStart(4, '0')}-${words.replace(/^-|-$/g, '').slice(0, 52)}.patch`
}

/** RFC 2047, where a header is not ASCII; an address stays as it is. */
function encodedWord(text: string): string {
  const [, name = text, address = ''] = /^(.*?)( <[^<>]*>)?$/.exec(text) ?? []
  if (/^[\x20-\x7e]*$/.test(name)) return text
  return `=?UTF-8?B?${Buffer.from(name, 'utf8').toString('base64')}?=${address}`
}

function base64Lines(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('base64')
    .replace(/.{1,76}/g, '$&\n')
}

import { currentMachine } from './machine.ts'

/** The SHA-256 of bytes, or of a string as UTF-8, in hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return currentMachine().sha256(content)
}

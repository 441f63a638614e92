/** Requests that read many files: others are answered meanwhile, and what nobody waits for any more ends. */
import type { CancellationToken } from 'vscode-languageserver/node'
import type * as Protocol from './protocol.ts'

/** Called between files; undefined where it is not yet time for others. */
export type Turns = () => Promise<void> | undefined

/** What is done at a stretch, in milliseconds. */
const stretch = 15

/** @returns what throws the protocol's refusal once the editor has cancelled the request: part of an answer is none */
export function turnsOf(
  token: CancellationToken,
  { ResponseError, LSPErrorCodes }: Pick<typeof Protocol, 'ResponseError' | 'LSPErrorCodes'>,
): Turns {
  let last = Date.now()
  return () => {
    if (Date.now() - last < stretch) return undefined
    return new Promise<void>((resume) => setImmediate(resume)).then(() => {
      if (token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'no longer asked for')
      last = Date.now()
    })
  }
}

/** The language server over two streams: those of the process, or of whoever runs it inside of another program. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { holdHeapOfServer } from '../../../run/heap.ts'
import { packageRoot } from '../../../run/package-root.ts'
import type * as Protocol from '../../lsp/protocol.ts'
import type { ArgumentsIn } from '../command.ts'
import type { World } from '../world.ts'

/** What an editor writes to, and reads from. */
interface EditorStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Listens to an editor until it sends `exit`; answers are written as they come. */
export async function serveEditor(
  { input, output }: EditorStreams,
  argumentsIn: ArgumentsIn,
  world: World,
): Promise<ReturnType<typeof Protocol.createConnection>> {
  const require = createRequire(import.meta.url)
  const protocol: typeof Protocol = require(join(packageRoot(), 'dist/language-server.cjs'))
  const { Server } = await import('../../lsp/server.ts')
  const { editorHost } = await import('./editor-projects.ts')
  const { createConnection, LSPErrorCodes, ProposedFeatures, ResponseError } = protocol
  const connection = createConnection(ProposedFeatures.all, input, output, {
    // What is taken back before its turn costs nothing.
    connectionStrategy: {
      cancelUndispatched: ({ jsonrpc }) => {
        const error = new ResponseError(LSPErrorCodes.RequestCancelled, 'taken back')
        return { jsonrpc, id: null, error: error.toJson() }
      },
    },
  })
  holdHeapOfServer()
  new Server(connection, protocol, editorHost(argumentsIn, world))
  connection.listen()
  return connection
}

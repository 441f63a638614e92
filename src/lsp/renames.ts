/** Other names for parts of a template, in all files that name them. */
import type { Position, WorkspaceEdit } from 'vscode-languageserver/node'
import type { Surroundings } from '../editor/surroundings.ts'
import { recognise } from '../heat/kind.ts'
import { declarations } from '../heat/sections.ts'
import { mentionFor, renamable } from './answers.ts'
import { documentEdit } from './edits.ts'
import type { Folders } from './folders.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'
import { workspaceEdit } from './workspace-edit.ts'

/** @throws the protocol's refusal with the reason, where there is nothing to rename or the name cannot be had */
export async function renamed(
  document: OpenDocument,
  { position, newName: to }: { readonly position: Position; readonly newName: string },
  folders: Folders,
  protocol: typeof Protocol,
): Promise<WorkspaceEdit> {
  const mention = renamable(document, position)
  if (mention === undefined) throw refusal('nothing here can have another name', protocol)
  const { kind, name: from } = mention
  if (!/^[\w.-]+$/.test(to)) throw refusal(`"${to}" is no name`, protocol)
  if (kind === 'condition' || kind === 'mapping') {
    const all = mentionFor(document, position)?.all ?? []
    const edits = all.map(({ range }) => ({ ...range, text: to }))
    return { documentChanges: [documentEdit(document, edits)] }
  }
  if (kind === 'file') throw refusal('files are renamed in the file system', protocol)
  const { folder, path, project, open } = await folders.placeOf(document.uri)
  const template = isEnvironment(document) ? templateOf(from, project.around(path, open)) : path
  if (typeof template !== 'string') throw refusal(template.why, protocol)
  const outcomes = await project.renamed(template, { kind, from, to }, open)
  const refused = outcomes.flatMap(({ findings }) => findings).find(({ code }) => code === 'not-renamed')
  if (refused !== undefined) throw refusal(refused.message, protocol)
  return workspaceEdit(outcomes, folder, folders, protocol)
}

function isEnvironment({ reading: { root } }: OpenDocument): boolean {
  return recognise(root, 'yaml').kind === 'environment'
}

/** The template whose parameter an environment gives a value: there it has its name. */
function templateOf(parameter: string, around: Surroundings): string | { readonly why: string } {
  const declaring = around.templates().filter(({ root }) => declarations(root).parameters.has(parameter))
  const [only, another] = declaring
  if (only === undefined)
    return { why: `no template beside the environment is known to declare "${parameter}"` }
  return another === undefined
    ? only.path
    : { why: `several templates declare "${parameter}": rename it in one of them` }
}

/** What a request that cannot be done is answered with. */
export function refusal(
  message: string,
  { ResponseError, LSPErrorCodes }: Pick<typeof Protocol, 'ResponseError' | 'LSPErrorCodes'>,
): Error {
  return new ResponseError(LSPErrorCodes.RequestFailed, message)
}

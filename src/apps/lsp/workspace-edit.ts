/** What became of files, as one edit for the editor to make. */
import { resolve } from 'node:path'
import type { CreateFile, RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node'
import type { ChangedOutcome, FileOutcome } from '../../engine/outcome.ts'
import { addressIn, addressOf } from './addresses.ts'
import { documentEdit, editsBetween } from './edits.ts'
import type { Folders } from './folders.ts'
import { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

type Change = TextDocumentEdit | CreateFile | RenameFile

/** Of open documents at their versions; files are created and get their new names. @param folder absolute: what paths are relative to */
export function workspaceEdit(
  outcomes: readonly FileOutcome[],
  folder: string,
  folders: Folders,
  protocol: Pick<typeof Protocol, 'TextDocument'>,
): WorkspaceEdit {
  const changed = outcomes.flatMap((one) => (one.status === 'changed' ? [one] : []))
  return { documentChanges: changed.flatMap((one) => changesOf(one, folder, folders, protocol)) }
}

function changesOf(
  { path, before = '', after, isNew, newPath }: ChangedOutcome,
  folder: string,
  folders: Folders,
  { TextDocument: texts }: Pick<typeof Protocol, 'TextDocument'>,
): readonly Change[] {
  const file = resolve(folder, path)
  const uri = addressOf(file)
  const open = isNew === true ? undefined : folders.documentAt(file)
  const edits = editsBetween(before, after)
  const changes: Change[] = isNew === true ? [{ kind: 'create', uri }] : []
  if (open !== undefined) changes.push(documentEdit(open, edits))
  else {
    const text = new OpenDocument(texts.create(uri, 'yaml', 0, before))
    changes.push({ textDocument: { uri, version: null }, edits: documentEdit(text, edits).edits })
  }
  if (newPath !== undefined) {
    const newUri = addressIn(folder, newPath)
    changes.push({ kind: 'rename', oldUri: open?.uri ?? uri, newUri })
  }
  return changes
}

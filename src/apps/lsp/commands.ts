/** Commands that the server runs on an open file: shown first, or made at once. */
import type { Connection, WorkspaceEdit } from 'vscode-languageserver/node'
import { messageOf } from '../../engine/findings/finding.ts'
import type { ChangedOutcome, FileOutcome, ProofVerdict } from '../../engine/outcome.ts'
import { compareVersions, hotVersions, releaseOf } from '../../heat/versions.ts'
import { addressIn } from './addresses.ts'
import type { Folders } from './folders.ts'
import { type EditorCommand, editorCommands } from './host.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'
import { refusal } from './renames.ts'
import { workspaceEdit } from './workspace-edit.ts'

/** What commands are called in the protocol. */
export const commandNames: Readonly<Record<EditorCommand, string>> = {
  upgrade: 'hotshift.upgrade',
  migrate: 'hotshift.migrate',
  'extract-defaults': 'hotshift.extractDefaults',
}

/** Gives the versions that there are, the newest first. */
const VERSIONS = 'hotshift.versions'

export const allCommands: readonly string[] = [...Object.values(commandNames), VERSIONS]

/** What a command takes, as its only argument. */
export interface CommandArgument {
  readonly uri: string
  /** The version that is asked about: another one is refused. */
  readonly version?: number
  /** For `upgrade` and `migrate`, as `--to`. */
  readonly to?: string
  /** Only to say what would change. */
  readonly preview?: boolean
}

/** What became of a command. */
export interface CommandResult {
  readonly status: FileOutcome['status']
  /** One sentence for people. */
  readonly message: string
  readonly proof: ProofVerdict
  /** There with `preview`, where something would change. */
  readonly edit?: WorkspaceEdit
  /** The same as whole sources. */
  readonly files?: readonly ChangedFile[]
}

export interface ChangedFile {
  readonly uri: string
  readonly newUri?: string
  readonly isNew: boolean
  readonly before: string
  readonly after: string
}

/** What commands stand on. */
interface CommandSurroundings {
  readonly connection: Connection
  readonly protocol: typeof Protocol
  readonly documents: ReadonlyMap<string, OpenDocument>
  readonly folders: Folders
}

/** @throws the protocol's refusal for a command or an argument that there is not */
export async function runCommand(
  { command: name, arguments: [argument] = [] }: { readonly command: string; readonly arguments?: unknown[] },
  around: CommandSurroundings,
): Promise<CommandResult | readonly { readonly version: string; readonly release?: string }[]> {
  const { protocol, documents } = around
  if (name === VERSIONS) return knownVersions()
  const command = editorCommands.find((one) => commandNames[one] === name)
  if (command === undefined) throw refusal(`there is no command ${name}`, protocol)
  if (!isArgument(argument)) throw refusal(`${name} takes { uri }, of a file that is open`, protocol)
  const document = documents.get(argument.uri)
  if (document === undefined) throw refusal(`${argument.uri} is not open`, protocol)
  if (argument.version !== undefined && argument.version !== document.version)
    throw refusal('the text has changed since: ask again', protocol)
  return changed(command, document, argument, around)
}

function isArgument(value: unknown): value is CommandArgument {
  if (typeof value !== 'object' || value === null) return false
  const { uri, version, to, preview } = value as Readonly<Record<string, unknown>>
  const isOptional = (one: unknown, type: string) => one === undefined || typeof one === type
  return (
    typeof uri === 'string' &&
    isOptional(version, 'number') &&
    isOptional(to, 'string') &&
    isOptional(preview, 'boolean')
  )
}

async function changed(
  command: EditorCommand,
  document: OpenDocument,
  { to, preview }: CommandArgument,
  { connection, protocol, documents, folders }: CommandSurroundings,
): Promise<CommandResult> {
  const { folder, path, project, open } = await folders.placeOf(document.uri)
  let outcomes: readonly FileOutcome[]
  try {
    outcomes = await project.rewritten(command, { path, text: document.source, to }, open)
  } catch (error) {
    throw refusal(messageOf(error), protocol)
  }
  // What was read meanwhile is of the source as it was.
  if (documents.get(document.uri) !== document)
    throw refusal('the text has changed since: ask again', protocol)
  const result = resultOf(command, path, outcomes)
  if (result.status !== 'changed') {
    if (preview !== true) void connection.window.showInformationMessage(`hotshift: ${result.message}`)
    return result
  }
  const edit = workspaceEdit(outcomes, folder, folders, protocol)
  if (preview === true) return { ...result, edit, files: filesOf(outcomes, folder) }
  const { applied, failureReason } = await connection.workspace.applyEdit({
    label: `hotshift ${command}`,
    edit,
  })
  if (!applied) throw refusal(failureReason ?? 'the editor did not make the changes', protocol)
  return result
}

function resultOf(command: EditorCommand, path: string, outcomes: readonly FileOutcome[]): CommandResult {
  const changed = outcomes.filter(({ status }) => status === 'changed')
  const own = outcomes.find((one) => one.path === path)
  const others = changed.length - (own?.status === 'changed' ? 1 : 0)
  const { proof = 'none' } = own ?? {}
  if (changed.length > 0) {
    const [beside, proved] = [
      others === 0 ? '' : `, ${others} other ${others === 1 ? 'file' : 'files'} changed`,
      proofWords[proof],
    ]
    return { status: 'changed', proof, message: `${command}: ${proved}${beside}` }
  }
  const said = own?.findings.filter(({ severity }) => severity === 'error')[0] ?? own?.findings[0]
  const why = own?.reason ?? 'nothing to change'
  const at = said === undefined || own?.status === 'unchanged' ? '' : `: line ${said.line}: ${said.message}`
  return { status: own?.status ?? 'unchanged', proof, message: `${command}: ${why}${at}` }
}

const proofWords: Readonly<Record<ProofVerdict, string>> = {
  equal: 'proved to mean the same',
  corresponds: 'resources have native types instead of those of AWS, all else is proved equal',
  differs: 'it would mean something else',
  unproved: 'not proved to mean the same',
  none: 'no proof was asked for',
}

function filesOf(outcomes: readonly FileOutcome[], folder: string): readonly ChangedFile[] {
  const uriOf = (path: string) => addressIn(folder, path)
  const isChanged = (one: FileOutcome): one is ChangedOutcome => one.status === 'changed'
  return outcomes.filter(isChanged).map(({ path, newPath, isNew, before = '', after }) => ({
    uri: uriOf(path),
    ...(newPath === undefined ? {} : { newUri: uriOf(newPath) }),
    isNew: isNew === true,
    before,
    after,
  }))
}

function knownVersions() {
  return [...hotVersions]
    .sort((one, other) => compareVersions(other, one))
    .map((version) => {
      const release = releaseOf(version)
      return { version, ...(release === undefined ? {} : { release }) }
    })
}

/** The commands of the server among the actions for a file. */
import type { CodeAction } from 'vscode-languageserver/node'
import { recognise } from '../../heat/kind.ts'
import { declarations } from '../../heat/sections.ts'
import { compareVersions, latestVersion, parseTarget, versionOf } from '../../heat/versions.ts'
import { mapOf, stringOf, valueOf } from '../../text/document/read.ts'
import { type CommandArgument, commandNames } from './commands.ts'
import { isCloudFormation } from './diagnostics.ts'
import type { EditorCommand } from './host.ts'
import type { OpenDocument } from './open-documents.ts'

/** What each command is in a menu. */
export const commandKinds: Readonly<Record<EditorCommand, string>> = {
  upgrade: 'source.upgrade.hotshift',
  migrate: 'refactor.rewrite.hotshift.migrate',
  'extract-defaults': 'refactor.extract.hotshift.defaults',
}

/** What decides about the commands that are offered. */
interface CommandOffers {
  /** The version that the configuration has templates upgraded to. */
  readonly target: string | undefined
  readonly asksForCloudFormation: boolean
}

/**
 * Nothing of them is worked out before one is chosen.
 *
 * @param wants whether a kind is asked for
 */
export function commandActions(
  document: OpenDocument,
  wants: (kind: string) => boolean,
  { target, asksForCloudFormation }: CommandOffers,
): readonly CodeAction[] {
  const { root } = document.reading
  if (root === undefined) return []
  const { kind } = recognise(root, 'yaml')
  const offer = (command: EditorCommand, title: string, more: Partial<CommandArgument> = {}) => {
    if (!wants(commandKinds[command])) return []
    const argument: CommandArgument = { uri: document.uri, version: document.version, ...more }
    return [
      {
        title,
        kind: commandKinds[command],
        command: { title, command: commandNames[command], arguments: [argument] },
      },
    ]
  }
  if (kind !== 'hot') {
    const isHeats = kind.startsWith('heat-cfn-') || kind === 'blueprint'
    const isMigrated = isHeats || (isCloudFormation(kind) && asksForCloudFormation)
    return isMigrated ? offer('migrate', 'Migrate to HOT') : []
  }
  const declared = versionOf(stringOf(valueOf(root, 'heat_template_version')) ?? '')
  const asked = parseTarget(target ?? latestVersion)
  const isOlder =
    asked.kind === 'hot' && declared !== undefined && compareVersions(declared, asked.version) < 0
  const hasDefaults = [...declarations(root).parameters.values()].some(
    (one) => valueOf(mapOf(one), 'default') !== undefined,
  )
  return [
    ...(isOlder ? offer('upgrade', `Upgrade to ${asked.version}`, { to: asked.version }) : []),
    ...(hasDefaults ? offer('extract-defaults', 'Move defaults into the environment') : []),
  ]
}

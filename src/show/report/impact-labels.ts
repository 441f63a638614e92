/** What an update does to a live stack, in a few words for each line of the new template, as editors show it. */

import {
  type Action,
  interruptionIn,
  noImpact,
  type ResourceImpact,
  type StackImpact,
  whenText,
} from '../../meaning/impact/model.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { shownNotes } from './impact-groups.ts'
import { changeMarkdown } from './impact-markdown.ts'
import { openTexts, refusalTexts } from './impact-reasons.ts'
import { ImpactTally } from './impact-tally.ts'
import {
  changeParts,
  changesOf,
  effectTexts,
  insides,
  interruptionTexts,
  markOf,
  markOfEffect,
  notesOf,
  type ShownChange,
} from './impact-words.ts'
import { prose } from './markdown-text.ts'
import { oneLine } from './style.ts'

/** What is to be said at one part of a template. */
export interface PartLabel {
  /** Names of entries from the root on, for example `resources` and `server`; none for the template as a whole. */
  readonly part: readonly string[]
  /** Of a change, its path below the part: `properties.networks[0].port`. */
  readonly path?: string
  /** In a few words. */
  readonly label: string
  /** The whole, as Markdown. */
  readonly markdown: string
}

/** Of the template from which a stack is made; what happens inside of nested stacks stands at the resource that calls them. */
export function partLabels(impact: StackImpact): readonly PartLabel[] {
  const { resources, parameters } = impact
  const inside = groupedBy(
    resources.filter(({ name }) => name.includes('/')),
    ({ name }) => name.slice(0, name.indexOf('/')),
  )
  const own = resources.filter(({ name }) => !name.includes('/'))
  return [
    ...wholeLabels(impact),
    ...parameters.flatMap(({ name, change, notes }) => {
      const said = shownNotes(notes).join('; ')
      if (said === '') return []
      const part = change === 'removed' ? ['parameters'] : ['parameters', name]
      const label = change === 'removed' ? `- ${name}: ${said}` : said
      return [{ part, label: oneLine(label), markdown: prose(label) }]
    }),
    ...own.flatMap(resourceLabels),
    ...[...inside].map(([name, some]) => insideLabel(name, some)),
  ]
}

/** Why Heat refuses the update, and what of it is unknown. */
function wholeLabels(impact: StackImpact): readonly PartLabel[] {
  const refused = impact.refusals.map((one) => {
    const part = one.parameter === undefined ? [] : ['parameters', one.parameter]
    const verb = one.certainty === 'sure' ? 'rejects' : 'may reject'
    const why = refusalTexts({ refusals: [one] }).join()
    return { part, said: `${markOfEffect({ ...one, action: 'refuse' })} Heat ${verb} this update: ${why}` }
  })
  const open = openTexts(impact).map((one) => ({ part: [], said: `? ${one}` }))
  return [...refused, ...open].map(({ part, said }) => ({
    part,
    label: oneLine(said),
    markdown: prose(said),
  }))
}

function resourceLabels(resource: ResourceImpact): readonly PartLabel[] {
  const { name, effects } = resource
  const part = ['resources', name]
  const said = effectTexts(resource).join('; ')
  const notes = notesOf(resource)
  const markdown = [said, ...notes].map(prose).join('\n\n')
  if (effects[0]?.action === 'delete')
    return [
      {
        part: ['resources'],
        label: `${markOf(resource)} ${name} ${said}`,
        markdown: `${prose(name)} ${markdown}`,
      },
    ]
  const changes = changesOf(resource)
  const atParts = changes.filter(({ path }) => !Object.hasOwn(insides, path))
  // The change in place is said where it is made.
  const isSaidThere =
    effects.every(({ action }) => action === 'update') && atParts.length > 0 && notes.length === 0
  const whole = { part, label: `${markOf(resource)} ${said}`, markdown }
  return [
    ...(isSaidThere ? [] : [whole]),
    ...atParts.map((change) => ({
      part,
      path: change.path,
      label: changeLabel(change),
      markdown: changeMarkdown(change),
    })),
  ]
}

const verbs: Readonly<Record<Exclude<Action, 'refuse'>, readonly [sure: string, may: string]>> = {
  replace: ['replaces it', 'may replace it'],
  update: ['updated in place', 'may be updated in place'],
  create: ['creates it', 'may create it'],
  delete: ['deletes it', 'may delete it'],
}

/** What one change does: `-/+ replaces it if is_prod`. */
function changeLabel(change: ShownChange): string {
  const { action, certainty, when, interrupts } = change
  const { effect, said } = changeParts(change)
  const [sure, may] = action === 'refuse' ? [effect, `perhaps ${effect}`] : verbs[action]
  const plain = certainty === 'may' ? may : sure
  const does =
    action === 'update' && interrupts !== undefined
      ? `${certainty === 'may' ? 'perhaps ' : ''}${effect}`
      : plain
  const reads = change.by === undefined || said === undefined ? '' : `: ${said}`
  const condition = when === undefined ? '' : ` ${whenText(when)}`
  return oneLine(`${markOfEffect(change)} ${does}${condition}${reads}`)
}

/** So many resources inside of one are listed. */
const MOST_LISTED = 12

/** What happens to the resources of a nested stack, or to the members of a group. */
function insideLabel(name: string, resources: readonly ResourceImpact[]): PartLabel {
  const tally = new ImpactTally()
  tally.add({ ...noImpact, resources })
  const label = `inside: ${tally.resources().join(', ')}`
  const each = resources.map((one) => `- ${prose(`${one.name}: ${insideText(one)}`)}`)
  const more = each.length - MOST_LISTED
  const listed = more > 1 ? [...each.slice(0, MOST_LISTED), `- and ${more} more`] : each
  return { part: ['resources', name], label, markdown: listed.join('\n') }
}

function insideText(resource: ResourceImpact): string {
  const interruption = interruptionIn(resource)
  const interrupts = interruption === undefined ? [] : [interruptionTexts[interruption]]
  return [...effectTexts(resource), ...interrupts].join('; ')
}

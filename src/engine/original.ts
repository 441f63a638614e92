/** What a rewrite is held against: the template that was read, in the words that the user chose for it. */
import type { Document } from '../document/document.ts'
import type { Recognition } from '../heat/kind.ts'
import { refusal } from '../heat/refusal.ts'
import type { Reading, Template } from '../heat/template.ts'
import { versionOf } from '../heat/versions.ts'
import { runChain } from './chain.ts'
import type { Plan } from './plan.ts'
import type { Original } from './proof.ts'

/**
 * The template that was read, with the version that was assumed for it. Where gateways were moved into
 * their routers, which the user has accepted, they have moved here, too, and all else is proved.
 * A template that Heat refuses as it stands is read with the target version.
 */
export function originalOf(
  { document, root, recognition }: Omit<Original, 'reading'>,
  reading: Reading,
  plan: Plan,
): Original {
  const assumed = readableRecognition(document, assumedRecognition(recognition, plan), plan)
  const names = plan.translating.length === 0 ? 'as written' : 'as Heat translates'
  if (!plan.accept.has('router-gateway') || plan.translating.length === 0 || plan.target === 'oldest')
    return { document, root, recognition: assumed, reading, names }
  const template: Template = {
    document,
    root,
    reading,
    kind: assumed.kind,
    version: undefined,
    syntax: document.syntax,
  }
  const { target, accept } = plan
  const translated = runChain(template, plan.translating, { target, accept })
  return { document, root: translated.template.root, recognition: assumed, reading, names }
}

/** What Heat refuses in its own version says what it was meant to say in the target, if anything. */
function readableRecognition(document: Document, recognition: Recognition, { target }: Plan): Recognition {
  const version = versionOf(recognition.versionText ?? '')
  if (recognition.kind !== 'hot' || target === 'oldest' || refusal({ document, version }) === undefined)
    return recognition
  return { ...recognition, versionText: target }
}

function assumedRecognition(recognition: Recognition, { assumedVersion }: Plan): Recognition {
  const { kind, problem } = recognition
  if (assumedVersion === undefined || problem === undefined || (kind !== 'hot' && kind !== 'hot-fragment'))
    return recognition
  return { kind: 'hot', versionKey: 'heat_template_version', versionText: assumedVersion }
}

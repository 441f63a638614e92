/** What a rewrite is held against: the template that was read, in the words that the user chose for it. */
import type { Recognition } from '../heat/kind.ts'
import type { Reading, Template } from '../heat/template.ts'
import { runChain } from './chain.ts'
import type { Plan } from './plan.ts'
import type { Original } from './proof.ts'

/**
 * The template that was read, with the version that was assumed for it, and under the names into which Heat
 * itself translates (`Plan.translating`): those of its tables mean the same by definition, all else is proved.
 */
export function originalOf(
  { document, root, recognition }: Omit<Original, 'reading'>,
  reading: Reading,
  plan: Plan,
): Original {
  const assumed = assumedRecognition(recognition, plan)
  if (plan.translating.length === 0 || plan.target === 'oldest')
    return { document, root, recognition: assumed, reading }
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
  return { document, root: translated.template.root, recognition: assumed, reading }
}

function assumedRecognition(recognition: Recognition, { assumedVersion }: Plan): Recognition {
  const { kind, problem } = recognition
  if (assumedVersion === undefined || problem === undefined || (kind !== 'hot' && kind !== 'hot-fragment'))
    return recognition
  return { kind: 'hot', versionKey: 'heat_template_version', versionText: assumedVersion }
}

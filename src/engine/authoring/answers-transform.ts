/** Answers to the questions about packages, as a transform: what a person has decided is made before any repair. */
import { type Step, stepText } from '../../rules/onap/step.ts'
import { withSteps } from '../../rules/onap/steps.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { PackageContext, Transform } from './package-transform.ts'

/** What one answer does: all of it or nothing. */
export type Answer = readonly Step[]

/** @param used called for each answer that changes some package */
export function answersTransform(answers: readonly Answer[], used: (answer: Answer) => void): Transform {
  // What is written, removed or given is found by the names that were read.
  const renames = (answer: Answer) => answer.some((step) => 'rename' in step)
  const ordered = [...answers.filter((one) => !renames(one)), ...answers.filter(renames)]
  return {
    id: 'onap/answers',
    title: 'Do what the answers say',
    description:
      'Renames, removes and writes what the answers to the questions about a package choose, wherever it is named.',
    references: ['ONAP VNF Requirements, chapter 5: Heat'],
    safety: 'lossy',
    keeps: 'nothing',
    mayRename: () => true,
    run: (pkg, context) => ordered.reduce((current, one) => answered(current, one, used, context), pkg),
  }
}

function answered(
  pkg: Workspace,
  answer: Answer,
  used: (answer: Answer) => void,
  context: PackageContext,
): Workspace {
  const made = withSteps(pkg, answer)
  if ('blocker' in made) {
    used(answer)
    const { path, why } = made.blocker
    context.report('not-renamed', path, undefined, `an answer is not followed: ${why}`)
    return pkg
  }
  if (made.done === pkg) return pkg
  used(answer)
  const message = sentence(answer.map(stepText).join('; '))
  for (const [path, file] of made.done.files) {
    const before = pkg.files.get(path)
    if (before?.root !== file.root || before.newPath !== file.newPath)
      context.change(path, undefined, message)
  }
  return made.done
}

function sentence(clause: string): string {
  return clause.slice(0, 1).toUpperCase() + clause.slice(1)
}

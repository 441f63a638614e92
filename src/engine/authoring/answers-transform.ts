/** Answers to the questions about packages, as a transform: what a person has decided is made before any repair. */
import { isRename, type Rename } from '../../rules/onap/later-names.ts'
import { type Step, stepText } from '../../rules/onap/step.ts'
import { withSteps } from '../../rules/onap/steps.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { PackageContext, Transform } from './package-transform.ts'

/** What one answer does: all of it or nothing. */
export type Answer = readonly Step[]

/** @param used called for each answer that changes some package */
export function answersTransform(answers: readonly Answer[], used: (answer: Answer) => void): Transform {
  const renames = answers.flat().filter(isRename)
  // What is written, removed or given is found by the names that were read; a name is free once what has it has another one.
  const ordered = answers.toSorted((a, b) => rankOf(a, renames) - rankOf(b, renames))
  return {
    id: 'onap/answers',
    title: 'Do what the answers say',
    description:
      'Renames, removes and writes what the answers to the questions about a package choose, wherever it is named.',
    references: ['ONAP VNF Requirements, chapter 5: Heat'],
    safety: 'lossy',
    keeps: 'nothing',
    mayRename: () => true,
    run: (pkg, context) =>
      ordered.reduce((current, one) => answered(current, one, { used, renames, context }), pkg),
  }
}

/** How many renames have to come before an answer, itself included. */
function rankOf(answer: Answer, renames: readonly Rename[]): number {
  const rank = (step: Rename, ahead: readonly Rename[]): number => {
    const next = renames.find(
      (one) => one.rename === step.rename && one.file === step.file && one.name === step.to,
    )
    return next === undefined || ahead.includes(next) ? 1 : 1 + rank(next, [...ahead, next])
  }
  return Math.max(0, ...answer.filter(isRename).map((step) => rank(step, [step])))
}

interface Following {
  readonly used: (answer: Answer) => void
  /** Of all answers. */
  readonly renames: readonly Rename[]
  readonly context: PackageContext
}

function answered(pkg: Workspace, answer: Answer, { used, renames, context }: Following): Workspace {
  const made = withSteps(pkg, answer, renames)
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

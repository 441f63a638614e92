/** The proofs of a package, as the outcomes of its files ask for them. */
import { push } from '../../text/document/multimap.ts'
import type { Command } from '../command.ts'
import { allowed, type Finding } from '../findings/finding.ts'
import type { FileOutcome, ProofKey, ProofVerdict } from '../outcome.ts'
import { isBroken, type ModuleProof } from './package-proof.ts'

/** From the least that can be said to the most. */
const byWeight = ['differs', 'unproved', 'none', 'corresponds', 'equal'] as const

export class Proofs {
  readonly #all: readonly ModuleProof[]
  readonly #byModule = new Map<string, ModuleProof[]>()
  readonly #byPath = new Map<string, ModuleProof[]>()
  readonly #findings = new Map<string, Finding[]>()
  /** The number of the first proof about a file that keeps it from being written. */
  readonly #wrong = new Map<string, number>()

  constructor(all: readonly ModuleProof[], way: Command['proof']) {
    this.#all = all
    const fine: readonly ProofVerdict[] = ['equal', 'corresponds', 'none']
    const accepted = way === 'lenient' ? [...fine, 'unproved'] : fine
    for (const [number, proof] of all.entries()) {
      const { module, paths, verdict } = proof
      const isWrong = !accepted.includes(verdict) || isBroken(proof)
      const isLenient = verdict === 'unproved' && way === 'lenient' && !isBroken(proof)
      push(this.#byModule, module, proof)
      for (const path of new Set(paths)) {
        push(this.#byPath, path, proof)
        if (isWrong && !this.#wrong.has(path)) this.#wrong.set(path, number)
      }
      for (const [path, found] of proof.findings)
        for (const one of found) push(this.#findings, path, isLenient ? allowed(one) : one)
    }
  }

  findings(path: string): readonly Finding[] {
    return this.#findings.get(path) ?? []
  }

  ofModule(module: string): readonly ModuleProof[] {
    return this.#byModule.get(module) ?? []
  }

  /** A module that does not change itself, and would mean something else by what changes in the group. */
  wrongModule(group: readonly string[]): string | undefined {
    const numbers = group.flatMap((path) => this.#wrong.get(path) ?? [])
    if (numbers.length === 0) return undefined
    const first = numbers.reduce((least, one) => Math.min(least, one))
    return this.#all[first]?.module
  }

  /**
   * The least that the proofs say in which a file takes part.
   * @param others what else is to be said of it
   */
  of(path: string, others: readonly ProofVerdict[]): Pick<FileOutcome, ProofKey> {
    const about = this.#byPath.get(path) ?? []
    const own = about.filter(({ module, verdict }) => module === path && verdict !== 'none')
    const milliseconds = own.length === 0 ? undefined : own.reduce((sum, one) => sum + one.milliseconds, 0)
    const verdicts = new Set([...about.map(({ verdict }) => verdict), ...others])
    const proof = byWeight.find((one) => verdicts.has(one)) ?? 'none'
    const assumed = proof === 'none' ? [] : about.flatMap(({ assumptions = [] }) => assumptions)
    return {
      proof,
      ...(milliseconds === undefined ? {} : { proofMilliseconds: milliseconds }),
      ...(assumed.length === 0 ? {} : { assumptions: [...new Set(assumed)] }),
    }
  }
}

/** Property tests try the same cases in every run; `SEED=2 npx jest test/plan` tries others. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

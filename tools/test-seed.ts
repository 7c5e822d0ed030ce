/** One seed for everything in a run of the tests that is left to chance: `npm test -- --seed 7` repeats a run. */
import type { TestProject } from 'vitest/node'

export default function setUp({ vitest }: TestProject): void {
  const root = vitest.getRootProject()
  // fast-check takes 32 bits.
  root.provide('seed', root.config.sequence.seed | 0)
}

declare module 'vitest' {
  export interface ProvidedContext {
    seed: number
    /** This many times the runs of a law that is dear: more than 1 in `npm run laws`. */
    lawScale: number
  }
}

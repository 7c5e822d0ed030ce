import { inject } from 'vitest'
import type {} from './test-seed.ts'

/** How often a law is tried: so often with every run of the tests, and many times more in `npm run laws`. */
export const lawRuns = (byDay: number): number => Math.max(1, Math.ceil(byDay * inject('lawScale')))

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // By default one worker is left out for the runner, which on two cores leaves one.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'contract/**/*.test.ts',
            'rules/**/*.test.ts',
            'engine/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'db/**/*.test.ts'],
          globalSetup: ['server/people/test-database.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['journeys/**/*.test.ts'],
          globalSetup: ['journeys/built-web.ts', 'server/people/test-database.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})

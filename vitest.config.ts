import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Guards against what never ends; nothing is measured by them, and a busy machine must not meet them. */
const HANGS = 240_000
const NEVER_COMES = 60_000

/** Pages without a browser get the library that browsers get: it sends the cookies of their window. */
const socketsOfBrowsers = {
  name: 'sockets-of-browsers',
  enforce: 'pre' as const,
  resolveId(source: string, importer = '') {
    if (source !== 'socket.io-client' || !importer.includes('/web/')) return null
    return fileURLToPath(new URL('./node_modules/socket.io-client/dist/socket.io.esm.min.js', import.meta.url))
  },
}

export default defineConfig({
  test: {
    // Two more than a small machine has cores: tests wait for half of their time, for the database, a browser or what is gathered.
    maxWorkers: 4,
    // One module graph per worker: the dictionary, the model and the validators are read once and not for every file.
    isolate: false,
    // Tests make garbage by the gigabyte, and most of it dies young: collected less often, it costs less.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: HANGS,
    hookTimeout: HANGS,
    expect: { poll: { timeout: NEVER_COMES } },
    globalSetup: ['tools/test-seed.ts'],
    setupFiles: ['tools/use-test-seed.ts', ...(process.env.TEST_LATE ? ['tools/be-late.ts'] : [])],
    provide: { lawScale: 0.4 },
    projects: [
      {
        extends: true,
        plugins: [socketsOfBrowsers],
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'screens',
          include: ['screens/**/*.test.ts'],
          // React as it is shipped: the checks of its development cost as much as the pages do.
          env: { NODE_ENV: 'production', TZ: 'Europe/Moscow' },
          globalSetup: ['server/testing/test-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Journeys stand on the server as its own tests do: a worker reads it once for both.
          include: ['server/**/*.test.ts', 'db/**/*.test.ts', 'journeys/**/*.test.ts'],
          globalSetup: ['server/testing/test-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            'contract/**/*.test.ts',
            'rules/**/*.test.ts',
            'engine/**/*.test.ts',
            'training/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
          ],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'pure', include: ['contract/**/*.test.ts', 'rules/**/*.test.ts', 'engine/**/*.test.ts', 'tools/**/*.test.ts'] } },
    ],
  },
})

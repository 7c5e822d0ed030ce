import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../contract/contract.ts'
import { findOffences, readSources, type Source } from './check-boundaries.ts'
import { readReadme } from './config-table.ts'
import { describeDatabase, schemaFile, typesFile } from './db-schema.ts'
import { projectRoot } from './project-root.ts'
import { findForeignWrites, readOwners } from './table-owners.ts'

const sources = readSources()
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

describe('boundaries', () => {
  test('everybody imports only whom he may', () => {
    expect(findOffences(sources)).toEqual([])
  })

  test.each([
    ['contract/feed.ts', `import { roles } from '../rules/roles.ts'`],
    ['contract/feed.ts', `import fs from 'node:fs'`],
    ['rules/paging/page.ts', `import { search } from '../../engine/match/search.ts'`],
    ['engine/match/matcher.ts', `import type { Message } from '../../contract/feed.ts'`],
    ['engine/match/matcher.ts', `import { log } from '../../server/kit/log.ts'`],
    ['server/kit/jobs.ts', `import { showFeed } from '../features/feed/feed.public.ts'`],
    ['server/features/feed/pick.ts', `import { filtersOf } from '../filters/filters.ts'`],
    ['server/features/feed/pick.ts', `export { filtersOf } from '../filters/filters.ts'`],
    ['server/features/feed/pick.ts', `const { filtersOf } = await import('../filters/filters.ts')`],
    ['server/features/feed/pick.ts', `import { gate } from '../../gate/http.ts'`],
    ['server/stream/pipeline.ts', `import { runWeb } from '../roles/web.ts'`],
    ['server/gate/http.ts', `import { feed } from '../features/feed/feed.ts'`],
    ['web/features/feed/feed-list.tsx', `import { FilterPanel } from '../filters/filter-panel.tsx'`],
    ['web/kit/live/socket.ts', `import { FeedPage } from '../../pages/feed-page.tsx'`],
    ['web/pages/feed-page.tsx', `import { readConfig } from '../../server/config.ts'`],
    ['web/pages/feed-page.tsx', `import {\n  App,\n} from '@capacitor/app'`],
    ['server/features/feed/pick.ts', `const url = process.env.DATABASE_URL`],
    ['server/features/feed/pick.ts', `const now = new Date()`],
    ['rules/trial.ts', `export const now = () => Date.now()`],
    ['nowhere/stray.ts', ``],
  ])('%s may not say: %s', (path, text) => {
    expect(findOffences([{ path, text }])).toHaveLength(1)
  })

  test.each([
    [
      'server/features/feed/pick.ts',
      `import { filtersOf } from '../filters/filters.public.ts'\nimport { fits } from '../../../rules/filters/fits.ts'`,
    ],
    [
      'server/features/feed/pick.ts',
      `// import { filtersOf } from '../filters/filters.ts', says new Date()\nconst then = new Date(0)`,
    ],
    ['server/features/feed/pick.test.ts', `import { filtersOf } from '../filters/filters.ts'`],
    ['server/kit/clock.ts', `export const systemClock = { now: () => new Date() }`],
    ['web/kit/native/push.ts', `import { App } from '@capacitor/app'`],
  ])('%s may say: %s', (path, text) => {
    expect(findOffences([{ path, text }])).toEqual([])
  })
})

describe('table ownership', () => {
  const owners = new Map([
    ['filters', 'filters'],
    ['feed_items', 'stream/store'],
    ['facts', 'kit/jobs'],
  ])
  const writes = (path: string, text: string) => findForeignWrites([{ path, text }], owners)

  test('only its owner writes to a table', () => {
    expect(findForeignWrites(sources, readOwners(read('db/schema.sql')))).toEqual([])
  })

  test.each([
    `db.insertInto('feedItems').values(item)`,
    `db.updateTable('filters').set({ name })`,
    'sql`insert into feed_items (seq_id) values (1)`',
    'sql`update only filters f set name = 1`',
    'sql`DELETE FROM "filters"`',
    `db.deleteFrom('filters')`,
    `sql\`insert into \${sql.table('facts')} default values\``,
  ])('a stranger is caught: %s', (text) => {
    expect(writes('server/features/accounts/accounts.ts', text)).toHaveLength(1)
  })

  test('owners, readers and tests are left alone', () => {
    expect(writes('server/features/filters/filters.ts', `db.updateTable('filters')`)).toEqual([])
    expect(writes('server/stream/store/store.ts', `db.insertInto('feedItems')`)).toEqual([])
    expect(writes('server/kit/jobs.ts', 'sql`insert into facts default values`')).toEqual([])
    expect(writes('server/features/feed/pick.ts', 'sql`select * from filters for update`')).toEqual([])
    expect(writes('server/features/feed/feed.test.ts', `db.deleteFrom('filters')`)).toEqual([])
  })

  test('a table without an owner is refused', () => {
    expect(() => readOwners('create table stray (\n')).toThrow('names no owner')
  })
})

const calls = Object.values(contract).flatMap((feature) => Object.keys(feature))

test.each(calls)('the call %s is named by a test', (name) => {
  const named = new RegExp(`\\b${name}\\b`)
  expect(
    sources.filter(isTest).some(({ text }) => named.test(text)),
    `no test names ${name}`,
  ).toBe(true)
})

// This file names calls in its examples and tests none.
const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path) && !path.startsWith('tools/')

test('every path in ARCHITECTURE.md exists', () => {
  const named = [...read('ARCHITECTURE.md').matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
  const paths = named.filter((path) => /^[\w.-]+(\/[\w.-]*)+$|^[\w.-]+\.(ts|md|json|sql)$/.test(path))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})

describe('what is generated is fresh', () => {
  let database: { schema: string; types: string }
  beforeAll(async () => {
    database = await describeDatabase()
  }, 60_000)

  test('db/schema.sql (npm run db:dump)', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(database.schema)
  })

  test('db/schema.sql shows the indexes of parts too', () => {
    expect(database.schema).toMatch(
      /create table messages_kept partition of messages .*\nCREATE INDEX messages_terms_idx ON /,
    )
  })

  test('db/types.ts (npm run db:dump)', () => {
    expect(readFileSync(typesFile, 'utf8')).toBe(database.types)
  })

  test('the table of settings in README.md (npm run docs)', () => {
    const { now, wanted } = readReadme()
    expect(now).toBe(wanted)
  })
})

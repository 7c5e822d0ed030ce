import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../contract/errors.ts'
import { findOffences, readSources } from './check-boundaries.ts'
import { readSettingsPage } from './config-table.ts'
import { findStrayClasses } from './css-classes.ts'
import { findCircles } from './find-circles.ts'
import { describeDatabase, schemaFile, typesFile } from './db-schema.ts'
import { isShapedCode } from './error-codes.ts'
import { projectRoot } from './project-root.ts'
import { findPlainSql } from './plain-sql.ts'
import { findRetiredWords } from './retired-words.ts'
import { findForeignWrites, readOwners } from './table-owners.ts'

const sources = readSources()
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

describe('boundaries', () => {
  test('everybody imports only whom he may', () => {
    expect(findOffences(sources)).toEqual([])
  })

  test.each([
    ['contract/reading/feed.ts', `import { roles } from '../../rules/roles.ts'`],
    ['contract/reading/feed.ts', `import fs from 'node:fs'`],
    ['rules/paging/page.ts', `import { search } from '../../engine/match/search.ts'`],
    ['engine/match/matcher.ts', `import type { Message } from '../../contract/reading/feed.ts'`],
    ['engine/match/matcher.ts', `import { log } from '../../server/kit/log.ts'`],
    ['engine/match/matcher.ts', `import { chunk } from 'lodash'`],
    ['server/kit/bus.ts', `import { hear } from './bus.samples.ts'`],
    ['server/kit/context.ts', `import type { NoticeChannel } from '../../contract/reach/notices.ts'`],
    ['web/kit/ui/components/card.tsx', `import type { Project } from '../../../../contract/watching/projects.ts'`],
    ['server/roles/web.ts', `import { openTestWorld } from '../testing/test-world.ts'`],
    ['server/stream/receive/networks.ts', `import { startVkSimulator } from './vk/vk.simulator.ts'`],
    ['server/stream/receive/ok/ok.ts', `import { askVk } from '../vk/ask-vk.ts'`],
    ['server/stream/plan/plan.ts', `import type { Wall } from '../receive/vk/wall.ts'`],
    ['server/features/commerce/payments/settle-order.ts', `import { signed } from './gateways/unitpay.ts'`],
    ['web/pages/order-page.tsx', `import { PromoPage } from './promo-page.tsx'`],
    ['server/kit/jobs.ts', `import { showFeed } from '../features/reading/feed/feed.public.ts'`],
    ['server/features/reading/feed/read/pick.ts', `import { filtersOf } from '../../filters/filters.ts'`],
    ['server/features/reading/feed/read/pick.ts', `export { filtersOf } from '../../filters/filters.ts'`],
    ['server/features/reading/feed/read/pick.ts', `const { filtersOf } = await import('../../filters/filters.ts')`],
    ['server/features/reading/feed/read/pick.ts', `import { gate } from '../../../../gate/http.ts'`],
    ['server/stream/pipeline.ts', `import { runWeb } from '../roles/web.ts'`],
    ['server/stream/pipeline.ts', `import { readScope } from '../features/reading/feed/read/scope.ts'`],
    ['server/features/reading/marks/spam.ts', `import { insertItems } from '../feed/feed.stream.ts'`],
    ['server/gate/http.ts', `import { feed } from '../features/reading/feed/feed.ts'`],
    ['web/features/reading/feed/page/feed-list.tsx', `import { FilterPanel } from '../../filters/filter-panel.tsx'`],
    ['web/kit/live/socket.ts', `import { FeedPage } from '../../pages/feed-page.tsx'`],
    ['web/pages/feed-page.tsx', `import { readConfig } from '../../server/config/config.ts'`],
    ['web/pages/feed-page.tsx', `import {\n  App,\n} from '@capacitor/app'`],
    ['server/features/reading/feed/read/pick.ts', `const url = process.env.DATABASE_URL`],
    ['server/features/reading/feed/read/pick.ts', `const now = new Date()`],
    ['rules/trial.ts', `export const now = () => Date.now()`],
    ['server/features/commerce/cart/cart.ts', 'await sql`select pg_advisory_xact_lock(7)`.execute(tx)'],
    ['server/features/commerce/cart/cart.ts', 'await sql`select pg_try_advisory_lock(7)`.execute(db)'],
    ['server/features/commerce/cart/cart.ts', `await client.query('select 1')`],
    ['server/features/commerce/cart/cart.ts', 'const client = await database.pool.connect()'],
    ['server/features/commerce/cart/cart.ts', 'await withTransaction(database, work)'],
    ['server/archive/read-segments.ts', 'await pool.query(`select 1`)'],
    ['db/migrate.ts', `import { openDatabase } from '../server/kit/sql.ts'`],
    ['server/config/people.ts', `import { systemClock } from '../kit/clock.ts'`],
    ['server/config/people.ts', `import { readFileSync } from 'node:fs'`],
    ['server/events.ts', `import type { Scope } from './features/reading/feed/feed.public.ts'`],
    ['server/events.ts', `import { stemOf } from '../engine/language/stem.ts'`],
    [
      'server/archive/search.ts',
      `import { listAllCategories } from '../features/watching/categories/categories.public.ts'`,
    ],
    ['server/archive/search.ts', `import { openStore } from '../stream/store/store.ts'`],
    ['server/demo/demo.ts', `import { openWeb } from '../gate/http.ts'`],
    ['server/demo/demo.ts', `import { findRecent } from '../archive/archive.public.ts'`],
    ['server/demo/demo.ts', `import { openTestWorld } from '../testing/test-world.ts'`],
    ['server/testing/test-world.ts', `import { App } from '../../web/app.tsx'`],
    ['server/testing/test-world.ts', `import { start } from '../../tools/start.ts'`],
    ['server/roles/web.ts', `import { App } from '../../web/app.tsx'`],
    ['web/app.tsx', `import { bus } from '../server/kit/bus.ts'`],
    ['server/features/reading/feed/live/listener.ts', `import type { Socket } from 'socket.io'`],
    ['server/kit/signals.ts', `import { Server } from 'socket.io/dist/index.js'`],
    ['web/features/reading/feed/page/feed-list.tsx', `import { io } from "socket.io-client"`],
    ['web/kit/calls/ask.ts', `const { io } = await import('socket.io-client/debug')`],
    ['server/features/reading/exports/exports.feature.ts', `import { run } from 'graphile-worker'`],
    ['server/roles/worker.ts', `import { Logger } from 'graphile-worker/dist/logger.js'`],
    ['db/migrate.ts', `import { runMigrations } from 'graphile-worker'`],
    ['nowhere/stray.ts', ``],
  ])('%s may not say: %s', (path, text) => {
    expect(findOffences([{ path, text }])).toHaveLength(1)
  })

  test.each([
    [
      'server/features/reading/feed/read/pick.ts',
      `import { filtersOf } from '../../filters/filters.public.ts'\nimport { fits } from '../../../../../rules/filters/fits.ts'`,
    ],
    [
      'server/features/reading/feed/read/pick.ts',
      `// import { filtersOf } from '../../filters/filters.ts', says new Date()\nconst then = new Date(0)`,
    ],
    ['server/stream/pipeline.ts', `import { insertItems } from '../features/reading/feed/feed.stream.ts'`],
    ['server/features/reading/feed/read/pick.test.ts', `import { filtersOf } from '../../filters/filters.ts'`],
    ['server/kit/clock.ts', `export const systemClock = { now: () => new Date() }`],
    ['web/kit/calls/ask.ts', `import { contract } from '../../../contract/contract.ts'`],
    ['server/stream/receive/vk/vk.ts', `import { askVk } from './ask-vk.ts'`],
    [
      'server/stream/receive/vk/vk.simulator.ts',
      `import { openLocalServer } from '../shared/local-server.simulator.ts'`,
    ],
    ['web/kit/native/push.ts', `import { App } from '@capacitor/app'`],
    ['web/kit/live/connection.ts', `import { io } from 'socket.io-client'`],
    ['server/gate/socket.ts', `import { Server } from 'socket.io'`],
    ['server/kit/jobs.ts', `import { run } from 'graphile-worker'`],
    ['server/testing/test-world.ts', `import { startPostgres } from '../../tools/postgres.ts'`],
  ])('%s may say: %s', (path, text) => {
    expect(findOffences([{ path, text }])).toEqual([])
  })
})

describe('circles', () => {
  const ofFiles = (...files: [path: string, text: string][]) =>
    findCircles(files.map(([path, text]) => ({ path, text })))

  test('no files import each other round in a circle', () => {
    expect(findCircles(sources)).toEqual([])
  })

  test('one is found, through types and late imports too', () => {
    const circle = ofFiles(
      ['rules/a.ts', `import { b } from './b.ts'`],
      ['rules/b.ts', `import type { C } from './deep/c.ts'`],
      ['rules/deep/c.ts', `const a = await import('../a.ts')`],
      ['rules/d.ts', `import { a } from './a.ts'`],
    )
    expect(circle).toEqual([['rules/a.ts', 'rules/b.ts', 'rules/deep/c.ts']])
  })

  test('two ways to the same file are none', () => {
    const files = ofFiles(
      ['rules/a.ts', `import { b } from './b.ts'\nimport { c } from './c.ts'`],
      ['rules/b.ts', `import { c } from './c.ts'`],
      ['rules/c.ts', `export const c = 1`],
    )
    expect(files).toEqual([])
  })
})

describe('plain statements', () => {
  const find = (text: string, path = 'server/features/commerce/cart/cart.ts') => findPlainSql([{ path, text }])

  test('are written with the typed builder', () => {
    expect(findPlainSql(sources)).toEqual([])
  })

  test.each([
    'await sql`select id, name from users where id = ${id}`.execute(db)',
    'await sql<{ id: number }>`select id from users where id = ${id} and deleted_at is null order by id desc limit 1`.execute(db)',
    'await sql`select from users where id = ${id} for no key update`.execute(tx)',
    'await sql`\n  insert into notes (user_id, text) values (${userId}, ${text}::text)\n  on conflict (user_id) do nothing returning user_id`.execute(tx)',
    "await sql`update users set name = ${name}, state = 'new' where id = ${id}`.execute(tx)",
    'await sql`delete from notes where user_id = ${userId} and message_id = ${messageId} returning user_id`.execute(tx)',
  ])('are caught: %s', (text) => {
    expect(find(text)).toHaveLength(1)
  })

  test.each([
    'await sql`select count(*) from users where id = ${id}`.execute(db)',
    'await sql`delete from notes where user_id = any(${ids}::bigint[])`.execute(db)',
    'await sql`update carts set quantity = quantity + 1 where id = ${id}`.execute(db)',
    'await sql`select u.id from users u join carts c on c.user_id = u.id where u.id = ${id}`.execute(db)',
    'const due = sql`select id from carts where updated_at < ${before}`',
  ])('are not what says more: %s', (text) => {
    expect(find(text)).toEqual([])
  })

  test('may stand in the feed and in reports', () => {
    const text = 'await sql`select id from feed_items where id = ${id}`.execute(db)'
    expect(find(text, 'server/features/reading/feed/read/pick.ts')).toEqual([])
    expect(find(text, 'server/features/commerce/cart/personal-cart.ts')).toEqual([])
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
    expect(writes('server/features/people/accounts/accounts.feature.ts', text)).toHaveLength(1)
  })

  test('owners, readers and tests are left alone', () => {
    expect(writes('server/features/reading/filters/filters.feature.ts', `db.updateTable('filters')`)).toEqual([])
    expect(writes('server/stream/store/store.ts', `db.insertInto('feedItems')`)).toEqual([])
    expect(writes('server/kit/jobs.ts', 'sql`insert into facts default values`')).toEqual([])
    expect(writes('server/features/reading/feed/read/pick.ts', 'sql`select * from filters for update`')).toEqual([])
    expect(writes('server/features/reading/feed/feed.test.ts', `db.deleteFrom('filters')`)).toEqual([])
  })

  test('a table without an owner is refused', () => {
    expect(() => readOwners('create table stray (\n')).toThrow('names no owner')
  })
})

describe('error codes', () => {
  test('have the shapes of public API', () => {
    expect(Object.keys(errors).filter((code) => !isShapedCode(code))).toEqual([])
  })

  test.each(['FILTERS_FULL', 'CODES_SPENT', 'STAFF_STAYS', 'LINKS_BUSY', 'EMAIL_TAKEN', 'NO_TEAM', 'FilterNotFound'])(
    '%s is refused',
    (code) => {
      expect(isShapedCode(code)).toBe(false)
    },
  )
})

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
  })

  test('db/schema.sql (npm run db:dump)', () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(database.schema)
  })

  test('db/schema.sql shows the indexes of parts too', () => {
    expect(database.schema).toMatch(
      /create table messages_kept partition of messages .*\n(CREATE INDEX .*\n)*CREATE INDEX messages_terms_idx ON /,
    )
  })

  test('db/types.ts (npm run db:dump)', () => {
    expect(readFileSync(typesFile, 'utf8')).toBe(database.types)
  })

  test('the table of settings in docs/settings.md (npm run docs)', () => {
    const { now, wanted } = readSettingsPage()
    expect(now).toBe(wanted)
  })
})

describe('stories', () => {
  const lookOnce =
    /expect\(await [^;\n]*?\.(count|inputValue|getAttribute|textContent|allTextContents|allInnerTexts|innerText|isChecked|isDisabled|isEnabled|isVisible|title)\(/g
  const looksOnce = (text: string) => [...text.matchAll(lookOnce)].map(([found]) => found)

  // A page draws what it heard a little later: a single look passes on a quiet machine and fails on a busy one.
  test('look at a page until it shows what they expect', () => {
    const stories = sources.filter(({ path }) => /^(screens|journeys)\//.test(path))
    expect(stories.length).toBeGreaterThan(40)
    expect(stories.flatMap(({ path, text }) => looksOnce(text).map((found) => `${path}: ${found}`))).toEqual([])
  })

  test('that look once are found', () => {
    expect(looksOnce("expect(await page.getByRole('dialog').count()).toBe(0)")).toHaveLength(1)
    expect(looksOnce("await expect.poll(() => page.getByRole('dialog').count()).toBe(0)")).toEqual([])
  })
})

describe('classes of stylesheets', () => {
  const names = readdirSync(join(projectRoot, 'web'), { recursive: true, encoding: 'utf8' })
  const styles = names.filter((name) => name.endsWith('.module.css')).map((name) => `web/${name.replaceAll('\\', '/')}`)
  const stray = (code: string, css: string) =>
    findStrayClasses(
      [{ path: 'web/kit/row.tsx', text: `import classes from './row.module.css'\n${code}` }],
      new Map([['web/kit/row.module.css', css]]),
    )

  test('are those that components take', () => {
    const web = sources.filter(({ path }) => path.startsWith('web/'))
    expect(findStrayClasses(web, new Map(styles.map((path) => [path, read(path)])))).toEqual([])
  })

  test.each([
    ['<p className={classes.note} />', '.row { gap: 1.5em; } .note::after { content: "."; }'],
    ['<p className={`${classes.row} ${classes.note}`} />', '.row { gap: 0; }'],
    ['<p className={classes.row} />', '@media (--phone) { .row { gap: 0; } .row > .note { margin: 0; } }'],
  ])('one that only one side has is found: %s in %s', (code, css) => {
    expect(stray(code, css)).toHaveLength(1)
  })

  test.each([
    ['<p className={classes[tone]} />', '.good { color: green; } .bad { color: red; }'],
    ['<p className={classes.row} />', '/* .old */ .row:hover :global(.mantine-Input) { gap: 0.5em; }'],
    ['<Modal classNames={classes} />', '.body { padding: 0; }'],
  ])('what is on both sides is not, nor what is computed: %s in %s', (code, css) => {
    expect(stray(code, css)).toEqual([])
  })
})

describe('retired words', () => {
  const own = /^tools\/(retired-words|structure\.test)\.ts$|^db\/types\.ts$/

  test('stand in no comment and name nothing', () => {
    expect(findRetiredWords(sources.filter(({ path }) => !own.test(path)))).toEqual([])
  })

  test.each([
    '/** Whoever asks. */',
    '  // nobody knows',
    '/**\n * Read anew.\n */',
    '// what he likes',
    'throw new Refusal()',
    'const { doubtedSince } = cursor',
    'const isWithheld = !asStaff && isStaffRole(role)',
    'throw new ChatTrouble(message)',
    'const trouble = create.error ?? update.error',
    `import { AdminTable } from './admin-trouble.tsx'`,
    'const { fa_font: icon } = category',
    'const pace = { count: 60, seconds: 60 }',
    'hideDeed()',
    "import { doPressed } from './deeds.ts'",
    'const AUTHOR_DEEDS = 50',
    'for (const deed of done) send(deed)',
    '/** What a deed changes. */',
    'const told = await ask(path)',
    'for (const { said } of answers) tellOwner(said.text)',
    'console.log(`${told.length} told`)',
  ])('are found: %s', (text) => {
    expect(findRetiredWords([{ path: 'rules/trial.ts', text }])).toHaveLength(1)
  })

  test('name columns as the database does', () => {
    const text = `db.selectFrom('watchedGroups').select(['trouble as failure', 'troubleAt'])`
    expect(findRetiredWords([{ path: 'server/stream/plan/plan.ts', text }])).toEqual([])
  })

  test.each([
    ['rules/trial.ts', '// It is so indeed.'],
    ['contract/reading/feed.ts', "call('GET', '/feed/message/:id/deeds', {})"],
    ['contract/wire-names.ts', "{ action: 'deed' }"],
    ['rules/trial.ts', "// Said once.\nconst title = 'told' + `said ${count} times`"],
  ])('leave alone what %s says: %s', (path, text) => {
    expect(findRetiredWords([{ path, text }])).toEqual([])
  })
})

test.each([
  'retention',
  'rate limit',
  'highlight',
  'deduplication',
  'back-off',
  'empty state',
  'retry',
  'toast',
  'debounce',
])('the glossary leads from «%s» to a place that exists', (term) => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((row) => row.startsWith('|') && row.toLowerCase().includes(term))
  expect(rows.length).toBeGreaterThan(0)
  const paths = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path))
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})

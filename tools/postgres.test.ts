import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { findPostmaster, isAlive } from './postgres-processes.ts'

const home = mkdtempSync(join(tmpdir(), 'echolot-postgres-test-'))
const dataDir = join(home, 'postgres')
// Root's server runs as someone else, who must be able to pass.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('an interrupted creation is swept away, Russian letters are known, and what was written is there after a stop', async () => {
  mkdirSync(`${dataDir}.new-999999999/base`, { recursive: true })
  const first = await startPostgres({ dataDir })
  expect(existsSync(`${dataDir}.new-999999999`)).toBe(false)
  await query(first.url, 'create table kept (n int)')
  expect(
    await query(
      first.url,
      `select lower('ЁЖ Щ') as low, 'Ремонт' ~* '^ремон\\w$' as fits, current_setting('fsync') as fsync`,
    ),
  ).toEqual([{ low: 'ёж щ', fits: true, fsync: 'on' }])
  await first.stop()
  expect(findPostmaster(dataDir)).toBeUndefined()

  const second = await startPostgres({ dataDir })
  expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
  await second.stop()
})

test('it ends with a killed starter, and starts again', async () => {
  const { child, url } = await startElsewhere()
  const pid = await pidOfServer()
  await query(url, 'insert into kept values (1)')
  child.kill('SIGKILL')
  await waitFor(() => !isAlive(pid))

  const again = await startPostgres({ dataDir })
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])
  await again.stop()
})

test('a killed server with its pid file left behind starts again, also when the number now belongs to somebody else', async () => {
  const first = await startPostgres({ dataDir })
  const pid = await pidOfServer()
  process.kill(pid, 'SIGKILL')
  await first.ended
  const pidFile = join(dataDir, 'postmaster.pid')
  const left = readFileSync(pidFile, 'utf8')
  writeFileSync(pidFile, left.replace(String(pid), String(process.pid)))

  const again = await startPostgres({ dataDir })
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])
  await again.stop()
})

test('a second command joins the running server and does not stop it', async () => {
  const { child, url } = await startElsewhere()
  const joined = await startPostgres({ dataDir })
  expect(joined).toMatchObject({ url, startedBy: child.pid })
  await joined.stop()
  expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }])
  const pid = await pidOfServer()
  child.kill('SIGKILL')
  await waitFor(() => !isAlive(pid))
})

test('an ephemeral server leaves nothing behind and lets nobody in without its password', async () => {
  const { url, dataDir: ephemeral, stop } = await startPostgres({ ephemeral: true })
  const stranger = new URL(url)
  stranger.password = 'guess'
  await expect(query(stranger.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await stop()
  expect(basename(dirname(ephemeral))).toMatch(/^echolot-postgres-/)
  expect(existsSync(dirname(ephemeral))).toBe(false)
})

test('of a damaged database it says what happened and what to do', async () => {
  const damagedDir = join(home, 'damaged')
  const first = await startPostgres({ dataDir: damagedDir, settings: { fsync: 'off' } })
  const [row] = await query(
    first.url.replace(/[^/]+$/, 'postgres'),
    `select pg_relation_filepath('pg_attribute') as path`,
  )
  await first.stop()
  const file = join(damagedDir, (row as { path: string }).path)
  writeFileSync(file, readFileSync(file).fill(0xa5))
  await expect(startPostgres({ dataDir: damagedDir })).rejects.toThrow(/повреждена[^]+Что делать[^]+pg_restore/)
})

async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const file = join(home, 'starter.ts')
  writeFileSync(
    file,
    `
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)})
    process.send((await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })).url)
    setInterval(() => {}, 1000)`,
  )
  const child = fork(file, { execArgv: [] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)))
    child.once('exit', () => reject(new Error('the starter ended')))
  })
  return { child, url }
}

function pidOfServer(): Promise<number> {
  return waitFor(() => findPostmaster(dataDir)?.pid)
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function waitFor<Found>(find: () => Found | undefined | false): Promise<Found> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const found = find()
    if (found) return found
  }
  throw new Error('it did not come')
}

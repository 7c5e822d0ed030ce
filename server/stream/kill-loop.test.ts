/**
 * An import whose process is killed at random moments, again and again until the file is done, comes to the same as one
 * that no one disturbed: the same messages, the same feed items in the same order, the same authors, groups and cursor.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { lawRuns } from '../../tools/law-runs.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'

const MESSAGES = Math.min(6_000, lawRuns(7_500))
const BATCH = 50
/** After so many kills the import is let through to its end: by day, few enough that it does not come there before. */
const KILLS = lawRuns(12)
/** Stored before a kill, at most. */
const BATCHES = 10

const child = fileURLToPath(new URL('./kill-loop.child.ts', import.meta.url))
const wanted: Record<string, string> = {
  photographers: 'ищу фотографа',
  nannies: 'ищу няню',
  plumbers: 'ищу сантехника',
}

let folder: string
let file: string
let towns: { quiet: TestWorld; killed: TestWorld }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolot-kill-loop-'))
  file = join(folder, 'messages.ndjson.zst')
  await writeFile(file, zstdCompressSync(madeFile(MESSAGES)))
  towns = { quiet: await openTestWorld(), killed: await openTestWorld() }
  for (const world of [towns.quiet, towns.killed]) {
    for (const [slug, query] of Object.entries(wanted)) await world.looksFor(slug, query)
  }
})
afterAll(async () => {
  await towns.quiet.close()
  await towns.killed.close()
  await rm(folder, { recursive: true })
})

/** The same numbers at every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Posts and comments with repeats and edits of what came shortly or long before, over several categories and none. */
function madeFile(count: number): string {
  const next = random(7)
  const pick = <Item>(items: Item[]): Item => items[Math.floor(next() * items.length)] as Item
  const texts = [
    ...Object.values(wanted),
    'ищу фотографа и ищу няню',
    'погода хорошая',
    'кто едет завтра',
    'всем доброе утро',
    // Long enough to have copies; numbers make no difference then.
    'ищу няню для девочки трёх лет на полный день, желательно с опытом и рекомендациями',
    'посоветуйте, где хорошо кормят, а ещё ищу фотографа на свадьбу в июле',
  ]
  const lines: string[] = []
  const made: Record<string, unknown>[] = []
  for (let n = 0; n < count; n += 1) {
    const earlier = made.length > 0 && next() < 0.25 ? pick(next() < 0.5 ? made.slice(-80) : made) : null
    if (earlier && next() < 0.5) lines.push(JSON.stringify(earlier))
    else if (earlier) {
      earlier.text = `${pick(texts)}, исправлено ${n}`
      lines.push(JSON.stringify(earlier))
    } else {
      const message = {
        id: `m${n}`,
        network: pick(['vk', 'telegram', 'ok']),
        kind: pick(['post', 'comment']),
        createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
        authorId: next() < 0.1 ? null : `a${Math.floor(next() * 300)}`,
        groupId: next() < 0.1 ? null : `g${Math.floor(next() * 40)}`,
        text: `${pick(texts)} ${n}`,
      }
      made.push(message)
      lines.push(JSON.stringify(message))
    }
  }
  return lines.join('\n')
}

/** Milliseconds, after so many batches that are stored. */
interface Kill {
  after: number
  delay: number
}

/** @returns how it ended: its code, or the signal that killed it */
function runImport({ database }: TestWorld, kill?: Kill): Promise<number | NodeJS.Signals | null> {
  const killArguments = kill ? [String(kill.after), String(kill.delay)] : []
  const running = spawn(process.execPath, [child, database.url, file, String(BATCH), ...killArguments], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The first one ends in peace, and leaves what it has compiled to those that are killed.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  })
  return new Promise((resolve) => void running.once('exit', (code, signal) => resolve(code ?? signal)))
}

/** What an import came to, without the numbers and times that differ from run to run. */
async function outcome({ db }: TestWorld) {
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
  return {
    messages: await rows(sql`
      select m.network, m.external_id, m.kind, fingerprint, unwanted_score, intent_score, published_at, edited_at is not null as edited, deleted_at, kept, text, terms, m.url, demo,
        a.external_id as author, g.external_id as "group"
      from messages m left join authors a on a.id = author_id left join groups g on g.id = group_id order by 1, 2`),
    keys: await rows(sql`
      select k.network, k.external_id, k.kept from message_keys k
      join messages m on m.id = k.message_id and m.kept = k.kept and m.received_at = k.received_at order by 1, 2`),
    items: await rows(sql`
      select m.network, m.external_id, slug, keyword, spans, gone, i.published_at, i.kind, i.source_kind, repeats, i.intent_level, i.is_unwanted,
        dense_rank() over (order by first_seq_id) as cluster
      from (select *, min(seq_id) over (partition by cluster_id) as first_seq_id from feed_items) as i
      join messages m on m.id = i.message_id and m.received_at = i.received_at
      join categories c on c.id = i.product_id order by i.seq_id`),
    fingerprints: await rows(sql`select fingerprint from fingerprints order by id`),
    authors: await rows(sql`select network, external_id, name from authors order by 1, 2`),
    groups: await rows(sql`select network, external_id, name from groups order by 1, 2`),
    cursor: await rows(sql`select source, cursor, messages from source_cursors order by 1`),
    seqIds: await rows(sql`select count(*) = count(distinct seq_id) as unique, count(*) as count from feed_items`),
  }
}

it('a killed import comes to the same as an undisturbed one', async () => {
  expect(await runImport(towns.quiet)).toBe(0)

  const next = random(inject('seed'))
  let kills = 0
  for (;;) {
    // From before its first batch on, and at any moment between two batches.
    const kill = { after: Math.floor(next() * BATCHES), delay: next() * 25 }
    const ended = await runImport(towns.killed, kills < KILLS ? kill : undefined)
    if (ended === 0) break
    expect(ended).toBe('SIGKILL')
    kills += 1
  }

  const [expected, found] = [await outcome(towns.quiet), await outcome(towns.killed)]
  console.log(
    `killed ${kills} times on the way to ${found.messages.length} messages and ${found.items.length} feed items`,
  )
  expect(kills).toBeGreaterThan(3)
  expect(found.items.length).toBeGreaterThan(1_000)
  expect(found.messages.some((message) => (message as { edited: boolean }).edited)).toBe(true)
  expect(found.items.filter((item) => (item as { repeats: boolean }).repeats).length).toBeGreaterThan(300)
  expect(found.keys).toHaveLength(found.messages.length)
  // By parts, so that a difference is notified of where it is.
  expect(found.cursor).toEqual(expected.cursor)
  expect(found.messages.length).toBe(expected.messages.length)
  expect(found.messages).toEqual(expected.messages)
  expect(found.keys).toEqual(expected.keys)
  expect(found.items).toEqual(expected.items)
  expect(found.fingerprints).toEqual(expected.fingerprints)
  expect(found.authors).toEqual(expected.authors)
  expect(found.groups).toEqual(expected.groups)
  expect(found.seqIds).toEqual(expected.seqIds)
})

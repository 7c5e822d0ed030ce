/** Feeds that come empty: nothing is taken from it, and nothing that was written is skipped. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter, Reading } from '../shared/adapter.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import type { OkCursor } from './ok-reader.ts'
import { startOkSimulator, type OkFault, type OkSimulator } from './ok.simulator.ts'
import { okAdapter } from './ok.ts'

const gid = '53038939046008'
const token = 'tkn1EXAMPLE~token'
const time = sleepingTime()
const never = new AbortController().signal
let ok: OkSimulator
let adapter: NetworkAdapter
let since: Date
let written = 0
beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  since = new Date(time.at - 3 * DAY)
  written = 0
  ok = await startOkSimulator({ now: time.now })
  ok.group(gid)
  const pool = await openForgetfulPool({ network: 'ok', tokens: [token], limits: { perSecond: 3 }, time })
  adapter = okAdapter({ time, application: ok.application, pool, url: `${ok.url}/fb.do` })
})
afterEach(() => ok.close())

interface Read {
  texts: string[]
  cursor: OkCursor
  last: Reading
}

/** Reads to the end; with `bare` what is before the newest page comes empty. */
async function read(cursor: unknown, { bare = false } = {}): Promise<Read> {
  const texts: string[] = []
  let at = cursor
  for (let steps = 0; steps < 200; steps += 1) {
    if (bare && (at as OkCursor | null)?.open) ok.fail({ method: 'stream.get', answer: 'empty' })
    const last = await adapter.groups!.read({ externalId: gid, link: '' }, at, since, never)
    texts.push(...last.messages.map(({ text, deleted }) => (deleted ? '(deleted)' : text)))
    at = JSON.parse(JSON.stringify(last.cursor))
    if (!last.more) return { texts, cursor: at as OkCursor, last }
  }
  throw new Error('a reading without end')
}
/** A minute apart, the newest just now. */
function write(many: number): string[] {
  time.at += many * MINUTE
  return Array.from({ length: many }, (_, n) => {
    const text = `Тема ${written++}`
    ok.post(gid, { text, at: new Date(time.at - (many - 1 - n) * MINUTE) })
    return text
  })
}

describe('a gap', () => {
  it('whose pages come empty again and again stays open, while what is new is read', async () => {
    write(10)
    const { cursor } = await read(null)
    const wanted = write(180)
    let suspected = await read(cursor, { bare: true })
    const received = new Set(suspected.texts)
    for (let n = 0; n < 20; n += 1) {
      time.at += 2 * HOUR
      const fresh = write(2)
      wanted.push(...fresh)
      suspected = await read(suspected.cursor, { bare: true })
      expect(suspected.texts).toEqual(expect.arrayContaining(fresh))
      expect(suspected.last.suspicion).toEqual(expect.stringContaining(gid))
      for (const text of suspected.texts) received.add(text)
    }
    time.at += 6 * HOUR
    const after = await read(suspected.cursor)
    expect([...new Set([...received, ...after.texts])].toSorted()).toEqual(wanted.toSorted())
    expect(after.last).not.toHaveProperty('suspicion')
    expect(after.cursor).not.toHaveProperty('gap')
  })

  it('is asked for less and less often, and some day no more', async () => {
    write(10)
    let suspected = await read((await read(null)).cursor)
    write(100)
    const before = ok.count('stream.get')
    for (let n = 0; n < 12 * 30; n += 1) {
      time.at += 2 * MINUTE
      suspected = await read(suspected.cursor, { bare: true })
    }
    expect(ok.count('stream.get') - before - 360).toBeLessThan(30)
    for (let n = 0; n < 60; n += 1) {
      time.at += 6 * HOUR
      suspected = await read(suspected.cursor, { bare: true })
    }
    expect(suspected.cursor).not.toHaveProperty('gap')
    expect(suspected.last).not.toHaveProperty('suspicion')
  })

  it('whose anchor is worth nothing any more each time is given up some day, too', async () => {
    write(10)
    let suspected = await read((await read(null)).cursor)
    write(100)
    suspected = await read(suspected.cursor, { bare: true })
    const tries: number[] = []
    for (let n = 0; n < 100 && suspected.cursor.gap; n += 1) {
      time.at += 6 * HOUR
      tries.push(suspected.cursor.gap.tries)
      // The newest are read, and the gap is taken up: then its anchor is refused, and the next reading begins with the newest.
      const taken = await adapter.groups!.read({ externalId: gid, link: '' }, suspected.cursor, since, never)
      ok.fail({ method: 'stream.get', answer: { code: 100 } })
      const refused = await adapter.groups!.read({ externalId: gid, link: '' }, taken.cursor, since, never)
      expect(refused.cursor).toMatchObject({ tries: tries.at(-1) })
      suspected = await read(refused.cursor, { bare: true })
    }
    expect(suspected.cursor).not.toHaveProperty('gap')
    expect(tries).toEqual(tries.map((_, n) => (tries[0] ?? 0) + n))
    expect(tries.length).toBeLessThan(50)
    expect(suspected.cursor).not.toHaveProperty('tries')
  })
})

describe('a group', () => {
  const emptyAll = (): void => {
    const faults: OkFault[] = [
      { method: 'stream.get', answer: 'empty' },
      { method: 'mediatopic.getByIds', answer: { code: 300 } },
    ]
    faults.forEach(ok.fail)
  }

  it('that shows nothing where there were topics is suspected for an hour, though each by itself seems gone', async () => {
    write(10)
    let { cursor } = await read(null)
    time.at += HOUR
    for (let n = 0; n < 5; n += 1) {
      emptyAll()
      const suspected = await read(cursor)
      expect(suspected).toMatchObject({ texts: [], last: { suspicion: expect.stringContaining(gid) } })
      cursor = suspected.cursor
      time.at += 10 * MINUTE
    }
    ok.heal()
    const wanted = write(5)
    const after = await read(cursor)
    expect(after.texts.toSorted()).toEqual(wanted.toSorted())
    expect(after.last).not.toHaveProperty('suspicion')
  })

  it('whose topics are all gone is believed after a while', async () => {
    write(10)
    let { cursor } = await read(null)
    ok.group(gid)
    const texts: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const { cursor: next, texts: received } = await read(cursor)
      cursor = next
      texts.push(...received)
      time.at += 40 * MINUTE
    }
    expect(texts).toEqual(Array.from({ length: 10 }, () => '(deleted)'))
    expect((await read(cursor)).last).not.toHaveProperty('suspicion')
  })

  it('of which one discussion fails for good is read all the same', async () => {
    write(2)
    const topic = ok.post(gid, 'Обсуждают')
    ok.comment(topic, 'Первый ответ')
    let { cursor } = await read(null)
    ok.comment(topic, 'Второй ответ')
    ok.fail({ method: 'discussions.getComments', answer: { http: 500 }, times: 1_000 })
    const texts: string[] = []
    for (let n = 0; n < 3; n += 1) {
      time.at += 6 * HOUR
      write(1)
      const { cursor: next, texts: received } = await read(cursor)
      cursor = next
      texts.push(...received)
    }
    expect(texts).toEqual(['Тема 2', 'Тема 3', 'Тема 4'])
  })
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { createRandom } from '../made-up/random.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import { isNetworkError } from '../shared/network-error.ts'
import type { SimulatedOkTopic } from './ok-world.simulator.ts'
import { startOkSimulator, type OkFault, type OkSimulator } from './ok.simulator.ts'
import { okAdapter } from './ok.ts'

/** Some hours of a few groups in simulated time, with whatever can go wrong: all that was written is received, and no limit is broken. */
const time = sleepingTime()
const never = new AbortController().signal
let ok: OkSimulator
let adapter: NetworkAdapter
beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  ok = await startOkSimulator({ now: time.now })
  ok.perSecond = 4
  const pool = await openForgetfulPool({ network: 'ok', tokens: ['tkn1EXAMPLE~token'], limits: { perSecond: 3 }, time })
  adapter = okAdapter({ time, application: ok.application, pool, url: `${ok.url}/fb.do` })
})
afterEach(() => ok.close())

const faults: OkFault['answer'][] = [
  { code: 2 },
  { code: 8 },
  { code: 11 },
  { code: 9999 },
  { http: 502 },
  { http: 429 },
  'broken',
  'shuffled',
]

it.each([1, 2, 3])('loses nothing in some hours of faults (%s)', async (seed) => {
  const random = createRandom(seed, 0)
  ok.terse = seed === 2
  ok.lean = seed === 3
  const groups = ['100', '200', '300'].map((id) => ok.group(id))
  const heard = new Map<string, { text: string; times: number; deleted: boolean }>()
  const cursors = new Map<string, unknown>()
  const deleted = new Set<string>()
  const since = new Date(time.at - HOUR)
  let written = 0

  async function readAll(id: string): Promise<void> {
    for (let steps = 0; steps < 60; steps += 1) {
      try {
        const reading = await adapter.groups?.read({ externalId: id, link: '' }, cursors.get(id) ?? null, since, never)
        if (!reading) return
        for (const message of reading.messages) {
          const known = heard.get(message.externalId)
          heard.set(message.externalId, {
            text: message.text,
            times: (known?.times ?? 0) + (message.editedAt ? 0 : 1),
            deleted: message.deleted ?? false,
          })
        }
        cursors.set(id, JSON.parse(JSON.stringify(reading.cursor)))
        if (!reading.more) return
      } catch (error) {
        if (!isNetworkError(error, 'temporary', 'rate-limited')) throw error
        time.at += 5000
      }
    }
  }
  for (const { id } of groups) await readAll(id)
  for (let round = 0; round < 16; round += 1) {
    time.at += random.between(1, 60) * 60_000
    for (const group of groups) {
      for (let n = random.between(0, random.chance(0.02) ? 160 : 1); n > 0; n -= 1) {
        time.at += random.between(0, 100)
        ok.post(group.id, `${group.id} ${written++}`)
      }
      const recent: SimulatedOkTopic[] = group.topics.slice(-8)
      for (let n = random.between(0, random.chance(0.05) ? 230 : 5); n > 0 && recent.length > 0; n -= 1) {
        time.at += random.between(0, 100)
        ok.comment(random.pick(recent), `ответ ${written++}`)
      }
      if (recent.length > 0 && random.chance(0.3)) ok.edit(random.pick(recent), `исправлено ${written++}`)
      if (recent.length > 3 && random.chance(0.1)) {
        const topic = random.pick(recent)
        ok.delete(group.id, topic)
        deleted.add(`${group.id}/${topic.id}`)
      }
      if (random.chance(0.3)) {
        const method = random.pick(['stream.get', 'stream.get', 'mediatopic.getByIds', 'discussions.getComments'])
        ok.fail({ method, answer: random.pick(faults), times: random.between(1, 2) })
      }
      await readAll(group.id)
    }
  }
  for (let round = 0; round < 8; round += 1) {
    time.at += HOUR
    for (const { id } of groups) await readAll(id)
  }
  const lost: string[] = []
  for (const { id, topics } of groups) {
    for (const topic of topics) {
      const known = heard.get(`${id}/${topic.id}`)
      if (known?.text !== topic.text) lost.push(`${id}/${topic.id}: ${topic.text} / ${known?.text}`)
      for (const comment of topic.comments)
        if (!heard.has(`${id}/${topic.id}/c${comment.id}`)) lost.push(`${id}/${topic.id}/c${comment.id}`)
    }
  }
  expect(lost).toEqual([])
  expect([...heard].filter(([id, { deleted: gone }]) => gone && !deleted.has(id))).toEqual([])
  expect([...heard].filter(([, { times }]) => times > 1).length / heard.size).toBeLessThan(0.01)
  expect(ok.busiestSecond()).toBeLessThanOrEqual(4)
})

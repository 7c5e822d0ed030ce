import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { NetworkAdapter } from '../shared/adapter.ts'
import { createRandom } from '../made-up/random.ts'
import { openForgetfulPool } from '../shared/token-pool.samples.ts'
import { isNetworkError } from '../shared/network-error.ts'
import { startTelegramSimulator, type TelegramFault, type TelegramSimulator } from './telegram.simulator.ts'
import { telegramAdapter } from './telegram.ts'

/** Some hours of a few channels in simulated time, with whatever can go wrong: all that was written is received, and no limit is broken. */
const time = sleepingTime()
const never = new AbortController().signal
let telegram: TelegramSimulator
let adapter: NetworkAdapter
beforeEach(async () => {
  time.at = Date.parse('2026-11-20T12:00:00Z')
  telegram = await startTelegramSimulator({ now: time.now })
  telegram.perSecond = 1
  const preview = await openForgetfulPool({ network: 'telegram', limits: { perSecond: 1 }, time })
  adapter = telegramAdapter({ time, preview, previewUrl: telegram.url })
})
afterEach(() => telegram.close())

const faults: TelegramFault['answer'][] = [429, 500, 502, 'broken', 'empty', 'repeated', 'shuffled', 'stale']

it('loses nothing in some hours of faults', async () => {
  const random = createRandom(2, 0)
  const names = ['moms', 'news', 'city_chat']
  for (const name of names) telegram.channel(name, { comments: name !== 'news' })
  const heard = new Map<string, { text: string; times: number; deleted: boolean }>()
  const cursors = new Map<string, unknown>()
  const deleted = new Set<string>()
  const since = new Date(time.at - HOUR)
  let written = 0

  async function readAll(name: string): Promise<void> {
    for (let steps = 0; steps < 60; steps += 1) {
      try {
        const reading = await adapter.groups?.read(
          { externalId: name, link: '' },
          cursors.get(name) ?? null,
          since,
          never,
        )
        if (!reading) return
        for (const message of reading.messages) {
          const known = heard.get(message.externalId)
          heard.set(message.externalId, {
            text: message.deleted ? (known?.text ?? '') : message.text,
            times: (known?.times ?? 0) + (message.editedAt ? 0 : 1),
            deleted: message.deleted ?? false,
          })
        }
        cursors.set(name, JSON.parse(JSON.stringify(reading.cursor)))
        if (!reading.more) return
      } catch (error) {
        if (!isNetworkError(error, 'temporary', 'rate-limited')) throw error
        time.at += 5000
      }
    }
  }
  for (const name of names) await readAll(name)
  for (let round = 0; round < 20; round += 1) {
    time.at += random.between(1, 30) * 60_000
    for (const name of names) {
      const chat = telegram.find(name)
      // What left the newest page is no longer edited; where people comment, they do so below whatever was written these days.
      for (let n = random.between(0, chat.discussion ? 5 : random.chance(0.05) ? 90 : 4); n > 0; n -= 1) {
        time.at += 100
        telegram.post(name, {
          text: `${name} ${written++}`,
          pictures: random.chance(0.2) ? random.between(1, 5) : 0,
          service: random.chance(0.05),
        })
      }
      const recent = chat.messages.slice(-4)
      for (
        let n = chat.discussion ? random.between(0, random.chance(0.05) ? 130 : 5) : 0;
        n > 0 && recent.length > 0;
        n -= 1
      ) {
        telegram.comment(name, random.pick(chat.messages).id, `ответ ${written++}`)
      }
      if (chat.discussion && recent.length > 0 && random.chance(0.3))
        telegram.edit(name, random.pick(recent).id, `исправлено ${written++}`)
      if (recent.length > 3 && random.chance(0.1)) {
        const { id } = random.pick(recent)
        telegram.delete(name, id)
        deleted.add(`${name}/${id}`)
      }
      if (random.chance(0.3))
        telegram.fail({
          method: random.pick(['page', 'page', 'discussion']),
          answer: random.pick(faults),
          times: random.between(1, 2),
        })
      if (random.chance(0.7)) await readAll(name)
    }
  }
  // Enough quiet for every discussion to come round.
  for (let round = 0; round < 60; round += 1) {
    time.at += 2 * HOUR
    for (const name of names) await readAll(name)
  }
  const lost: string[] = []
  for (const name of names) {
    for (const post of telegram.find(name).messages) {
      const known = heard.get(`${name}/${post.id}`)
      if (!post.service && known?.text !== post.text) lost.push(`${name}/${post.id}: ${post.text} / ${known?.text}`)
      for (const { id } of post.comments)
        if (!heard.has(`${name}/${post.id}/c${id}`)) lost.push(`${name}/${post.id}/c${id}`)
    }
  }
  expect(lost).toEqual([])
  const wrong = [...heard].filter(([id, { deleted: gone }]) => gone && !deleted.has(id)).map(([id]) => id)
  expect(wrong).toEqual([])
  const twice = [...heard].filter(([, { times }]) => times > 1).map(([id]) => id)
  expect(twice.length / heard.size).toBeLessThan(0.01)
  expect(telegram.busiestSecond()).toBe(1)
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { VkTokenKind } from './vk.simulator.ts'
import { never, since, vkTown, wallOf } from './vk.samples.ts'

async function town(tokens: Record<string, VkTokenKind>, more: { perDay?: Record<string, number> } = {}) {
  const opened = await vkTown(sleepingTime(), {
    tokens,
    ...more,
    ...(more.perDay ? { limits: { perDay: more.perDay } } : {}),
  })
  onTestFinished(() => opened.simulator.close())
  const { simulator, world, adapter } = opened
  const walls = (count: number): number[] =>
    Array.from({ length: count }, (_, n) => {
      world.group(n + 1)
      world.post(-n - 1, { text: `Объявление ${n}` })
      return -n - 1
    })
  const read = (wall: number, signal = never) => adapter.groups!.read(wallOf(wall), null, since, signal)
  /** Of each wall its text, or why it could not be read. */
  const readAllAtOnce = (ids: number[]): Promise<string[]> =>
    Promise.all(
      ids.map((id) =>
        read(id).then(
          ({ messages }) => messages.map(({ text }) => text).join(),
          (error: { kind: string }) => error.kind,
        ),
      ),
    )
  const asked = (): string[] => simulator.calls.map(({ method }) => method)
  const inBatches = (): number[] =>
    simulator.calls
      .filter(({ method }) => method === 'execute')
      .map(({ parameters }) => parameters.code!.split('API.').length - 1)
  return { ...opened, walls, read, readAllAtOnce, asked, inBatches }
}
const texts = (count: number): string[] => Array.from({ length: count }, (_, n) => `Объявление ${n}`)

describe('walls read at the same time', () => {
  it('go in few calls of execute, each of 25 at most', async () => {
    const { walls, readAllAtOnce, inBatches, simulator } = await town({ anna: 'user' })
    expect(await readAllAtOnce(walls(60))).toEqual(texts(60))
    expect(Math.max(...inBatches())).toBe(25)
    expect(inBatches().length).toBeLessThanOrEqual(4)
    expect(simulator.called('wall.get')).toBe(60)
    expect(simulator.refused.size).toBe(0)
  })

  it('go one by one with tokens of other kinds, and one alone with any', async () => {
    const service = await town({ service: 'service' })
    expect(await service.readAllAtOnce(service.walls(5))).toEqual(texts(5))
    expect(new Set(service.asked())).toEqual(new Set(['wall.get']))
    const { walls, readAllAtOnce, asked } = await town({ anna: 'user' })
    expect(await readAllAtOnce(walls(1))).toEqual(texts(1))
    expect(asked()).toEqual(['wall.get'])
  })

  it('fail each by itself', async () => {
    const { walls, readAllAtOnce, world, inBatches } = await town({ anna: 'user' })
    const ids = walls(6)
    world.owners.get(-2)!.closed = true
    world.owners.get(-5)!.deactivated = 'banned'
    expect(await readAllAtOnce([...ids, -77])).toEqual([
      'Объявление 0',
      'access-denied',
      'Объявление 2',
      'Объявление 3',
      'access-denied',
      'Объявление 5',
      'access-denied',
    ])
    expect(inBatches()).toEqual([7])
  })

  it('keep the day’s limit of each token, and what one has used up the other reads', async () => {
    const { walls, readAllAtOnce, simulator } = await town(
      { anna: 'user', boris: 'user' },
      { perDay: { 'wall.get': 10 } },
    )
    const read = await readAllAtOnce(walls(24))
    expect(read.filter((text) => text === 'quota-exceeded')).toHaveLength(4)
    expect(simulator.called('wall.get')).toBe(20)
    expect(simulator.refused.size).toBe(0)
  })

  it('are read by another token when VK says inside that one has used up its day, or is dead', async () => {
    const { walls, readAllAtOnce, simulator, pool } = await town({ anna: 'user', boris: 'user', vera: 'user' })
    const ids = walls(12)
    simulator.fail({ error: 29 }, 'wall.get', 3)
    simulator.fail({ error: 5 }, 'execute')
    expect(await readAllAtOnce(ids)).toEqual(texts(12))
    expect(pool.health().filter(({ dead }) => dead)).toHaveLength(1)
  })

  it('are fewer in a call when the answer is too long for VK', async () => {
    const { walls, readAllAtOnce, simulator } = await town({ anna: 'user' })
    simulator.mostExecuted = 4
    expect(await readAllAtOnce(walls(30))).toEqual(texts(30))
  })

  it('go one by one with a token that is of no user after all', async () => {
    const { walls, readAllAtOnce, simulator } = await town({ anna: 'user' })
    const ids = walls(8)
    simulator.tokens.set('anna', 'service')
    expect(await readAllAtOnce(ids)).toEqual(texts(8))
    expect(simulator.called('execute')).toBe(1)
  })

  it('all fail when execute itself does, and one who leaves takes no one along', async () => {
    const { walls, read, readAllAtOnce, simulator } = await town({ anna: 'user' })
    const ids = walls(4)
    simulator.fail({ status: 502 }, 'execute')
    simulator.fail({ status: 502 }, 'wall.get')
    expect(await readAllAtOnce(ids)).toEqual(Array(4).fill('temporary'))
    const leaving = new AbortController()
    const left = read(-1, leaving.signal).catch((error: { kind: string }) => error.kind)
    const stayed = readAllAtOnce(ids.slice(1))
    leaving.abort()
    expect(await left).toBe('temporary')
    expect(await stayed).toEqual(texts(4).slice(1))
  })
})

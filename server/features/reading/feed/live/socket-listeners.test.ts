import { expect, it } from 'vitest'
import { StandingClock } from '../../../../testing/standing-clock.ts'
import { SocketListeners } from './socket-listeners.ts'

const open = () => new SocketListeners({ sendSignal: () => {} }, new StandingClock(), () => 0)

it('counts once at a time: the next count lets go of the one that runs, and begins after it', async () => {
  const listeners = open()
  const steps: string[] = []
  const counting = (name: string, first = Promise.resolve()) => {
    const isWanted = listeners.begin()
    return listeners.count(async () => {
      steps.push(`${name} begins`)
      await first
      steps.push(`${name} ${isWanted() ? 'is wanted' : 'is let go'}`)
      return name
    })
  }
  const running = Promise.withResolvers<void>()
  const first = counting('first', running.promise)
  await Promise.resolve()
  const others = [counting('second'), counting('third')]
  expect(steps).toEqual(['first begins'])
  running.resolve()
  expect(await Promise.all([first, ...others])).toEqual(['first', 'second', 'third'])
  expect(steps).toEqual([
    'first begins',
    'first is let go',
    'second begins',
    'second is let go',
    'third begins',
    'third is wanted',
  ])
})

it('counts on after a count that failed', async () => {
  const listeners = open()
  await expect(listeners.count(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  const isWanted = listeners.begin()
  expect(await listeners.count(async () => isWanted())).toBe(true)
})

it('counts for no one once the socket is closed', async () => {
  const listeners = open()
  const running = Promise.withResolvers<void>()
  const isWanted = listeners.begin()
  const count = listeners.count(async () => {
    await running.promise
    return isWanted()
  })
  listeners.close()
  running.resolve()
  expect(await count).toBe(false)
})

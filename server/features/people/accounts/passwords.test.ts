import { describe, expect, it, test, vi } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'
import { hash, verify } from '@node-rs/argon2'
import type { AppError } from '../../../kit/app-error.ts'
import { MOST_HASH_THREADS } from './hash-in-thread.ts'
import type { HashOrder } from './hash-thread.ts'
import { checkNotCommon, hashPassword, isPassword, tryPassword } from './passwords.ts'

const anna = { email: 'anna.petrova@example.ru', username: 'Анна Петрова' }
const isCommon = (password: string) =>
  checkNotCommon(password, anna).then(
    () => false,
    (refusal: { code: string }) => refusal.code === 'PASSWORD_TOO_COMMON',
  )

describe('a password that everybody tries', () => {
  test.each([
    'password',
    'Password',
    'qwertyui',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'abababab',
    'hgfedcba',
    'йцукенгш',
    'ЙЦУКЕНГШ',
    'пароль123',
    'Привет2026!',
    'anna.petrova@example.ru',
    'Anna.Petrova',
    'anna.petrova1990',
    'анна петрова',
    ' Анна Петрова ',
    'echolot2026',
  ])('is refused: %s', async (password) => {
    expect(await isCommon(password)).toBe(true)
  })

  test.each([
    'правильный пароль',
    'совсем другой пароль',
    'k3-Rq!vD',
    'длинная фраза о погоде',
    'anna и её собака',
    'хорошо 2026 или нет',
  ])('is not: %s', async (password) => {
    expect(await isCommon(password)).toBe(false)
  })

  it('is looked for without an e-mail and without a name, too', async () => {
    await expect(checkNotCommon('password', { email: null, username: '' })).rejects.toMatchObject({
      code: 'PASSWORD_TOO_COMMON',
    })
    await expect(checkNotCommon('правильный пароль', { email: null, username: '' })).resolves.toBeUndefined()
  })
})

describe('a hash', () => {
  it('is of argon2id, another one each time, and fits its password only', async () => {
    const [one, two] = await Promise.all([hashPassword('правильный пароль'), hashPassword('правильный пароль')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await isPassword(one, 'правильный пароль')).toBe(true)
    expect(await isPassword(one, 'правильный пароль ')).toBe(false)
    expect(await isPassword(one, 'правильный пароль'.normalize('NFD'))).toBe(true)
  })

  it('that is missing fits none, and costs as much', async () => {
    expect(await isPassword(null, 'nobody')).toBe(false)
    const there = await hashPassword('правильный пароль')
    const orders: HashOrder[] = []
    const { postMessage } = Worker.prototype
    const posted = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      order,
      ...more
    ) {
      orders.push(order as HashOrder)
      return postMessage.call(this, order, ...more)
    })
    expect([await isPassword(null, 'не тот'), await isPassword(there, 'не тот')]).toEqual([false, false])
    posted.mockRestore()
    // One comparison each, of the same password with as dear a hash: what argon2 does is written at the beginning of a hash.
    const [missing, wrong] = orders
    const costOf = (order: HashOrder | undefined) => order?.hash?.split('$').slice(0, 4)
    expect(orders).toEqual([missing, { password: 'не тот', hash: there }])
    expect(missing?.password).toBe('не тот')
    expect(costOf(missing)).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'])
    expect(costOf(missing)).toEqual(costOf(wrong))
    expect(missing?.hash).toHaveLength(there.length)
    // It is a true hash: what is none would be refused unread.
    expect(await verify(missing?.hash ?? '', 'nobody')).toBe(true)
  })
})

describe('hashes', () => {
  it('are made by few threads, however many are wanted, and these give way to those that answer', async () => {
    const begun = new Set<number>()
    const follow = (worker: Worker): void => void begun.add(worker.threadId)
    process.on('worker', follow)
    await Promise.all(Array.from({ length: 12 }, () => hashPassword('правильный пароль')))
    process.off('worker', follow)
    expect(begun.size).toBeLessThanOrEqual(MOST_HASH_THREADS)
    if (process.platform !== 'linux') return
    // The names of threads may hold brackets and spaces.
    const niceOf = (task: string): number =>
      Number(/.*\) (?:\S+ ){16}(-?\d+)/.exec(readFileSync(`/proc/self/task/${task}/stat`, 'utf8'))?.[1])
    const nice = readdirSync('/proc/self/task').map(niceOf)
    const givingWay = nice.filter((each) => each >= constants.priority.PRIORITY_BELOW_NORMAL)
    expect(givingWay.length).toBeGreaterThan(0)
    if (niceOf(String(process.pid)) < constants.priority.PRIORITY_BELOW_NORMAL)
      expect(givingWay.length).toBeLessThanOrEqual(MOST_HASH_THREADS)
  })

  it('wait in a short queue, and what finds it full is refused and no failure', async () => {
    const cheap = await hash('правильный пароль', { memoryCost: 8, timeCost: 1, parallelism: 1 })
    let takenBack = 0
    const attempt = { before: () => 0, takeBack: async () => void (takenBack += 1) }
    const tries = Array.from({ length: 2_000 }, () => tryPassword(attempt, cheap, 'правильный пароль'))
    const outcomes = await Promise.allSettled(tries)
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(outcomes.length)
    expect(new Set(refused.map(({ reason }) => (reason as AppError).code))).toEqual(new Set(['RATE_LIMIT_EXCEEDED']))
    expect(takenBack).toBe(refused.length)
    expect(await isPassword(cheap, 'правильный пароль')).toBe(true)
  })
})

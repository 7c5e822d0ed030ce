import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { call } from '../../contract/call.ts'
import { SECOND } from '../kit/clock.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openReadLog } from './log.samples.ts'
import { BrokenContract, checkResult } from './result.ts'

const made = call('GET', '/made/:id', {
  access: 'anyone',
  teamNeed: 'none',
  underMask: 'refused',
  input: Type.Object({}),
  result: Type.Object({
    at: Type.String({ format: 'date-time' }),
    note: Type.Optional(Type.String()),
    items: Type.Array(Type.Object({ id: Type.Integer() }, { additionalProperties: false })),
  }),
})
const good = { at: '2026-11-22T09:00:00Z', items: [] }

test.each<[string, unknown]>([
  ['what is promised', good],
  ['a date for its text', { ...good, at: new Date(0) }],
  ['what JSON leaves out', { ...good, note: undefined }],
  ['more than is promised, where that is open', { ...good, more: 1 }],
])('%s passes', (_, result) => {
  checkResult('made.getMade', made, result)
})

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'result must be object'],
  ['a field that is missing', { at: good.at }, "result must have required property 'items'"],
  ['a field of another type', { ...good, note: 5 }, 'result/note must be string'],
  ['a mistake inside a list', { ...good, items: [{ id: 1 }, { id: 'x' }] }, 'result/items/1/id must be integer'],
  ['more than may be there', { ...good, items: [{ id: 1, secret: 1 }] }, 'result/items/0 must NOT have additional'],
  ['a date that is none', { ...good, at: 'yesterday' }, 'result/at must match format "date-time"'],
  ['a number that is none', { ...good, items: [{ id: Number.NaN }] }, 'result/items/0/id must be integer'],
])('%s is reported with its call and its place', (_, result, mistake) => {
  const check = () => checkResult('made.getMade', made, result)
  expect(check).toThrow(BrokenContract)
  expect(check).toThrow(`made.getMade (GET /made/:id) broke its contract: ${mistake}`)
})

let worlds: { development: TestWorld; production: TestWorld }
const { log, lines: logged } = openReadLog('error')
beforeAll(async () => {
  worlds = {
    development: await openTestWorld({ log }),
    production: await openTestWorld({ log, config: { production: true } }),
  }
})
afterAll(async () => {
  await worlds.development.close()
  await worlds.production.close()
})

/** A user whose name the table holds, and the contract does not: null. */
async function withBrokenName(world: TestWorld): Promise<TestUser> {
  const anna = await world.customer('anna')
  await world.db.schema
    .alterTable('users')
    .alterColumn('username', (column) => column.dropNotNull())
    .execute()
  await world.db
    .updateTable('users')
    .set({ username: null as unknown as string })
    .where('id', '=', anna.userId)
    .execute()
  return anna
}

it('in development and in tests a broken result is a defect: logged, and answered as one, whichever way it was asked', async () => {
  const anna = await withBrokenName(worlds.development)
  const broken = expect.stringMatching(/^accounts\.getMe \(GET \/user\/me\) broke its contract: result\/user/)
  const defect = {
    status: 'error',
    type: 'defect',
    code: expect.stringMatching(/^CC-[0-9a-f]{8}$/),
    message: 'Ошибка сервера',
    details: { broken },
  }
  expect(await worlds.development.ask('accounts', 'getMe', {}, anna)).toEqual(defect)
  // Of one kind a line a second.
  worlds.development.clock.advance(SECOND)
  const browser = await anna.connects()
  expect(await browser.answers('accounts', 'getMe', {})).toEqual(defect)
  expect(logged.splice(0)).toMatchObject(
    Array.from({ length: 2 }, () => ({ msg: 'defect', route: '/api/user/me', err: { message: broken } })),
  )
})

it('in production nothing is checked', async () => {
  const anna = await withBrokenName(worlds.production)
  expect(await worlds.production.ask('accounts', 'getMe', {}, anna)).toMatchObject({
    status: 'ok',
    result: { user: { id: anna.userId, username: null } },
  })
  expect(logged).toEqual([])
})

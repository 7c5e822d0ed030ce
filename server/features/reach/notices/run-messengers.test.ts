/** Asking messengers what was written: nothing is lost, nothing is followed twice, one process asks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../../../config/config.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { BOT_TOKEN, simulateBotApi, type BotApiSimulator } from './channels/telegram/bot-api.simulator.ts'
import { GROUP_ID, GROUP_TOKEN, simulateVkGroup, type VkGroupSimulator } from './channels/vk/vk-group.simulator.ts'
import { runMessengers } from './run-messengers.ts'

let world: TestWorld
const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
  await world.close()
})

async function open(config: Partial<Config>): Promise<void> {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example', ...config } })
}
function run(): { close(): Promise<void> } {
  const started = runMessengers(world)
  running.push(started)
  return started
}
async function stop(one: { close(): Promise<void> }): Promise<void> {
  running.splice(running.indexOf(one), 1)
  await one.close()
}
const heard = async (): Promise<string[]> =>
  (await world.db.selectFrom('chatUpdates').select('updateKey').orderBy('id').execute()).map((row) => row.updateKey)

describe('Telegram', () => {
  let telegram: BotApiSimulator
  beforeEach(async () => {
    telegram = await simulateBotApi()
    return () => telegram.close()
  })
  const bot = (updates: 'poll' | 'webhook') => ({
    telegramBot: { token: BOT_TOKEN, url: telegram.url, updates, secret: 'simulated-secret' },
  })

  it('is asked, also for what came while no one asked, and is answered what was read', async () => {
    await open(bot('poll'))
    // A webhook of before would be in the way.
    telegram.webhook = { url: 'https://old.example/', secret: 'x' }
    const chat = telegram.person('Анна')
    const first = run()
    await expect.poll(() => telegram.webhook).toBeNull()
    await telegram.writes(chat, '/help')
    await expect.poll(heard).toHaveLength(1)
    // Asking on says that it was read.
    await expect.poll(() => telegram.waiting).toBe(0)
    await stop(first)
    await telegram.writes(chat, '/help')
    run()
    await expect.poll(heard).toHaveLength(2)
    await world.settle()
    expect(telegram.in(chat)).toHaveLength(2)
    expect(telegram.commands.map(({ command }) => command)).toEqual([
      'today',
      'filters',
      'pause',
      'resume',
      'stop',
      'help',
    ])
  })

  it('is asked on after an error, and what can not be read holds up nothing', async () => {
    await open(bot('poll'))
    const chat = telegram.person('Анна')
    telegram.faults.add('getUpdates', { status: 502 })
    run()
    await telegram.writes(chat, '/help')
    await expect.poll(heard).toHaveLength(1)
    await telegram.writes(chat, undefined as never)
    await telegram.writes(chat, '/help')
    await expect.poll(heard).toHaveLength(2)
  })

  it('is asked by one process, and the next takes over', async () => {
    await open(bot('poll'))
    const chat = telegram.person('Анна')
    const first = run()
    await expect.poll(() => telegram.commands.length).toBeGreaterThan(0)
    run()
    await telegram.writes(chat, '/help')
    await expect.poll(heard).toHaveLength(1)
    await stop(first)
    await telegram.writes(chat, '/help')
    await expect.poll(heard).toHaveLength(2)
    expect(telegram.conflicts).toBe(0)
  })

  it('is handed the address of its webhook', async () => {
    await open(bot('webhook'))
    run()
    await expect
      .poll(() => telegram.webhook)
      .toEqual({ url: 'https://echolot.example/api/notices/telegram', secret: 'simulated-secret' })
    telegram.webhookHost = world.web.address
    const chat = telegram.person('Анна')
    await telegram.writes(chat, '/help')
    expect(telegram.statuses).toEqual([200])
    expect(await heard()).toHaveLength(1)
  })
})

describe('VK', () => {
  let vk: VkGroupSimulator
  beforeEach(async () => {
    vk = await simulateVkGroup()
    return () => vk.close()
  })
  const group = () => ({
    vkNotices: {
      groupId: GROUP_ID,
      token: GROUP_TOKEN,
      url: vk.url,
      updates: 'poll' as const,
      secret: '',
      confirmation: '',
    },
  })

  it('is asked, also for what came while no one asked, and answers people', async () => {
    await open(group())
    const person = vk.person('Анна')
    const first = run()
    await expect.poll(() => vk.servers).toBe(1)
    await vk.writes(person, 'помощь')
    await expect.poll(heard).toHaveLength(1)
    await stop(first)
    await vk.writes(person, 'помощь')
    run()
    await expect.poll(heard).toHaveLength(2)
    await world.settle()
    expect(vk.in(person).map(({ text }) => text.includes('не привязан'))).toEqual([true, true])
  })

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
  ] as const)('goes on after failed %i', async (how, servers) => {
    await open(group())
    const person = vk.person('Анна')
    run()
    await expect.poll(() => vk.servers).toBe(1)
    await vk.writes(person, 'помощь')
    await expect.poll(heard).toHaveLength(1)
    vk.fails(how)
    await expect.poll(() => vk.recovered).toBe(true)
    await vk.writes(person, 'помощь')
    await expect.poll(heard).toHaveLength(2)
    expect(vk.servers).toBe(servers)
  })

  it('is asked on after an error', async () => {
    await open(group())
    vk.faults.add('groups.getLongPollServer', 10)
    const person = vk.person('Анна')
    run()
    await expect.poll(() => vk.servers).toBe(1)
    await vk.writes(person, 'помощь')
    await expect.poll(heard).toHaveLength(1)
  })
})

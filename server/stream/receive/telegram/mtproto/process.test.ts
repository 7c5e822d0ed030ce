import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TelegramWorld } from '../telegram-world.simulator.ts'
import { startMtprotoSimulator, type MtprotoSimulator } from './mtproto.simulator.ts'

const run = promisify(execFile)
const networks = new URL('../../networks.ts', import.meta.url).href
const config = new URL('../../../../config/config.ts', import.meta.url).href
let world: TelegramWorld
let simulator: MtprotoSimulator

beforeEach(async () => {
  world = new TelegramWorld({ now: () => new Date() })
  simulator = await startMtprotoSimulator(world)
})
afterEach(() => simulator.close())

/** Opens the networks as the service does, in a process of its own that ends by itself or not at all. */
async function openNetworks(settings: Record<string, string>, work: string): Promise<{ out: string; loaded: boolean }> {
  const code = `
    import { registerHooks } from 'node:module'
    let loaded = false
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier.startsWith('@mtcute/')) loaded = true
        return next(specifier, context)
      },
    })
    const { openNetworks } = await import(${JSON.stringify(networks)})
    const { readConfig } = await import(${JSON.stringify(config)})
    const time = { now: () => new Date(), sleep: (wait) => new Promise((resolve) => setTimeout(resolve, wait)) }
    const uses = { read: async () => [], write: async () => {} }
    const log = { warn: (about, message) => console.log(message, JSON.stringify(about)) }
    const [telegram] = await openNetworks({ config: readConfig(), time, uses, log })
    const signal = new AbortController().signal
    ${work}
    await telegram.close?.()
    console.log(JSON.stringify({ loaded }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://a@b/c', NETWORKS: 'telegram', ...settings },
    timeout: 60_000,
  })
  const lines = stdout.trim().split('\n')
  return { out: lines.slice(0, -1).join('\n'), ...(JSON.parse(lines.at(-1) ?? '') as { loaded: boolean }) }
}

const keys = () => ({
  TELEGRAM_API_ID: '17',
  TELEGRAM_API_HASH: '0123456789abcdef0123456789abcdef',
  TELEGRAM_SESSION: simulator.session,
})

describe('a process that listens to Telegram', () => {
  it('loads nothing of MTProto without an account', async () => {
    const { out, loaded } = await openNetworks(
      {},
      `console.log(telegram.adapter.search, telegram.adapter.streams.length)`,
    )
    expect({ out, loaded }).toEqual({ out: 'null 0', loaded: false })
    expect(simulator.wire.opened).toBe(0)
  })

  it('reads through an account, reports its calls without its session, and ends when it is closed', async () => {
    world.channel('news')
    world.post('news', 'Ищу няню в Казани')
    const { out, loaded } = await openNetworks(
      keys(),
      `
      const { messages } = await telegram.adapter.search.read(['няню'], null, new Date(0), signal)
      const [stream] = telegram.adapter.streams
      const hearing = stream.read(null, signal)[Symbol.asyncIterator]()
      void hearing.next()
      while (!stream.heardAt()) await time.sleep(20)
      console.log(messages[0].text, JSON.stringify(telegram.pool.health()))`,
    )
    expect(loaded).toBe(true)
    expect(out).toContain('Ищу няню в Казани')
    expect(out).toContain('"usedToday":{"search-left":1,"search":1}')
    expect(out).not.toContain(simulator.session)
    await expect.poll(() => simulator.wire.connections.size).toBe(0)
  })
})

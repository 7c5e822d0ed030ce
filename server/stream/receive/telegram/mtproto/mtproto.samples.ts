/** An account of the simulated Telegram, for tests. */
import { expect } from 'vitest'
import type { Time } from '../../shared/adapter.ts'
import { openForgetfulPool } from '../../shared/token-pool.samples.ts'
import type { TelegramWorld } from '../telegram-world.simulator.ts'
import { openMtprotoGateway, type MtprotoGateway } from './mtproto-gateway.ts'
import { startMtprotoSimulator, type MtprotoSimulator } from './mtproto.simulator.ts'

export interface SimulatedAccount {
  gateway: MtprotoGateway
  simulator: MtprotoSimulator
  /** What the operator was shown. */
  warnings: string[]
  /** Until what happens is pushed. */
  listens(): Promise<void>
  close(): Promise<void>
}

export async function openSimulatedAccount(world: TelegramWorld, time: Time): Promise<SimulatedAccount> {
  const simulator = await startMtprotoSimulator(world)
  const warnings: string[] = []
  const gateway = await openMtprotoGateway({
    apiId: 17,
    apiHash: '0123456789abcdef0123456789abcdef',
    session: simulator.session,
    time,
    log: { warn: (about, message) => void warnings.push(`${message} ${JSON.stringify(about)}`) },
    openPool: (token, limits) => openForgetfulPool({ network: 'telegram', tokens: [token], limits, time }),
    firstPause: 10,
    // A new key costs both sides seconds of arithmetic, and a busy machine many.
    callWithin: 200_000,
  })
  return {
    gateway,
    simulator,
    warnings,
    listens: () =>
      expect
        .poll(() => gateway.heardAt() !== null && [...simulator.wire.connections].some(({ hears }) => hears))
        .toBe(true),
    async close() {
      await gateway.close()
      await simulator.close()
    },
  }
}

/** A network's connection that stays open: what it says goes to the store batch by batch, with its cursor. */
import type { Network } from '../../../contract/networks.ts'
import { MINUTE, SECOND } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { NetworkStream, Time } from '../receive/shared/adapter.ts'
import type { Source } from '../receive/shared/source.ts'
import { FanInEnded, type FanIn } from './fan-in.ts'
import type { PartHealth } from './health.ts'

export interface StreamOptions {
  countedAs: string
  source: Source
  confluence: Pick<FanIn, 'store'>
  readCursor(name: string): Promise<unknown>
  /** Null: no one asks how it is, as of the made-up network. */
  health: PartHealth | null
  time: Time
  log: Log
}

const FIRST_WAIT = SECOND
const LONGEST_WAIT = MINUTE

/** Reads it until the signal aborts: what fails, be it the network or the store, is begun again from its cursor. */
export async function runStreamSource(
  { countedAs, source, confluence, readCursor, health, time, log }: StreamOptions,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      for await (const { messages, cursor } of source.read(await readCursor(source.name), signal)) {
        await confluence.store({ messages, cursor, cursorName: source.name, countedAs })
        health?.came(messages)
        wait = FIRST_WAIT
      }
      // It has said all it had to say.
      return
    } catch (error) {
      if (signal.aborted || error instanceof FanInEnded) return
      log.error({ err: error, source: source.name, wait }, 'a stream broke off, beginning again')
      health?.failed((error as Error).message)
      await time.sleep(wait, signal)
    }
  }
}

/** Silent for this long, a stream is not heard any more. */
const SILENT = 2 * MINUTE

/** Asks the streams of a network how they are. */
export function lookAtStreams(network: Network, streams: NetworkStream[], health: PartHealth, now: Date): void {
  const silent = streams.find((stream) => now.getTime() - (stream.heardAt()?.getTime() ?? 0) > SILENT)
  if (silent) health.failed(`${network}: ${silent.name} is not heard`)
  else health.ok()
}

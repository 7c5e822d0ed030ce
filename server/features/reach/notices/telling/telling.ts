/** The engine and the outbox at work: both in the one process that tells people of what came. */
import { noticeChannels } from '../../../../../contract/reach/notices.ts'
import { SECOND } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { beOneProcess } from '../../../../kit/one-process.ts'
import { pause } from '../../../../kit/pause.ts'
import { isPassing } from '../../../../kit/sql.ts'
import type { Channels } from '../channels/channel.ts'
import { Outbox } from '../outbox/outbox.ts'
import { LostTurn } from './states.ts'
import { NoticeEngine } from './engine.ts'

/** Looked at so often whatever is heard: a bus message may be missed. */
const AT_LEAST_EVERY = 30 * SECOND
const AFTER_FAILURE = SECOND

/** While this process is the one that tells. */
export async function runTelling(ctx: AppContext, channels: Channels, signal: AbortSignal): Promise<void> {
  const { databaseUrl } = ctx.config
  await beOneProcess(
    { databaseUrl, log: ctx.log, lock: ['telling of notices'], name: 'notices', sleep: pause },
    signal,
    (holding) => tell(ctx, channels, holding),
  )
}

async function tell(ctx: AppContext, channels: Channels, signal: AbortSignal): Promise<void> {
  const engine = new NoticeEngine(ctx, channels)
  const outbox = new Outbox(ctx, channels)
  const { bus } = ctx
  const woken = ['feed.stored', 'scope.changed', 'notices.changed', 'filters.changed', 'bus.reconnected'] as const
  const [looks, sends] = [new Wake(), new Wake()]
  const off = [
    ...woken.map((name) => bus.on(name, () => looks.up())),
    bus.on('notice.posted', () => sends.up()),
    bus.on('bus.reconnected', () => sends.up()),
  ]
  try {
    await Promise.all([
      repeat(ctx, 'engine', signal, looks, () => engine.work(signal)),
      ...noticeChannels.map((name) =>
        repeat(ctx, name, signal, sends, async () => {
          await outbox.begin()
          return outbox.work(name, signal)
        }),
      ),
    ])
  } finally {
    for (const stop of off) stop()
    engine.close()
  }
}

/** Again whenever it is woken, or due. @param work returns when it is due next; null: nothing is */
async function repeat(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  part: string,
  signal: AbortSignal,
  wake: Wake,
  work: () => Promise<Date | null>,
): Promise<void> {
  while (!signal.aborted) {
    const heard = wake.count
    let wait = AT_LEAST_EVERY
    try {
      const next = await work()
      if (next) wait = Math.min(wait, Math.max(0, next.getTime() - clock.now().getTime()))
    } catch (error) {
      wait = AFTER_FAILURE
      const how = isPassing(error) || error instanceof LostTurn ? 'warn' : 'error'
      log[how]({ err: error, part }, 'telling of notices broke off, trying again')
      await pause(wait, signal)
      continue
    }
    if (wake.count !== heard) continue
    const woken = new AbortController()
    await Promise.race([wake.next(), pause(wait, AbortSignal.any([signal, woken.signal]))])
    woken.abort()
  }
}

/** Something to do: how often it was said, and the next time. */
class Wake {
  count = 0
  #next = Promise.withResolvers<void>()
  up(): void {
    this.count += 1
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }
  next(): Promise<void> {
    return this.#next.promise
  }
}

/** The engine and the outbox at work: both in the one process that notifies people of what came. */
import { noticeChannels } from '../../../../../contract/reach/notices.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { beOneProcess } from '../../../../kit/one-process.ts'
import { pause } from '../../../../kit/pause.ts'
import { repeatWhenWoken, Wake } from '../../../../kit/repeat-when-woken.ts'
import type { Channels } from '../channels/channel.ts'
import { Outbox } from '../outbox/outbox.ts'
import { LostTurn } from './states.ts'
import { NoticeEngine } from './engine.ts'

/** While this process is the one that notifies. */
export async function runNotifying(ctx: AppContext, channels: Channels, signal: AbortSignal): Promise<void> {
  const { databaseUrl } = ctx.config
  await beOneProcess(
    { databaseUrl, log: ctx.log, lock: ['telling of notices'], name: 'notices', sleep: pause },
    signal,
    (holding) => notify(ctx, channels, holding),
  )
}

async function notify(ctx: AppContext, channels: Channels, signal: AbortSignal): Promise<void> {
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
  const repeat = (part: string, wake: Wake, work: () => Promise<Date | null>) =>
    repeatWhenWoken(
      ctx,
      { part, broken: 'telling of notices broke off, trying again', passes: (error) => error instanceof LostTurn },
      signal,
      wake,
      work,
    )
  try {
    await Promise.all([
      repeat('engine', looks, () => engine.work(signal)),
      ...noticeChannels.map((name) =>
        repeat(name, sends, async () => {
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

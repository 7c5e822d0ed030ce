/** Mailings at work, in the one process that sends them. */
import { laneNames } from '../../../../../rules/mailings/lane.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { beOneProcess } from '../../../../kit/one-process.ts'
import { pause } from '../../../../kit/pause.ts'
import { repeatWhenWoken, Wake } from '../../../../kit/repeat-when-woken.ts'
import { MailingSender } from './sender.ts'
import { openTransport } from './transport.ts'

/** While this process is the one that sends. */
export async function runSending(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const { databaseUrl } = ctx.config
  await beOneProcess(
    { databaseUrl, log: ctx.log, lock: ['sending of mailings'], name: 'mailings', sleep: pause },
    signal,
    (holding) => send(ctx, holding),
  )
}

async function send(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const transport = openTransport(ctx)
  const sender = new MailingSender(ctx, transport)
  const wakes = new Map(['begin' as const, ...laneNames].map((name) => [name, new Wake()]))
  const wakeAll = (): void => wakes.forEach((wake) => wake.up())
  const off = [ctx.bus.on('mailings.changed', wakeAll), ctx.bus.on('bus.reconnected', wakeAll)]
  const repeat = (part: string, wake: Wake | undefined, work: () => Promise<Date | null>) =>
    repeatWhenWoken(
      ctx,
      { part, broken: 'sending of mailings broke off, trying again' },
      signal,
      wake ?? new Wake(),
      work,
    )
  try {
    await Promise.all([
      repeat('begin', wakes.get('begin'), () => sender.start()),
      ...laneNames.map((lane) => repeat(lane, wakes.get(lane), () => sender.work(lane, signal))),
    ])
  } finally {
    for (const stop of off) stop()
    transport.close()
  }
}

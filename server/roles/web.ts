/** Answers calls and sends signals. */
import type { FastifyInstance } from 'fastify'
import { features } from '../features.ts'
import type { RefusalLog } from '../gate/refusal-log.ts'
import { openGateParts, openHttpGate } from '../gate/http.ts'
import { openSocketGate } from '../gate/socket.ts'
import { openAnnouncer, type Announcer } from '../stream/announce/announce.ts'
import type { AppContext } from '../kit/context.ts'
import { handlersOf, signalsOf } from '../kit/feature.ts'
import { runSignals } from '../kit/signals.ts'
import type { RunningRole } from './running-role.ts'

export interface WebRole extends RunningRole {
  app: FastifyInstance
  announcer: Announcer
  refusals: RefusalLog
  address: string
}

export interface WebOptions {
  /** Milliseconds after which no one waits for a page to be drawn. */
  drawWithin?: number
}

export async function runWeb(ctx: AppContext, { drawWithin }: WebOptions = {}): Promise<WebRole> {
  const { config } = ctx
  for (const { start } of features) start?.(ctx)
  // The last step of the stream runs where the sockets are (server/stream/pipeline.ts).
  const announcer = await openAnnouncer(ctx)
  const gate = openGateParts(ctx, drawWithin)
  const app = await openHttpGate(ctx, handlersOf(features), gate)
  const sockets = openSocketGate(app, ctx, gate)
  const runningSignals = runSignals(ctx, sockets, signalsOf(features))
  const address = await app.listen({ host: config.host, port: config.port })
  return {
    app,
    announcer,
    refusals: gate.refusals,
    address,
    async close() {
      runningSignals.close()
      await sockets.close()
      await app.close()
      await gate.refusals.close()
      announcer.close()
    },
  }
}

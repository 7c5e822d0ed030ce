/** A process that sends mailings as fast as it can, for `bench/mailing.ts`; it is killed in the midst of it. */
import { laneNames } from '../rules/mailings/lane.ts'
import { readConfig } from '../server/config/config.ts'
import { MailingSender } from '../server/features/office/mailings/sending/sender.ts'
import { openTransport } from '../server/features/office/mailings/sending/transport.ts'
import { systemClock } from '../server/kit/clock.ts'
import type { AppContext } from '../server/kit/context.ts'
import { silentLog } from '../server/kit/log.ts'
import { pause } from '../server/kit/pause.ts'
import { openDatabase } from '../server/kit/sql.ts'

const config = readConfig()
const database = openDatabase(config.databaseUrl, { connections: 16 })
// As much of it as sending asks for.
const ctx = { db: database.db, database, clock: systemClock, log: silentLog, config } as unknown as AppContext
const sender = new MailingSender(ctx, openTransport(ctx), { unpaced: true })
for (;;) {
  await sender.start()
  await Promise.all(laneNames.map((lane) => sender.work(lane)))
  await pause(50)
}

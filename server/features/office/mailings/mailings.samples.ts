/** What tests of mailings have in common. */
import { randomUUID } from 'node:crypto'
import { laneNames } from '../../../../rules/mailings/lane.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { MailingSender } from './sending/sender.ts'
import { openTransport } from './sending/transport.ts'

/** As a process that was just started: what is due is begun and sent, each lane until nothing is left for now. */
export async function sendDue(ctx: AppContext): Promise<void> {
  const transport = openTransport(ctx)
  const sender = new MailingSender(ctx, transport, { unpaced: true })
  try {
    await sender.start()
    await Promise.all(laneNames.map((lane) => sender.work(lane)))
  } finally {
    transport.close()
  }
}

/** People with confirmed addresses, made at once. @returns their ids */
export async function addPeople(world: Pick<TestWorld, 'db' | 'clock'>, emails: readonly string[]): Promise<number[]> {
  const rows = await world.db
    .insertInto('users')
    .values(
      emails.map((email) => ({
        email,
        emailApprove: true,
        username: email.split('@')[0] ?? email,
        roles: [],
        timeZone: 'Europe/Moscow',
        createdAt: world.clock.now(),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const form = (more: object = {}) => ({
  type: 'info',
  recGroup: 'all',
  subj: 'Новости',
  body: 'Здравствуйте, {{имя|друг}}!',
  key: randomUUID(),
  ...more,
})

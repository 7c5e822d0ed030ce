/** Channels for tests: they keep what they are handed, and fail as they are told to. */
import { noticeChannels, type NoticeChannel } from '../../../../../contract/reach/notices.ts'
import type { Db } from '../../../../kit/sql.ts'
import type { Channel, Channels, Notice, Recipient, Sent } from './channel.ts'

export interface Handed {
  channel: NoticeChannel
  recipient: Recipient
  notice: Notice
}

export interface FakeChannels extends Channels {
  /** What arrived, in its order. */
  handed: Handed[]
  /** What a channel answers; without more everything arrives. */
  answer: (handed: Handed) => Sent | Promise<Sent>
}

/** @param repeatable those that show the same delivery once, however often they are handed it */
export function fakeChannels(repeatable: readonly NoticeChannel[] = noticeChannels): FakeChannels {
  const fake = { handed: [] as Handed[], answer: (): Sent => ({ state: 'sent' }) } as unknown as FakeChannels
  const channelOf = (name: NoticeChannel): Channel => ({
    name,
    repeatable: repeatable.includes(name),
    available: () => true,
    async send(_ctx, recipient, notice) {
      const handed = { channel: name, recipient, notice }
      const sent = await fake.answer(handed)
      const again =
        repeatable.includes(name) && fake.handed.some((each) => each.recipient.deliveryId === recipient.deliveryId)
      if (sent.state === 'sent' && !again) fake.handed.push(handed)
      return sent
    },
  })
  return Object.assign(fake, Object.fromEntries(noticeChannels.map((name) => [name, channelOf(name)])))
}

/** Somewhere to go: a browser or a chat of this person. */
export async function linkAddress(
  { db, clock }: { db: Db; clock: { now(): Date } },
  userId: number,
  channel: Exclude<NoticeChannel, 'email'>,
  key: string = `${channel} of ${userId}`,
): Promise<number> {
  const { id } = await db
    .insertInto('noticeAddresses')
    .values({
      userId,
      channel,
      addressKey: key,
      address: JSON.stringify({ key }),
      title: key,
      createdAt: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Letters of notices go to no other e-mail. */
export async function confirmEmail({ db }: { db: Db }, userId: number): Promise<void> {
  await db.updateTable('users').set({ emailApprove: true }).where('id', '=', userId).execute()
}

/** Chats as addresses of people: tied to them, taken away, and who someone in a chat is here. */
import type { NoticeAddress } from '../../../../../contract/reach/notices.ts'
import type { Person } from '../../../../../rules/identity.ts'
import { publish } from '../../../../kit/bus.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../../kit/sql.ts'
import { readActiveRoles } from '../../../people/accounts/accounts.public.ts'
import { hasRoom, lockAddresses, showAddress } from '../addresses.ts'
import { endAddress } from '../end-address.ts'
import type { Chat, MessengerName } from './chat.ts'

type Context = Pick<AppContext, 'clock' | 'config'>

/** As an address keeps a chat. */
export interface ChatAddress {
  chat: string
  /** Who tied a group to their account: the number of the person. */
  by: string | null
}

export type LinkedChat =
  | { is: 'linked' | 'already'; address: NoticeAddress }
  /** A group that someone else tied to their account. */
  | { is: 'taken' }
  | { is: 'full' }

/** A private chat goes over to the account it is tied to last; a group stays with the first. */
export async function linkChat(
  tx: Tx,
  ctx: Context,
  { channel, chat, by, userId }: { channel: MessengerName; chat: Chat; by: string | null; userId: number },
): Promise<LinkedChat> {
  await lockAddresses(tx, userId)
  const known = await liveAddress(tx, channel, chat.key).forUpdate().executeTakeFirst()
  if (known && known.userId === userId) return { is: 'already', address: showAddress(known) }
  if (known && chat.group) return { is: 'taken' }
  if (!(await hasRoom(tx, userId))) return { is: 'full' }
  if (known) await endChat(tx, ctx, channel, chat.key, 'unlinked')
  const address = await tx
    .insertInto('noticeAddresses')
    .values({
      userId,
      channel,
      addressKey: chat.key,
      address: JSON.stringify({ chat: chat.key, by } satisfies ChatAddress),
      title: chat.title,
      isGroup: chat.group,
      createdAt: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await publish(tx, 'notices.changed', { userId })
  return { is: 'linked', address: showAddress(address) }
}

export const liveAddress = (db: DbOrTx, channel: MessengerName, chatKey: string) =>
  db
    .selectFrom('noticeAddresses')
    .selectAll()
    .where('channel', '=', channel)
    .where('addressKey', '=', chatKey)
    .where('endedAt', 'is', null)

/** Nothing is sent there any more, and what waits stays unsent. @returns whose it was; null: no one's */
export async function endChat(
  tx: Tx,
  ctx: Context,
  channel: MessengerName,
  chatKey: string,
  because: NonNullable<NoticeAddress['endedBecause']>,
): Promise<number | null> {
  const known = await liveAddress(tx, channel, chatKey).executeTakeFirst()
  if (!known || !(await endAddress(tx, ctx, known.id, because))) return null
  return known.userId
}

/** The chat goes on under another number, as a group of Telegram that grew does. Where that number is an address already the old one ends. */
export async function moveChat(tx: Tx, ctx: Context, channel: MessengerName, from: string, to: string): Promise<void> {
  if (await liveAddress(tx, channel, to).executeTakeFirst()) {
    await endChat(tx, ctx, channel, from, 'gone')
    return
  }
  const known = await liveAddress(tx, channel, from).forUpdate().executeTakeFirst()
  if (!known) return
  const { by } = known.address as unknown as ChatAddress
  await tx
    .updateTable('noticeAddresses')
    .set({ addressKey: to, address: JSON.stringify({ chat: to, by } satisfies ChatAddress) })
    .where('id', '=', known.id)
    .execute()
}

export interface ChatPerson extends Person {
  name: string
  timeZone: string
}

/** Who someone at a messenger is here: the account their private chat is tied to. Null: none, or one that is being deleted. */
export async function findChatPerson(
  ctx: { db: DbOrTx } & Pick<AppContext, 'config'>,
  channel: MessengerName,
  senderKey: string,
): Promise<ChatPerson | null> {
  const row = await ctx.db
    .selectFrom('noticeAddresses')
    .innerJoin('users', 'users.id', 'noticeAddresses.userId')
    .select(['users.id', 'users.username', 'users.timeZone'])
    .where('noticeAddresses.channel', '=', channel)
    .where('noticeAddresses.addressKey', '=', senderKey)
    .where('noticeAddresses.isGroup', '=', false)
    .where('noticeAddresses.endedAt', 'is', null)
    .where('users.deletionAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const roles = await readActiveRoles(ctx, [row.id])
  return { id: row.id, roles: roles.get(row.id) ?? [], name: row.username, timeZone: row.timeZone }
}

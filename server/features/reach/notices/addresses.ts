/** Where notices of a person go: their browsers and chats. */
import type { NoticeAddress } from '../../../../contract/reach/notices.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

/** Living ones of one person, over all channels (NOTICE_ADDRESS_LIMIT_REACHED says the number too). */
export const MOST_ADDRESSES = 50

/** Those that ended are shown for so long, so that it can be seen why nothing comes any more. */
const ENDED_SHOWN = 20

/** Of two that are linked at once the second counts the first. Before any row of an address is. */
export const lockAddresses = (tx: Tx, userId: number): Promise<void> => lock(tx, 'addresses of notices', userId)

/** Whether the person may have one more; certain under `lockAddresses` only. */
export async function hasRoom(db: DbOrTx, userId: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('noticeAddresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count) < MOST_ADDRESSES
}

interface AddressRow {
  id: number
  channel: string
  title: string
  isGroup: boolean
  createdAt: Date
  usedAt: Date | null
  endedAt: Date | null
  endedBecause: string | null
}

export const addressColumns = [
  'id',
  'channel',
  'title',
  'isGroup',
  'createdAt',
  'usedAt',
  'endedAt',
  'endedBecause',
] as const

/** The living ones first, then the last that ended by themselves; those a person unlinked are theirs to forget. */
export async function listNoticeAddresses(db: DbOrTx, userId: number): Promise<NoticeAddress[]> {
  const of = db.selectFrom('noticeAddresses').select(addressColumns).where('userId', '=', userId)
  const [living, ended] = await Promise.all([
    of.where('endedAt', 'is', null).orderBy('id').execute(),
    of
      .where('endedAt', 'is not', null)
      .where('endedBecause', '!=', 'unlinked')
      .orderBy('endedAt', 'desc')
      .limit(ENDED_SHOWN)
      .execute(),
  ])
  return [...living, ...ended].map(showAddress)
}

export function showAddress(row: AddressRow): NoticeAddress {
  const { id, title, createdAt, usedAt, endedAt, endedBecause } = row
  return {
    id,
    title,
    channel: row.channel as NoticeAddress['channel'],
    group: row.isGroup,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    endedBecause: endedBecause as NoticeAddress['endedBecause'],
  }
}

/** Where notices of a person go: their browsers and chats. */
import type { NoticeAddress } from '../../../../contract/reach/notices.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Those that ended are shown for so long, so that it can be seen why nothing comes any more. */
const ENDED_SHOWN = 20

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

const columns = ['id', 'channel', 'title', 'isGroup', 'createdAt', 'usedAt', 'endedAt', 'endedBecause'] as const

/** The living ones first, then the last that ended by themselves; those a person unlinked are theirs to forget. */
export async function readAddresses(db: DbOrTx, userId: number): Promise<NoticeAddress[]> {
  const of = db.selectFrom('noticeAddresses').select(columns).where('userId', '=', userId)
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

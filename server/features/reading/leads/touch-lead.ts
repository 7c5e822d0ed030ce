/** From a message to the lead it is. */
import { sql } from 'kysely'
import type { LeadStatus } from '../../../../contract/reading/lead-mark.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { nameInTeam } from '../../access/team/team.public.ts'
import { fillItems, type AccessedMessage, type Reader } from '../feed/feed.public.ts'

/** As much of a lead as a move has to know. No one else moves it to the end of the transaction. */
export interface LockedLead {
  id: number
  messageId: number
  status: LeadStatus
  assigneeId: number | null
  assigneeName: string | null
  sumKopecks: number | null
}

/** A lead of the reader's team; absent ones and those of others are refused alike. */
export async function lockLead(tx: Tx, { ownerId }: Reader, id: number): Promise<LockedLead> {
  // No key is changed: rows that refer to it may come meanwhile.
  const { rows } = await sql<LockedLead>`
    select l.id, l.message_id, l.status, l.assignee_id, ${nameInTeam(ownerId)} as assignee_name, l.sum_kopecks
    from leads l left join users u on u.id = l.assignee_id
    where l.id = ${id} and l.owner_id = ${ownerId} for no key update of l`.execute(tx)
  const [lead] = rows
  if (!lead) throw new AppError('LEAD_NOT_FOUND')
  return lead
}

/** The lead this message is; null when no one has touched it. */
export async function lockLeadOf(
  tx: Tx,
  reader: Reader,
  { clusterId }: Pick<AccessedMessage, 'clusterId'>,
): Promise<LockedLead | null> {
  const found = await tx
    .selectFrom('leadClusters')
    .select('leadId')
    .where('clusterId', '=', clusterId)
    .where('ownerId', '=', reader.ownerId)
    .executeTakeFirst()
  return found ? lockLead(tx, reader, found.leadId) : null
}

/** The lead this message is; one that no one has touched becomes a lead here, and keeps what the message says now. */
export async function touchLead(tx: Tx, reader: Reader, accessed: AccessedMessage, at: Date): Promise<LockedLead> {
  const message = await holdCluster(tx, accessed)
  for (;;) {
    const lead = (await lockLeadOf(tx, reader, message)) ?? (await insertLead(tx, reader, message, at))
    if (lead) return lead
  }
}

/** An edit may be taking it to another cluster: it is waited for, and none comes before the end of the transaction. */
async function holdCluster(tx: Tx, message: AccessedMessage): Promise<AccessedMessage> {
  const item = await tx
    .selectFrom('feedItems')
    .select('clusterId')
    .where('seqId', '=', message.seqId)
    .forShare()
    .executeTakeFirst()
  if (!item) throw new AppError('MESSAGE_NOT_FOUND')
  return { ...message, clusterId: item.clusterId }
}

/** What a lead keeps of its message. */
export interface Snapshot {
  messageId: number
  productType: string
  productId: number
  productName: string
  text: string
  network: string
  kind: string
  url: string | null
  authorId: number | null
  authorName: string | null
  authorUrl: string | null
  groupName: string | null
  place: string | null
  isDemo: boolean
  publishedAt: Date
  foundAt: Date
}

/** Null when someone else has made it a lead meanwhile. */
async function insertLead(tx: Tx, reader: Reader, message: AccessedMessage, at: Date): Promise<LockedLead | null> {
  return insertSnapshot(tx, reader, await readSnapshot(tx, message), message.clusterId, at)
}

async function readSnapshot(tx: Tx, { seqId, messageId }: AccessedMessage): Promise<Snapshot> {
  const [item] = await fillItems(tx, [seqId])
  if (!item) throw new AppError('MESSAGE_NOT_FOUND')
  const place = await tx
    .selectFrom('feedItems as i')
    .innerJoin('locations as l', 'l.id', 'i.locationId')
    .select('l.name')
    .where('i.seqId', '=', seqId)
    .executeTakeFirst()
  const { productType, productId, productName, text, network, kind, url, authorId, authorName, authorUrl } = item
  return {
    messageId,
    productType,
    productId,
    text,
    network,
    kind,
    url,
    authorId,
    authorName,
    authorUrl,
    productName: productName ?? '',
    groupName: item.groupName,
    place: place?.name ?? null,
    isDemo: item.demo,
    publishedAt: item.publishedAt,
    foundAt: item.receivedAt,
  }
}

/** A new lead of the cluster; null when the cluster is one already. */
export async function insertSnapshot(
  tx: Tx,
  reader: Reader,
  snapshot: Snapshot,
  clusterId: number,
  at: Date,
): Promise<LockedLead | null> {
  const { ownerId } = reader
  const { id } = await tx
    .insertInto('leads')
    .values({ ...snapshot, ownerId, status: 'new', createdAt: at, updatedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const claimed = await tx
    .insertInto('leadClusters')
    .values({ clusterId, ownerId, leadId: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('leadId')
    .executeTakeFirst()
  if (claimed) return lockLead(tx, reader, id)
  await tx.deleteFrom('leads').where('id', '=', id).execute()
  return null
}

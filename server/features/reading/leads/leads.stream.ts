/** What only the stream may ask of leads, on its bare connections. */
import type pg from 'pg'
import { inPortions, publishEachQuery } from '../../../kit/bus.ts'

/** As many copies as the list behind a card shows. */
const MOST_COPIES = 200

/**
 * A message was edited, and its items went to another cluster: it stays the lead it is, for everybody whose lead it is, and so do the copies that
 * stayed behind. Where the other cluster is a lead already, that one is shown, and both are kept. The cards of the cluster are announced, as lead.
 */
export async function keepLeads(client: pg.ClientBase, from: number, to: number): Promise<void> {
  await client.query({
    name: 'leads-keep',
    text: `insert into lead_clusters (cluster_id, owner_id, lead_id)
      select $2::bigint, owner_id, lead_id from lead_clusters where cluster_id = $1::bigint order by owner_id
      on conflict do nothing`,
    values: [from, to],
  })
  const { rows: leads } = await client.query<{ leadId: number; userIds: number[] }>({
    name: 'leads-of-cluster',
    text: `select l.lead_id as "leadId", array(
        select l.owner_id union all select c.user_id from membership_cards c where c.owner_id = l.owner_id and c.status = 'accepted') as "userIds"
      from lead_clusters l where l.cluster_id = $1::bigint`,
    values: [to],
  })
  if (leads.length === 0) return
  const { rows: messages } = await client.query<{ messageId: number }>({
    name: 'leads-messages-of-cluster',
    text: `select distinct message_id as "messageId" from feed_items where cluster_id = $1::bigint order by 1 desc limit ${MOST_COPIES}`,
    values: [to],
  })
  const portions = inPortions([...new Set(leads.flatMap(({ userIds }) => userIds))])
  const changed = messages.flatMap(({ messageId }) => portions.map((userIds) => ({ messageId, userIds })))
  await client.query(publishEachQuery('message.changed', changed))
  await client.query(
    publishEachQuery(
      'leads.changed',
      leads.flatMap(({ leadId, userIds }) => inPortions(userIds).map((portion) => ({ leadId, userIds: portion }))),
    ),
  )
}

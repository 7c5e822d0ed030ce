/** What only the stream may ask of leads, on its bare connections. */
import type pg from 'pg'

/**
 * A message was edited, and its items went to another cluster: it stays the lead it is, for everybody whose lead it is, and so do the copies that
 * stayed behind. Where the other cluster is a lead already, that one is shown, and both are kept.
 */
export async function keepLeads(client: pg.ClientBase, from: number, to: number): Promise<void> {
  await client.query({
    name: 'leads-keep',
    text: `insert into lead_clusters (cluster_id, owner_id, lead_id)
      select $2::bigint, owner_id, lead_id from lead_clusters where cluster_id = $1::bigint order by owner_id
      on conflict do nothing`,
    values: [from, to],
  })
}

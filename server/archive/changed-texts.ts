import type pg from 'pg'

/**
 * A stored message says something else from now on, is gone at its source, or is back: in the transaction in which it
 * happens, on a bare connection. What is in segments follows within seconds.
 */
export async function markTextChanged(client: pg.PoolClient, messageId: number, receivedAt: Date): Promise<void> {
  await client.query({
    name: 'mark-text-changed',
    text: 'insert into changed_texts (message_id, received_at) values ($1, $2)',
    values: [messageId, receivedAt],
  })
}

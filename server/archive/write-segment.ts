import { sql } from 'kysely'
import type { Tx } from '../kit/sql.ts'
import { termKey, writePlaces, type TermBlock, type Places } from '../../engine/archive/segment.ts'

const BLOCKS_AT_ONCE = 500

/** One after the other, so that anyone who writes many can let others have their turn. */
export async function writeSegment(
  tx: Tx,
  position: number,
  places: Places,
  blocks: Iterable<TermBlock> | AsyncIterable<TermBlock>,
): Promise<number> {
  const received = places.received.toSorted()
  const { id } = await tx
    .insertInto('messageSegments')
    .values({
      position,
      fromAt: new Date(received[0] ?? 0),
      toAt: new Date(received.at(-1) ?? 0),
      size: places.size,
      messages: Buffer.from(writePlaces(places)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  let waiting: TermBlock[] = []
  const insert = async (): Promise<void> => {
    if (waiting.length === 0) return
    const keys = waiting.map(({ firstTerm }) => termKey(firstTerm))
    const bytes = waiting.map((block) => block.bytes)
    waiting = []
    await sql`insert into message_postings (segment_id, first_term, block)
      select ${id}, first_term, block from unnest(${keys}::bytea[], ${bytes}::bytea[]) as written (first_term, block)`.execute(
      tx,
    )
  }
  for await (const block of blocks) {
    waiting.push(block)
    if (waiting.length >= BLOCKS_AT_ONCE) await insert()
  }
  await insert()
  return id
}

export async function nextPosition(tx: Tx): Promise<number> {
  const { rows } = await sql<{ position: number }>`select nextval('message_segment_positions') as position`.execute(tx)
  return rows[0]!.position
}

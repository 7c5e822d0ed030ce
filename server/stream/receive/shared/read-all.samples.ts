/** Reading a group or a search to its end in tests, step by step as anyone who plans would. */
import type { FoundGroup, Reading } from './adapter.ts'
import type { RawMessage } from './source.ts'

export interface WholeReading {
  messages: RawMessage[]
  cursor: unknown
  steps: number
  /** As it was reported last. */
  group: FoundGroup | undefined
}

/** Cursors go through JSON, as they do in the database. */
export async function readAll(
  read: (cursor: unknown) => Promise<Reading>,
  known: unknown = null,
): Promise<WholeReading> {
  const messages: RawMessage[] = []
  let cursor = known
  let group: FoundGroup | undefined
  for (let steps = 1; ; steps += 1) {
    const reading = await read(cursor)
    messages.push(...reading.messages)
    cursor = JSON.parse(JSON.stringify(reading.cursor)) as unknown
    group = reading.group ?? group
    if (!reading.more) return { messages, cursor, steps, group }
    if (steps > 200) throw new Error('a reading without end')
  }
}

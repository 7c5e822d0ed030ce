/** Locks of which the service has one each, by the numbers PostgreSQL knows them by; a number that was given is never given again. */
export const lockNumbers = {
  /** One process migrates at a time. */
  migrations: 7_301_001,
  /** Held from the first seqId of a transaction to its end, so that seqIds become visible in their order. */
  'seqIds of the feed': 7_301_002,
  /** `create table if not exists` still races between two processes; the lock makes the second wait and find it. */
  'partitions of messages': 7_301_003,
  /** Of all processes that could, one listens to the networks. */
  'listening to the networks': 7_301_010,
  /** Of all processes that could, one tells people of what came for their filters. */
  'telling of notices': 7_301_020,
  /** Of all processes that could, one asks each messenger what was written to us there. */
  'updates of the Telegram bot': 7_301_021,
  'updates of the VK community': 7_301_022,
  /** Of all processes that could, one sends mailings. */
  'sending of mailings': 7_301_030,
  /** Of message_segments, message_postings and indexed_marks: one writer at a time. */
  'segments of the archive': 7_301_040,
  /** Of two admins who add the same tariff one finds it there. */
  'price list': 7_301_050,
  /** Of two editors who want the same name or address for two categories one is refused. */
  'names of categories': 7_301_051,
} as const

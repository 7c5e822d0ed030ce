/** What a notice consists of: the fields of a form or of a query, each one once. */
export type NoticeFields = ReadonlyMap<string, string>

/** Null when a name comes twice: which of the two is signed, and which is meant, no one could say. */
export function readFields(text: string | Buffer): NoticeFields | null {
  const pairs = [...new URLSearchParams(String(text))]
  const fields = new Map(pairs)
  return fields.size === pairs.length ? fields : null
}

/** By name, byte after byte, as PHP sorts strings. */
export function sortByName(fields: Iterable<[string, string]>): [string, string][] {
  return [...fields].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
}

/** What the webhooks of messengers have in common. */
/** Null: it is none. */
export function readJsonObject(body: Buffer): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const hookText = (body: string, status = 200) => ({ status, type: 'text/plain; charset=utf-8', body })

/** The old wire of Jetstream, which is frozen: what it is asked and what its frames say. */
import { asObject } from '../../../kit/as-object.ts'
import { asText, readJson } from '../shared/json.ts'

interface EventBase {
  did: string
  /** Unix microseconds. */
  timeUs: number
}

export type JetstreamEvent = EventBase &
  (
    | { kind: 'post'; rkey: string; rev: string; record: unknown; edited: boolean }
    | { kind: 'deletion'; rkey: string; rev: string }
    /** An account and all its posts are no longer to be seen. */
    | { kind: 'gone' }
    | { kind: 'renamed' }
    /** Nothing that matters here, but time went on. */
    | { kind: 'other' }
  )

const collection = 'app.bsky.feed.post'
const goneStatuses = ['deleted', 'takendown', 'suspended', 'deactivated']

/** @param cursor in microseconds: what came since is reported again */
export function jetstreamUrl(host: string, cursor: number): URL {
  const url = new URL(`${host}/subscribe`)
  url.searchParams.set('wantedCollections', collection)
  url.searchParams.set('cursor', String(Math.trunc(cursor)))
  return url
}

/** @returns null for what is no event */
export function readJetstreamEvent(frame: string): JetstreamEvent | null {
  const fields = asObject(readJson(frame))
  const did = asText(fields?.did)
  const timeUs = fields?.time_us
  if (!fields || !did || typeof timeUs !== 'number' || !Number.isSafeInteger(timeUs)) return null
  const base = { did, timeUs }
  if (fields.kind === 'identity') return { ...base, kind: 'renamed' }
  if (fields.kind === 'account') {
    const account = asObject(fields.account)
    const isGone = account?.active === false && goneStatuses.includes(asText(account.status) ?? '')
    return { ...base, kind: isGone ? 'gone' : 'other' }
  }
  const commit = asObject(fields.commit)
  const rkey = asText(commit?.rkey)
  const rev = asText(commit?.rev)
  if (!commit || commit.collection !== collection || !rkey || !rev) return { ...base, kind: 'other' }
  if (commit.operation === 'delete') return { ...base, kind: 'deletion', rkey, rev }
  if (commit.operation !== 'create' && commit.operation !== 'update') return { ...base, kind: 'other' }
  return { ...base, kind: 'post', rkey, rev, record: commit.record, edited: commit.operation === 'update' }
}

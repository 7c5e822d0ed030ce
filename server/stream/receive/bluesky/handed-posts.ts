/**
 * Which posts the stream handed on, and in which state: what is heard twice is handed on once, and of all the network's
 * deletions only those of posts that someone has. Revisions and keys are TIDs, which sort as the times they were made at.
 */
import { DAY } from '../../../kit/clock.ts'
import { idOf } from './shape.ts'

export interface HandedPosts {
  has(did: string, rkey: string): boolean
  /** @returns whether this state of the post is news */
  hand(did: string, rkey: string, rev: string): boolean
  /** @returns whether the post was handed on, or may have been before the memory begins */
  drop(did: string, rkey: string, rev: string): boolean
  /** @returns the keys of an account's posts, which are all gone with it */
  dropAccount(did: string): string[]
}

/** Messages are kept no longer than this. */
const OLDEST = 7 * DAY
const MOST = 100_000
/** Keys are made by the clocks of those who write. */
const SKEW = 5 * 60_000
/** Later than any revision. */
const NEVER = 'z'

/** @param since when the memory begins, in milliseconds */
export function handedPosts(since: number, most = MOST): HandedPosts {
  const revisions = new Map<string, string>()
  /** By account, those that were not taken away: most accounts that go have none, and it costs nothing to know. */
  const there = new Map<string, Set<string>>()
  let begins = since

  function isNews(id: string, rev: string): boolean {
    const last = revisions.get(id)
    return last === undefined || last < rev
  }
  function remember(did: string, rkey: string, rev: string): void {
    const id = idOf(did, rkey)
    revisions.delete(id)
    revisions.set(id, rev)
    for (const oldest of revisions.keys()) {
      if (revisions.size <= most) break
      revisions.delete(oldest)
      const [, of = '', key = ''] = /^(.+)\/([^/]*)$/.exec(oldest) ?? []
      takeAway(of, key)
      begins = Math.max(begins, timeOfTid(key) ?? 0)
    }
  }
  function takeAway(did: string, rkey: string): void {
    const keys = there.get(did)
    keys?.delete(rkey)
    if (keys?.size === 0) there.delete(did)
  }

  return {
    has: (did, rkey) => revisions.has(idOf(did, rkey)),
    hand(did, rkey, rev) {
      if (!isNews(idOf(did, rkey), rev)) return false
      there.set(did, (there.get(did) ?? new Set()).add(rkey))
      remember(did, rkey, rev)
      return true
    },
    drop(did, rkey, rev) {
      const id = idOf(did, rkey)
      if (!isNews(id, rev)) return false
      const madeAt = revisions.has(id) ? null : timeOfTid(rkey)
      if (madeAt !== null && (madeAt > begins + SKEW || madeAt < since - OLDEST)) return false
      takeAway(did, rkey)
      remember(did, rkey, rev)
      return true
    },
    dropAccount(did) {
      const keys = [...(there.get(did) ?? [])]
      there.delete(did)
      for (const rkey of keys) revisions.set(idOf(did, rkey), NEVER)
      return keys
    },
  }
}

const letters = '234567abcdefghijklmnopqrstuvwxyz'

/** @returns milliseconds; null for a key that is no TID */
export function timeOfTid(tid: string): number | null {
  if (!/^[2-7a-j][2-7a-z]{12}$/.test(tid)) return null
  let value = 0n
  for (const letter of tid) value = value * 32n + BigInt(letters.indexOf(letter))
  // The last ten bits name the clock; the rest are microseconds.
  return Number((value >> 10n) / 1000n)
}

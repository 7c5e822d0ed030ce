/**
 * Which posts the stream handed on, and in which state: what is heard twice is handed on once, and of all the network's
 * deletions only those of posts that somebody has. Revisions and keys are TIDs, which sort as the times they were made at.
 */
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
const OLDEST = 7 * 86_400_000
const MOST = 100_000
/** Keys are made by the clocks of those who write. */
const SKEW = 5 * 60_000
/** Later than any revision. */
const NEVER = 'z'

interface State {
  rev: string
  /** It was not taken away. */
  there: boolean
}

/** @param since when the memory begins, in milliseconds */
export function handedPosts(since: number, most = MOST): HandedPosts {
  const states = new Map<string, State>()
  let begins = since

  function isNews(id: string, rev: string): boolean {
    const last = states.get(id)
    return last === undefined || last.rev < rev
  }
  function remember(id: string, state: State): void {
    states.delete(id)
    states.set(id, state)
    for (const oldest of states.keys()) {
      if (states.size <= most) break
      states.delete(oldest)
      begins = Math.max(begins, timeOfTid(oldest.slice(oldest.lastIndexOf('/') + 1)) ?? 0)
    }
  }

  return {
    has: (did, rkey) => states.has(idOf(did, rkey)),
    hand(did, rkey, rev) {
      const id = idOf(did, rkey)
      const isNew = isNews(id, rev)
      if (isNew) remember(id, { rev, there: true })
      return isNew
    },
    drop(did, rkey, rev) {
      const id = idOf(did, rkey)
      if (!isNews(id, rev)) return false
      const madeAt = states.has(id) ? null : timeOfTid(rkey)
      if (madeAt !== null && (madeAt > begins + SKEW || madeAt < since - OLDEST)) return false
      remember(id, { rev, there: false })
      return true
    },
    dropAccount(did) {
      const prefix = `${did}/`
      const ids = [...states].filter(([id, { there }]) => there && id.startsWith(prefix)).map(([id]) => id)
      for (const id of ids) states.set(id, { rev: NEVER, there: false })
      return ids.map((id) => id.slice(prefix.length))
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

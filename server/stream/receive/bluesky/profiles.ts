/**
 * Names and pictures of those who write: the stream has only their DIDs. Asked by the 25, remembered for a while, and never
 * waited for long: a message without a name is worth more than a late one.
 */
import { HOUR } from '../../../kit/clock.ts'
import type { Time } from '../shared/adapter.ts'
import type { AskAppView } from './app-view.ts'
import { readProfile, type Profile } from './shape.ts'

export interface Profiles {
  find(did: string): Profile | null
  /** Learns those that are not known, as far as that goes within `patience`. Never throws. */
  learn(dids: Iterable<string>, signal: AbortSignal): Promise<void>
  /** It changed: it is asked for again when it is needed. */
  forget(did: string): void
  keep(profile: Profile): void
}

interface ProfilesOptions {
  ask: AskAppView
  time: Time
  /** Milliseconds that a message may wait for names. */
  patience?: number | undefined
  most?: number
}

const KNOWN_FOR = 12 * HOUR
/** Accounts that the AppView does not show. */
const UNKNOWN_FOR = HOUR
const PER_CALL = 25
/** This many are asked for at once at most; in a catch-up the rest go without. */
const MOST_CALLS = 4
/** After a call that failed, no one is waited for this long. */
const REST = 30_000

interface Entry {
  profile: Profile | null
  until: number
}

export function openProfiles({ ask, time, patience = 1_500, most = 50_000 }: ProfilesOptions): Profiles {
  const known = new Map<string, Entry>()
  let restsUntil = 0

  function remember(did: string, profile: Profile | null): void {
    // Kept in the order in which they were learnt: the oldest make room.
    known.delete(did)
    known.set(did, { profile, until: time.now().getTime() + (profile ? KNOWN_FOR : UNKNOWN_FOR) })
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
  }

  async function askFor(dids: string[], signal: AbortSignal): Promise<void> {
    try {
      const { profiles } = await ask(
        'app.bsky.actor.getProfiles',
        dids.map((did) => ['actors', did]),
        signal,
      )
      const found = new Map(
        (Array.isArray(profiles) ? profiles : []).flatMap((each) => {
          const profile = readProfile(each)
          return profile ? [[profile.did, profile]] : []
        }),
      )
      for (const did of dids) remember(did, found.get(did) ?? null)
    } catch {
      // Their messages go without names; anyone who writes again later is asked for again.
      restsUntil = time.now().getTime() + REST
    }
  }

  return {
    find: (did) => known.get(did)?.profile ?? null,
    keep: (profile) => remember(profile.did, profile),
    forget: (did) => void known.delete(did),
    async learn(dids, signal) {
      const now = time.now().getTime()
      if (now < restsUntil) return
      const wanted = [...new Set(dids)]
        .filter((did) => (known.get(did)?.until ?? 0) <= now)
        .slice(0, PER_CALL * MOST_CALLS)
      if (wanted.length === 0) return
      const done = new AbortController()
      const calls = Array.from({ length: Math.ceil(wanted.length / PER_CALL) }, (_, n) =>
        askFor(wanted.slice(n * PER_CALL, (n + 1) * PER_CALL), AbortSignal.any([signal, done.signal])),
      )
      const answered = Promise.all(calls).then(() => done.abort())
      await time.sleep(patience, AbortSignal.any([signal, done.signal]))
      // Those that are still under way are given up, so that a slow AppView is not asked more and more.
      done.abort()
      await answered
    },
  }
}

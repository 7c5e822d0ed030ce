/**
 * Jetstream: every post of the network as it is written, of which the Russian ones and all around watched accounts are
 * handed on. It is replayed from a few seconds before where it broke off, at another host.
 */
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff } from '../shared/back-off.ts'
import { readSocket } from '../shared/read-socket.ts'
import { isRussian } from '../shared/russian.ts'
import type { RawBatch, RawMessage } from '../shared/source.ts'
import { isNetworkError, type NetworkError } from '../shared/network-error.ts'
import { handedPosts, type HandedPosts } from './handed-posts.ts'
import { jetstreamUrl, readEvent, type JetstreamEvent } from './jetstream-wire.ts'
import type { Profiles } from './profiles.ts'
import { authorOf, deletionOf, groupOf, messageOf, readPost } from './shape.ts'

export interface JetstreamCursor {
  /** Unix microseconds of what was read last: the same at every host, give or take a second. */
  timeUs: number
}

export interface JetstreamOptions {
  /** `wss://…` without a path, taken in turn. */
  hosts: string[]
  profiles: Profiles
  time: Time
  /** Milliseconds between pings of a socket; silent for two of them, it is replaced. */
  pingEvery?: number
}

const MOST_MESSAGES = 200
const MOST_FRAMES = 1_000
/** Milliseconds that a message waits for others. */
const OLDEST_MESSAGE = 1_000
/** A cursor that no message goes with is handed on so often: no time is lost at a restart, and no work done for nothing. */
const CURSOR_EVERY = 10_000
/** A host that wants to be left alone is so for no longer than this; the others are asked meanwhile. */
const LONGEST_REST = 15 * 60_000
/** Microseconds that are heard twice, as hosts see an event at times that differ a little. */
const OVERLAP = 5_000_000

/** A message whose author, and whose group, have no names yet. */
interface Nameless {
  message: RawMessage
  author: string | null
  /** Whose thread it is in. */
  root: string | null
}

export function jetstream({ hosts, profiles, time, pingEvery }: JetstreamOptions): NetworkStream<JetstreamCursor> {
  let watched: ReadonlySet<string> = new Set<string>()
  let heardAt: Date | null = null
  let turn = 0
  /** Milliseconds, by host. */
  const restsUntil = new Map<string, number>()
  const isWatched = (did: string | null): did is string => did !== null && watched.has(did)

  /** What an event says that is worth handing on and was not yet. */
  function newsOf(event: JetstreamEvent, handed: HandedPosts): Nameless[] {
    const { did, timeUs } = event
    switch (event.kind) {
      case 'post': {
        const { rkey, rev, record, edited } = event
        const post = readPost(did, rkey, record)
        if (!post) return []
        const wanted =
          isRussian(post.langs, post.text) || isWatched(did) || isWatched(post.root) || handed.has(did, rkey)
        if (!wanted || !handed.hand(did, rkey, rev)) return []
        const seenAt = new Date(timeUs / 1000)
        return [
          { message: { ...messageOf(post, seenAt), editedAt: edited ? seenAt : null }, author: did, root: post.root },
        ]
      }
      case 'deletion':
        return handed.drop(did, event.rkey, event.rev)
          ? [{ message: deletionOf(did, event.rkey), author: null, root: null }]
          : []
      case 'gone':
        // Should it come back, its posts stay away here: no one tells which they were.
        return handed.dropAccount(did).map((rkey) => ({ message: deletionOf(did, rkey), author: null, root: null }))
      case 'renamed':
        profiles.forget(did)
        return []
      case 'other':
        return []
    }
  }

  const restOf = (host: string): number => restsUntil.get(host) ?? 0

  /** Whose turn it is, unless it rests and another one does not. */
  function nextHost(): string {
    const inTurn = hosts.map((_, n) => hosts[(turn + n) % hosts.length] as string)
    const now = time.now().getTime()
    return inTurn.toSorted((one, other) => Math.max(restOf(one), now) - Math.max(restOf(other), now))[0] as string
  }

  async function named(nameless: Nameless[], signal: AbortSignal): Promise<RawMessage[]> {
    await profiles.learn(
      nameless.flatMap(({ author, root }) => [author, isWatched(root) ? root : null].filter((did) => did !== null)),
      signal,
    )
    return nameless.map(({ message, author, root }) => {
      if (author === null) return message
      // A watched account's own words are its own, in whosever thread; other people's are its comments.
      const group = isWatched(author) ? author : isWatched(root) ? root : null
      return {
        ...message,
        author: authorOf(author, profiles.find(author)),
        group: group === null ? null : groupOf(group, profiles.find(group)),
      }
    })
  }

  return {
    name: 'bluesky:jetstream',
    watch: ({ groups }) => {
      watched = new Set(groups)
    },
    heardAt: () => heardAt,
    async *read(cursor, signal) {
      const now = (): number => time.now().getTime()
      let timeUs = cursor?.timeUs ?? null
      const startedAt = now() * 1000
      const handed = handedPosts((timeUs ?? startedAt) / 1000)
      const wait = backOff()
      let handedAt = now()

      /** Hears one connection out. @returns why it ended */
      async function* hear(url: URL): AsyncGenerator<RawBatch<JetstreamCursor>, NetworkError | null> {
        let waiting: Nameless[] = []
        let waitsSince = 0
        let trouble: NetworkError | null = null
        async function handOn(): Promise<RawBatch<JetstreamCursor>> {
          // The cursor of now: what comes while names are looked up is behind it, and not in this batch.
          const [batch, upTo] = [waiting, timeUs ?? startedAt]
          waiting = []
          handedAt = now()
          return { messages: await named(batch, signal), cursor: { timeUs: upTo } }
        }
        const onHeard = (): void => {
          heardAt = time.now()
        }
        try {
          for await (const frames of readSocket(
            url,
            { time, pingEvery, most: MOST_FRAMES, within: OLDEST_MESSAGE / 2, onHeard },
            signal,
          )) {
            if (frames.length > 0) wait.reset()
            for (const frame of frames) {
              const event = readEvent(frame)
              if (!event) continue
              const news = newsOf(event, handed)
              if (news.length > 0 && waiting.length === 0) waitsSince = now()
              waiting.push(...news)
              // A host whose clock runs ahead must not have us skip what the others have still to tell.
              timeUs = Math.max(timeUs ?? 0, Math.min(event.timeUs, now() * 1000))
              if (waiting.length >= MOST_MESSAGES) yield await handOn()
            }
            const isDue =
              waiting.length > 0
                ? now() - waitsSince >= OLDEST_MESSAGE
                : frames.length > 0 && now() - handedAt >= CURSOR_EVERY
            if (isDue) yield await handOn()
          }
        } catch (error) {
          if (!isNetworkError(error)) throw error
          trouble = error
        }
        if (waiting.length > 0 && !signal.aborted) yield await handOn()
        return trouble
      }

      try {
        while (!signal.aborted) {
          const host = nextHost()
          const trouble = yield* hear(jetstreamUrl(host, Math.min(timeUs ?? startedAt, now() * 1000) - OVERLAP))
          heardAt = null
          if (trouble?.retryAfter) restsUntil.set(host, now() + Math.min(trouble.retryAfter, LONGEST_REST))
          turn += 1
          await time.sleep(wait.next(restOf(nextHost()) - now()), signal)
        }
      } finally {
        heardAt = null
      }
    },
  }
}

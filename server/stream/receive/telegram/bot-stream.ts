/** What a bot hears where it is a member: messages of groups, posts of channels, their edits. One stream a bot. */
import type { NetworkStream, Time } from '../shared/adapter.ts'
import { backOff } from '../shared/back-off.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError } from '../shared/network-error.ts'
import { LONG_POLL, type BotApi } from './bot-api.ts'
import { readBotMessage, type Threads } from './bot-message.ts'

export interface BotCursor {
  /** Telegram forgets whatever came before it. */
  offset: number
  threads: Threads
}

/** With a dead token, or while another one listens with it. */
const LONG_WAIT = 60_000
/**
 * Asking with an offset lets Telegram forget what came before, and anyone who reads here works so many batches ahead of the
 * database: as many empty ones are handed out before, so that nothing is forgotten that is not kept yet.
 */
const AHEAD = 2

export function openBotStream({ api, time }: { api: BotApi; time: Time }): NetworkStream<BotCursor> {
  let heardAt: Date | null = null
  return {
    name: `telegram-bot-${api.id}`,
    heardAt: () => heardAt,
    async *read(known, signal) {
      const cursor: BotCursor = known ? structuredClone(known) : { offset: 0, threads: {} }
      const wait = backOff()
      while (!signal.aborted) {
        try {
          const updates = await api.call(
            'getUpdates',
            {
              offset: cursor.offset,
              limit: 100,
              timeout: LONG_POLL,
              allowed_updates: ['message', 'edited_message', 'channel_post', 'edited_channel_post'],
            },
            signal,
          )
          heardAt = time.now()
          wait.reset()
          if (updates.length === 0) continue
          const messages = updates
            .map(
              (update) => update.message ?? update.edited_message ?? update.channel_post ?? update.edited_channel_post,
            )
            .map((message) => (message ? readBotMessage(message, cursor.threads) : null))
            .filter((message): message is RawMessage => message !== null)
          cursor.offset = Math.max(cursor.offset, ...updates.map(({ update_id: id }) => id + 1))
          yield { messages, cursor: structuredClone(cursor) }
          for (let n = 0; n < AHEAD && !signal.aborted; n += 1) yield { messages: [], cursor: structuredClone(cursor) }
        } catch (error) {
          if (!isNetworkError(error)) throw error
          heardAt = null
          if (signal.aborted) return
          await time.sleep(
            wait.next(error.retryAfter ?? (isNetworkError(error, 'temporary') ? null : LONG_WAIT)),
            signal,
          )
        }
      }
    },
  }
}

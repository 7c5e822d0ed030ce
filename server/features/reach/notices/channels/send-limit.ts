/** How fast a messenger may be written to: in all, to one chat, to one group. What asks waits as long as it is told. */
import { MINUTE, SECOND } from '../../../../kit/clock.ts'

export interface SendLimits {
  perSecond: number
  /** Milliseconds between two messages to one chat. */
  chatEvery: number
  groupPerMinute: number
}

export interface SendLimit {
  /** Takes a place when there is one. @returns null: taken; otherwise in how many milliseconds there is one, and whether only this chat has to wait */
  take(chatKey: string, group: boolean, now: Date): { afterMs: number; of: 'chat' | 'channel' } | null
}

export function openSendLimit({ perSecond, chatEvery, groupPerMinute }: SendLimits): SendLimit {
  let all: number[] = []
  const chats = new Map<string, number[]>()
  return {
    take(chatKey, group, moment) {
      const now = moment.getTime()
      all = all.filter((at) => at > now - SECOND)
      if (chats.size > 10_000) forgetOld(chats, now)
      const sent = (chats.get(chatKey) ?? []).filter((at) => at > now - MINUTE)
      const last = sent.at(-1)
      if (last !== undefined && last + chatEvery > now) return { afterMs: last + chatEvery - now, of: 'chat' }
      const [first] = sent
      if (group && sent.length >= groupPerMinute && first !== undefined)
        return { afterMs: first + MINUTE - now, of: 'chat' }
      const [oldest] = all
      if (all.length >= perSecond && oldest !== undefined) return { afterMs: oldest + SECOND - now, of: 'channel' }
      all.push(now)
      chats.set(chatKey, [...sent, now].slice(-groupPerMinute))
      return null
    },
  }
}

function forgetOld(chats: Map<string, number[]>, now: number): void {
  for (const [key, sent] of chats) if ((sent.at(-1) ?? 0) <= now - MINUTE) chats.delete(key)
}

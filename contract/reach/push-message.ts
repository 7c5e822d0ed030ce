/** What a push service carries to a browser, and the browser's worker shows: written by the server, read in web/service-worker. */
import type { NoticeAction } from './notices.ts'

/** Beside a notice of a browser there is room for two. */
export const pushActions = ['favorite', 'notMine'] as const satisfies readonly NoticeAction[]
export type PushAction = (typeof pushActions)[number]

/** Safari shows it by itself (declarative web push, Push API); to other browsers it is data, and the worker shows it. */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: 'ru'
    tag: string
    navigate: string
    /** As `app_badge` below: Safari 18.4 reads it here. */
    app_badge?: string
    /** `PushData` in the names that travel (`pushNames`). */
    data: unknown
  }
  /** The number on the icon of the installed app. */
  app_badge?: number
}

export interface PushData {
  /** Where a click leads: an address of ours, from its `/` on. */
  url: string
  /** Of one message: which it is, and what can be pressed beside it. */
  messageId: number | null
  actions: PushAction[]
}

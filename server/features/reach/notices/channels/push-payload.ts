/** A notice as a browser is handed it. */
import type { PushData, PushMessage } from '../../../../../contract/reach/push-message.ts'
import { feedPushTag } from '../../../../../contract/reading/feed-push-tag.ts'
import { pushNames, toWire } from '../../../../../contract/wire-names.ts'
import {
  beginningOf,
  noticeText,
  noticeTitle,
  placeOfMessage,
  restInWords,
  testNotice,
} from '../../../../../rules/notices/words.ts'
import type { Notice } from './channel.ts'

/** Of what is encrypted; services take 3993 bytes, and some count more of it than others. */
export const MOST_BYTES = 3_000
/** What systems show of a notice without being asked for more. */
const TITLE_LETTERS = 90

interface Shown {
  title: string
  body: string
  tag: string
  data: PushData
}

/** @param siteUrl of the service, without a `/` at its end @returns JSON, below `MOST_BYTES` */
export function writePush(notice: Notice, siteUrl: string): string {
  const { title, body, tag, data } = shownOf(notice)
  const written = (letters: number): string => {
    const message: PushMessage = {
      web_push: 8030,
      notification: {
        title: beginningOf(title, TITLE_LETTERS),
        body: body.slice(0, letters),
        lang: 'ru',
        tag,
        navigate: siteUrl + data.url,
        ...(notice.filter ? { app_badge: String(notice.count) } : {}),
        data: toWire(data, pushNames),
      },
      ...(notice.filter ? { app_badge: notice.count } : {}),
    }
    return JSON.stringify(message)
  }
  const whole = written(body.length)
  return Buffer.byteLength(whole) < MOST_BYTES ? whole : written(300)
}

function shownOf(notice: Notice): Shown {
  const { alarm, kind, filter, id } = notice
  const plain = (title: string, text: string, url: string): Shown => ({
    title,
    body: text,
    tag: `notice-${id}`,
    data: { url, messageId: null, actions: [] },
  })
  if (alarm) return plain(alarm.title, alarm.text, alarm.url)
  return kind === 'test' || !filter ? plain(testNotice.title, testNotice.text, '/notices') : ofMessages(notice, filter)
}

function ofMessages({ messages, count }: Notice, filter: { id: number; name: string }): Shown {
  const texts = messages.map(({ text }) => text)
  const [first] = messages
  const only = count === 1 ? first : undefined
  const rest = restInWords(count, 1)
  return {
    title: noticeTitle(filter.name, count, texts),
    body: [noticeText(texts), first ? placeOfMessage(first) : '', rest].filter(Boolean).join('\n'),
    tag: feedPushTag(filter.id),
    data: only
      ? { url: `/feed?filter=${filter.id}&message=${only.id}`, messageId: only.id, actions: ['favorite', 'notMine'] }
      : { url: `/feed?filter=${filter.id}`, messageId: null, actions: [] },
  }
}

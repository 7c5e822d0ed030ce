/** How messages are shown in a chat: one with all that can be done with it, several as a list. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import {
  noticeActionTitles,
  momentInWords,
  noticeTitle,
  placeOfMessage,
  restInWords,
  testNotice,
} from '../../../../../rules/notices/words.ts'
import type { NoticeMessage } from '../../../reading/feed/feed.public.ts'
import type { Notice } from '../channels/channel.ts'
import { bold, chatLines, type Button, type ChatPiece, type Reply } from './chat.ts'
import { writePress } from './press-data.ts'

/** Letters of the text of one message, of each of a list, and how many of them: all of it stays below what messengers take. */
const CARD_TEXT = 2_800
const LIST_TEXT = 220
const LIST_MESSAGES = 10
const IN_ROW = 5

export interface DrawContext {
  /** Of the site, without a slash at its end. */
  siteUrl: string
  now: Date
  timeZone: string
}

export function noticeReply(notice: Notice, { siteUrl, now }: Omit<DrawContext, 'timeZone'>): Reply {
  const context = { siteUrl, now, timeZone: notice.timeZone }
  const { alarm, messages, filter } = notice
  if (notice.kind === 'test') return { pieces: chatLines(bold(testNotice.title), testNotice.text), buttons: [] }
  if (alarm) {
    const url = new URL(alarm.url, siteUrl).href
    return { pieces: chatLines(bold(alarm.title), alarm.text), buttons: [[{ text: noticeActionTitles.open, url }]] }
  }
  const [only] = messages
  if (only && messages.length === 1 && notice.count === 1) return cardReply(only, filter, context)
  const texts = messages.map(({ text }) => text)
  return listReply(noticeTitle(filter?.name ?? 'Лента', notice.count, texts), notice, context)
}

/** One message: whose filter, where and when, the text with what fitted, and the actions. */
export function cardReply(
  message: NoticeMessage,
  filter: { id: number; name: string } | null,
  { siteUrl, now, timeZone }: DrawContext,
): Reply {
  const { id, authorName, publishedAt } = message
  const head = [filter?.name, placeOfMessage(message)].filter((part) => part).join(' · ')
  const foot = [authorName, momentInWords(publishedAt, now, timeZone)].filter((part) => part).join(' · ')
  return {
    pieces: [...chatLines(bold(head), '', ''), ...textPieces(message, CARD_TEXT), ...chatLines('', '', foot)],
    buttons: actionButtons(id, filter?.id ?? 0, siteUrl),
  }
}

export function actionButtons(messageId: number, filterId: number, siteUrl: string): Button[][] {
  const press = (name: 'favorite' | 'notMine' | 'take'): Button => ({
    text: noticeActionTitles[name],
    press: writePress({ do: name, messageId, filterId }),
  })
  return [
    [press('favorite'), press('notMine')],
    [press('take'), { text: noticeActionTitles.open, url: `${siteUrl}/feed?message=${messageId}` }],
  ]
}

/** Several messages, shortly; a number under the list shows one by itself. */
function listReply(
  title: string,
  { messages, count, filter }: Pick<Notice, 'messages' | 'count' | 'filter'>,
  { siteUrl }: DrawContext,
): Reply {
  const shown = messages.slice(0, LIST_MESSAGES)
  const rest = restInWords(count, shown.length)
  const entries = shown.flatMap((message, at): ChatPiece[] => [
    ...chatLines('', '', bold(`${at + 1}. ${placeOfMessage(message)}`), ''),
    ...textPieces(oneLine(message), LIST_TEXT),
  ])
  return {
    pieces: [bold(title), ...entries, ...(rest && shown.length > 0 ? chatLines('', '', rest) : [])],
    buttons: [
      ...numberRows(
        shown.map(({ id }) => id),
        filter?.id ?? 0,
      ),
      [{ text: 'Открыть ленту', url: feedUrl(siteUrl, filter) }],
    ],
  }
}

export function numberRows(messageIds: readonly number[], filterId: number, from = 1): Button[][] {
  const buttons = messageIds.map((messageId, at) => ({
    text: String(from + at),
    press: writePress({ do: 'show', messageId, filterId }),
  }))
  return Array.from({ length: Math.ceil(buttons.length / IN_ROW) }, (_, row) =>
    buttons.slice(row * IN_ROW, (row + 1) * IN_ROW),
  )
}

const feedUrl = (siteUrl: string, filter: { id: number } | null): string =>
  filter ? `${siteUrl}/feed?filter=${filter.id}` : `${siteUrl}/feed`

/** Likewise, of a list: in one line. Spans stay where they are, for no sign is taken away. */
const oneLine = (message: NoticeMessage): NoticeMessage => ({ ...message, text: message.text.replace(/\s/gu, ' ') })

/** The text with its marked words, cut after so many letters. */
export function textPieces({ text, spans }: Pick<NoticeMessage, 'text' | 'spans'>, most: number): ChatPiece[] {
  if (text.trim() === '') return [{ text: 'Сообщение без текста' }]
  const end = text.length > most ? wholeEnd(text, most) : text.length
  const pieces: ChatPiece[] = []
  let from = 0
  for (let at = 0; at + 1 < spans.length; at += 2) {
    const [start, stop] = [Math.max(spans[at] ?? 0, from), Math.min(spans[at + 1] ?? 0, end)]
    if (start >= stop) continue
    if (start > from) pieces.push({ text: text.slice(from, start) })
    pieces.push({ text: text.slice(start, stop), bold: true })
    from = stop
  }
  if (from < end) pieces.push({ text: text.slice(from, end) })
  return end < text.length ? [...pieces, { text: '…' }] : pieces
}

/** Between words where there is a space close by, and never inside a sign of two units. */
function wholeEnd(text: string, most: number): number {
  const space = text.lastIndexOf(' ', most)
  if (space > Math.max(0, most - 40)) return space
  const last = text.charCodeAt(most - 1)
  return last >= 0xd800 && last <= 0xdbff ? most - 1 : most
}

/** A message of the feed, as a notice shows it. */
export function asNotice(message: FeedMessage): NoticeMessage {
  const { id, text, spans, network, group, author, location, intent, publishedAt } = message
  return {
    id,
    text,
    spans: spans.flat(),
    network,
    groupName: group?.name ?? null,
    authorName: author?.name ?? null,
    place: location?.name ?? null,
    level: intent,
    publishedAt: new Date(publishedAt),
  }
}

/** A notice as a letter: one message, several, what came in a day, an alarm, a try. */
import { networkTitles } from '../../../../../contract/networks.ts'
import type { AlarmKind } from '../../../../../contract/reach/notices.ts'
import { alarmTitles } from '../../../../../rules/notices/alarms.ts'
import {
  beginningOf,
  noticeActionTitles,
  levelTitles,
  momentInWords,
  noticeTitle,
  testNotice,
} from '../../../../../rules/notices/words.ts'
import type { Letter, LetterCard, LetterHeaders, LetterLink } from '../../../../kit/mail/letter.ts'
import { renderHtml } from '../../../../kit/mail/render-letter.ts'
import type { NoticeMessage } from '../../../reading/feed/feed.public.ts'
import type { Notice } from '../channels/channel.ts'
import { excerptOf } from './excerpt.ts'
import type { LinkedAction, MessageAction } from './link-token.ts'

/** Of more the rest is counted. */
const SHOWN = 10
/** UTF-16 units of a message, alone and among others. */
const ALONE = 2_000
const AMONG_OTHERS = 420
/** Bytes. Gmail cuts letters off at 102 KB. */
const LONGEST = 90_000
const PREHEADER = 140

export interface LetterAddresses {
  siteUrl: string
  /** Empty: there is none. */
  supportEmail: string
  /** A token for the person it is written to. */
  sign(linked: LinkedAction): string
}

export interface NoticeLetter {
  letter: Letter
  headers: LetterHeaders
}

/** @returns null: of all it was to show nothing is there any more */
export function noticeLetter(notice: Notice, to: LetterAddresses): NoticeLetter | null {
  if (notice.kind === 'test') return { letter: tryLetter(to), headers: {} }
  if (notice.alarm) return alarmLetter(notice.alarm, to)
  if (notice.messages.length === 0) return null
  let shown = Math.min(notice.messages.length, SHOWN)
  let letter = messagesLetter(notice, shown, to)
  // Nearly every letter of a text can be one of those that HTML writes with six.
  while (shown > 1 && Buffer.byteLength(renderHtml(letter)) > LONGEST) {
    shown -= 1
    letter = messagesLetter(notice, shown, to)
  }
  const unsubscribe = notice.filter && to.sign({ action: 'unsubscribe', filterId: notice.filter.id, back: false })
  return { letter, headers: headersOf(to, unsubscribe, notice.kind, notice.filter?.id.toString() ?? 'feed') }
}

function messagesLetter(notice: Notice, shown: number, to: LetterAddresses): Letter {
  const { filter, count, messages, timeZone } = notice
  const name = filter?.name ?? 'Лента'
  const [first, ...others] = messages.slice(0, shown)
  const alone = count === 1 && others.length === 0
  const cards = messages.slice(0, shown).map((message) => cardOf(message, alone ? ALONE : AMONG_OTHERS, notice, to))
  const texts = messages.map(({ text }) => text)
  const rest = count - shown
  const feed = `${to.siteUrl}/feed${filter ? `?filter=${filter.id}` : ''}`
  return {
    subject: noticeTitle(name, count, texts),
    title: alone ? `Новое сообщение: ${name}` : noticeTitle(name, count, []),
    paragraphs: alone || new Set(messages.map(({ level }) => level)).size === 1 ? [] : ['Сначала самые горячие.'],
    preheader: first
      ? [momentOf(first, timeZone), networkTitles[first.network], beginningOf(first.text, PREHEADER)].join(' · ')
      : '',
    cards,
    button: { title: rest > 0 ? `Ещё ${rest.toLocaleString('ru')} в ленте` : 'Открыть ленту', url: feed },
    closing: filter
      ? {
          text: `Письмо пришло, потому что у вас включены письма по фильтру «${filter.name}».`,
          links: [
            pressLink('Больше не присылать', to, { action: 'unsubscribe', filterId: filter.id, back: false }),
            { title: 'Настроить уведомления', url: `${to.siteUrl}/notices?filter=${filter.id}` },
          ],
        }
      : { text: 'Письмо об уведомлениях Эхолота.', links: [settingsLink(to)] },
  }
}

function cardOf(message: NoticeMessage, most: number, { filter, timeZone }: Notice, to: LetterAddresses): LetterCard {
  const { id, level, network, groupName, authorName, place } = message
  const { text, spans } = excerptOf(message.text.trimEnd(), message.spans, most)
  const action = (name: MessageAction): LetterLink =>
    pressLink(noticeActionTitles[name], to, { action: name, messageId: id, back: false })
  return {
    badge: level === 'cold' ? null : { title: levelTitles[level], hot: level === 'hot' },
    place: [networkTitles[network], groupName].filter((part) => part !== null && part !== '').join(' · '),
    time: momentOf(message, timeZone),
    text,
    marks: spans,
    from: [authorName, place].filter((part) => part !== null && part !== '').join(' · '),
    open: {
      title: noticeActionTitles.open,
      url: `${to.siteUrl}/feed?${filter ? `filter=${filter.id}&` : ''}message=${id}`,
    },
    actions: [action('take'), action('favorite'), action('notMine')],
  }
}

/** With its day: no one knows when a letter is read. */
const momentOf = ({ publishedAt }: NoticeMessage, timeZone: string): string =>
  momentInWords(publishedAt, new Date(0), timeZone)

const alarmButtons: Record<AlarmKind, string> = {
  silence: 'Открыть фильтр',
  spike: 'Открыть ленту',
  sourceLag: 'Посмотреть, какие сети слышно',
  groupClosed: 'Открыть список групп',
  subscriptionEnd: 'Продлить',
}

function alarmLetter({ kind, title, text, url }: NonNullable<Notice['alarm']>, to: LetterAddresses): NoticeLetter {
  const unsubscribe: LinkedAction = { action: 'unsubscribe', alarm: kind, back: false }
  const letter = {
    subject: title,
    title,
    paragraphs: text.split('\n'),
    button: { title: alarmButtons[kind], url: new URL(url, to.siteUrl).href },
    closing: {
      text: `Письмо пришло, потому что у вас включены письма «${alarmTitles[kind]}».`,
      links: [pressLink('Больше не присылать', to, unsubscribe), settingsLink(to)],
    },
  }
  return { letter, headers: headersOf(to, to.sign(unsubscribe), 'alarm', kind) }
}

const tryLetter = (to: LetterAddresses): Letter => ({
  subject: testNotice.title,
  title: testNotice.title,
  paragraphs: [testNotice.text],
  button: settingsLink(to),
})

const settingsLink = ({ siteUrl }: LetterAddresses): LetterLink => ({
  title: 'Настроить уведомления',
  url: `${siteUrl}/notices`,
})

/** After the hash, so that the token gets into no one's log and into no Referer. */
const pressLink = (title: string, { siteUrl, sign }: LetterAddresses, linked: LinkedAction): LetterLink => ({
  title,
  url: `${siteUrl}/notice#${sign(linked)}`,
})

/**
 * What mail services ask of letters that come again and again (RFC 8058, rules of Gmail, Mail.ru and Yandex).
 * @param unsubscribe a token; null: there is nothing to unsubscribe from
 * @param campaign by which services count what becomes of such letters
 */
function headersOf(
  { siteUrl, supportEmail }: LetterAddresses,
  unsubscribe: string | null,
  kind: string,
  campaign: string,
): LetterHeaders {
  const headers: Record<string, string> = {
    precedence: 'bulk',
    'feedback-id': `${campaign}:${kind}:notices:echolot`,
    'x-postmaster-msgtype': `notice-${kind}`,
  }
  if (unsubscribe === null) return headers
  const written = /^[!-~]+@[!-~]+$/.test(supportEmail) ? `, <mailto:${supportEmail}?subject=unsubscribe>` : ''
  headers['list-unsubscribe'] = `<${siteUrl}/api/notices/unsubscribe?token=${unsubscribe}>${written}`
  // Services ask over https alone.
  if (siteUrl.startsWith('https://')) headers['list-unsubscribe-post'] = 'List-Unsubscribe=One-Click'
  return headers
}

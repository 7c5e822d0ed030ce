/** The public pages of t.me as they are written: a channel's preview, its discussions, and the card behind a name. */
import { load, type Cheerio, type CheerioAPI } from 'cheerio'
import type { DiscussionPage, PageMessage } from './telegram-pages.ts'
import { pageText, type PageElement } from './page-text.ts'
import { nameKey } from './link.ts'

export interface PreviewPage {
  /** As its owner writes it. */
  name: string
  title: string | null
  avatar: string | null
  followers: number | null
  messages: PageMessage[]
  older: boolean
}

/** @returns null when the page is no preview: an unknown name, a group, a channel that hides its preview */
export function readPreview(html: string, key: string): PreviewPage | null {
  const $ = load(html)
  const messages = $('.tgme_widget_message[data-post]')
  if (messages.length === 0 && $('.tgme_channel_history').length === 0) return null
  const name = displayName($, key)
  const counters = $('.tgme_channel_info_counter')
    .toArray()
    .map((counter) => $(counter))
  const subscribers = counters.find((counter) => /subscriber/i.test(counter.find('.counter_type').text()))
  const owner = messages.last().find('.tgme_widget_message_owner_name')
  return {
    name,
    title:
      wordOf($('.tgme_channel_info_header_title').first()) ??
      wordOf(owner.first()) ??
      $('meta[property="og:title"]').attr('content') ??
      null,
    avatar: addressOf(
      $('.tgme_channel_info .tgme_page_photo_image img, .tgme_channel_info img').first().attr('src') ??
        messages.last().find('.tgme_widget_message_user_photo img').attr('src') ??
        $('meta[property="og:image"]').attr('content'),
    ),
    followers: subscribers ? readCount(subscribers.find('.counter_value').text()) : null,
    messages: readMessages($, messages.toArray(), (id) => `https://t.me/${name}/${id}`, 'post').filter(
      ({ id }) => id > 0,
    ),
    older: $('.js-messages_more[data-before]:not(.hide), link[rel="prev"]').length > 0,
  }
}

/** @returns null when there is no discussion, or it is not shown */
export function readDiscussion(html: string, name: string, post: number): DiscussionPage | null {
  const $ = load(html)
  const comments = $('.tgme_widget_message[data-post-id]').toArray()
  const open =
    comments.length > 0 ||
    $('.js-new_message_form, input[name="peer"]').length > 0 ||
    /\d/.test($('.js-header').first().text())
  if (!open) return null
  return {
    comments: readMessages($, comments, (id) => `https://t.me/${name}/${post}?comment=${id}`, 'comment'),
    older: $('.js-messages_more[data-before]:not(.hide)').length > 0,
  }
}

/** Whether the page of a single post says that there is none. */
export function isGonePage(html: string): boolean {
  const $ = load(html)
  return $('.tgme_widget_message').length === 0 && /not found|deleted/i.test($('.tgme_widget_message_error').text())
}

export interface TelegramCard {
  kind: 'channel' | 'chat' | 'person'
  name: string
  title: string
  avatar: string | null
  followers: number | null
}

/** @returns null when there is nothing by that name */
export function readCard(html: string, key: string): TelegramCard | null {
  const $ = load(html)
  const extra = $('.tgme_page_extra').first().text().trim()
  const title = wordOf($('.tgme_page_title').first())
  if (extra === '' || title === null) return null
  const [, count = '', counted = ''] = /^([\d\s.,]+[KM]?)\s*(subscriber|member)/i.exec(extra) ?? []
  // A channel or a group of one's own is counted, if only as «no members»; anyone who has but a name is a person or a bot.
  const kind = /subscriber/i.test(counted || extra) ? 'channel' : /member/i.test(counted || extra) ? 'chat' : 'person'
  const image = $('.tgme_page_photo_image')
  return {
    kind,
    name: displayName($, key),
    title,
    avatar: addressOf(
      image.attr('src') ?? image.find('img').attr('src') ?? $('meta[property="og:image"]').attr('content'),
    ),
    followers: count === '' ? null : readCount(count),
  }
}

/** `12.3K`, `1.5M`, `3 482`. */
export function readCount(text: string): number | null {
  const [, digits, unit = ''] = /^([\d.,]+)([KM])?$/i.exec(text.replace(/\s/g, '')) ?? []
  if (digits === undefined) return null
  const factor = { '': 1, K: 1_000, M: 1_000_000 }[unit.toUpperCase()] ?? 1
  const count = factor === 1 ? Number(digits.replace(/[.,]/g, '')) : Number(digits.replace(',', '.')) * factor
  return Number.isFinite(count) ? Math.round(count) : null
}

function readMessages(
  $: CheerioAPI,
  elements: PageElement[],
  urlOf: (id: number) => string,
  kind: 'post' | 'comment',
): PageMessage[] {
  const messages = elements.flatMap((element) => {
    const message = $(element)
    const id = Number(
      (kind === 'comment' ? message.attr('data-post-id') : message.attr('data-post')?.split('/')[1]) ?? Number.NaN,
    )
    if (!Number.isSafeInteger(id)) return []
    const written = Date.parse(message.find('time[datetime]').last().attr('datetime') ?? '')
    return [
      {
        id,
        publishedAt: Number.isNaN(written) ? null : new Date(written),
        text: message.hasClass('service_message') ? '' : textOf($, message),
        url: urlOf(id),
        author: kind === 'comment' ? authorOf($, message) : null,
        edited: isMarkedEdited($, message),
        editedAt: null,
        isReply: message.find('.tgme_widget_message_reply').length > 0,
      },
    ]
  })
  return messages.toSorted((a, b) => a.id - b.id)
}

/** What is quoted or linked looks like a message's own text. */
const foreign = '.tgme_widget_message_reply, .tgme_widget_message_link_preview'

function textOf($: CheerioAPI, message: Cheerio<PageElement>): string {
  // Under albums the text stands in itself once more: the outermost is taken.
  const text = message
    .find('.js-message_text')
    .filter((_, element) => $(element).closest(foreign).length === 0)
    .first()
  const poll = message
    .find('.tgme_widget_message_poll_question, .tgme_widget_message_poll_option_text')
    .toArray()
    .map((element) => pageText([element]))
  return [pageText(text.toArray()), ...poll].filter((part) => part !== '').join('\n')
}

/** The mark is a word of its own beside the time; a name that signs the post stands in an element. */
function isMarkedEdited($: CheerioAPI, message: Cheerio<PageElement>): boolean {
  const own = message
    .find('.tgme_widget_message_meta')
    .contents()
    .filter((_, node) => node.type === 'text')
  return /\bedited\b/.test($(own).text())
}

/**
 * Who has no public name has no id here either: within a channel they are called by what they call themselves.
 */
function authorOf($: CheerioAPI, message: Cheerio<PageElement>): PageMessage['author'] {
  const written = message
    .find('.tgme_widget_message_author_name')
    .filter((_, element) => $(element).closest(foreign).length === 0)
    .first()
  const name = wordOf(written)
  if (name === null) return null
  const link = written.attr('href') ?? written.closest('a').attr('href')
  const key = nameKey(/^https?:\/\/t\.me\/(\w+)$/.exec(link ?? '')?.[1] ?? '')
  return {
    externalId: key ?? `~${name}`,
    name,
    avatar: addressOf(
      message.find('.tgme_widget_message_user_photo img, .tgme_widget_message_user img').first().attr('src'),
    ),
    url: key && link ? link : null,
  }
}

/** A name as its owner writes it, where the page does: names are the same in any case, but are shown in one. */
function displayName($: CheerioAPI, key: string): string {
  const written = [
    $('.tgme_widget_message[data-post]').last().attr('data-post')?.split('/')[0],
    $('.tgme_channel_info_header_username').first().text().trim().replace('@', ''),
    /^@(\w+)$/.exec($('.tgme_page_extra').first().text().trim())?.[1],
    /domain=(\w+)/.exec($('.tgme_page_action a, .tgme_action_button_new').first().attr('href') ?? '')?.[1],
  ]
  return written.find((name) => name?.toLowerCase() === key) ?? key
}

function wordOf(element: Cheerio<PageElement>): string | null {
  const text = pageText(element.toArray()).replace(/\s+/g, ' ')
  return text === '' ? null : text
}

const addressOf = (source: string | undefined): string | null =>
  source?.startsWith('//') ? `https:${source}` : source?.startsWith('http') ? source : null

/** Messages of the feed as rows. */
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import type { IntentLevel } from '../../../../contract/reading/filters.ts'
import { networkTitles, type MessageKind } from '../../../../contract/networks.ts'
import { leadStatusTitles } from '../../../../rules/lead-words.ts'
import type { Cell, SheetColumn } from './sheet.ts'

const kinds: Record<MessageKind, string> = { post: 'пост', comment: 'комментарий' }
const intents: Record<IntentLevel, string> = { cold: 'холодный', warm: 'тёплый', hot: 'горячий' }

export const messageColumns: SheetColumn[] = [
  { title: 'Дата и время', kind: 'moment', width: 17, place: 'head' },
  { title: 'Сеть', kind: 'text', width: 15, place: 'head' },
  { title: 'Вид', kind: 'text', width: 13, place: 'head' },
  { title: 'Продукт', kind: 'text', width: 22, place: 'head' },
  { title: 'Место', kind: 'text', width: 18, place: 'head' },
  { title: 'Автор', kind: 'text', width: 24, place: 'detail' },
  { title: 'Адрес автора', kind: 'link', width: 28, place: 'detail', of: 'Автор' },
  { title: 'Группа', kind: 'text', width: 24, place: 'detail' },
  { title: 'Адрес группы', kind: 'link', width: 28, place: 'detail', of: 'Группа' },
  { title: 'Текст', kind: 'text', width: 80, place: 'text' },
  { title: 'Ключевое слово', kind: 'text', width: 24, place: 'detail' },
  { title: 'Адрес сообщения', kind: 'link', width: 36, place: 'detail' },
  { title: 'Заметка', kind: 'text', width: 30, place: 'detail' },
  { title: 'Избранное', kind: 'text', width: 12, place: 'detail' },
  { title: 'Намерение', kind: 'text', width: 13, place: 'detail' },
  { title: 'Статус лида', kind: 'text', width: 14, place: 'detail' },
  { title: 'Ответственный', kind: 'text', width: 24, place: 'detail' },
]

/** @param wall a moment as the reader's clocks show it */
export function messageRow(message: FeedMessage, wall: (moment: number) => number): Cell[] {
  const { author, group } = message
  return [
    wall(Date.parse(message.publishedAt)),
    networkTitles[message.network],
    message.demo ? `${kinds[message.kind]}, демо` : kinds[message.kind],
    message.product.name,
    message.location?.name ?? null,
    author?.name ?? null,
    author?.url ?? null,
    group?.name ?? null,
    group?.url ?? null,
    message.text,
    fittedWords(message),
    message.url,
    message.notes.map(({ user, text }) => `${user.name}: ${text}`).join('\n'),
    message.favorite ? 'да' : null,
    intents[message.intent],
    leadStatusTitles[message.lead?.status ?? 'new'],
    message.lead?.assignee?.name ?? null,
  ]
}

/** The keyword of a project; the query of a category is nothing to read, so what fitted of it in the text. */
function fittedWords({ productType, keyword, spans, text }: FeedMessage): string | null {
  if (productType !== 'category') return keyword
  const words = spans.map(([start, end]) => text.slice(start, end).toLowerCase())
  return words.length === 0 ? null : [...new Set(words)].join(', ')
}

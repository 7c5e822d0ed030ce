/** An author in words. */
import type { Author } from '../../../../../contract/reading/feed.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { messageForms, messagesInWords, plural, type PluralForms } from '../../../../../rules/plural.ts'

const textForms: PluralForms = ['текст', 'текста', 'текстов']

/** «7 сообщений, 3 разных текста»; of who wrote more than is counted «больше 10 000 сообщений» */
export function countInWords({ messages, texts, capped }: Pick<Author, 'messages' | 'texts' | 'capped'>): string {
  if (capped) return messagesInWords(messages + 1, messages)
  const all = `${messages.toLocaleString('ru')} ${plural(messages, messageForms)}`
  if (texts === messages) return all
  return `${all}, ${texts.toLocaleString('ru')} ${plural(texts, ['разный', 'разных', 'разных'])} ${plural(texts, textForms)}`
}

const short = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short', timeZone: 'UTC' })
/** A day as it is written, «3 мар.» */
export const dayAndMonthInWords = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

export interface ContactWithAuthor {
  key: string
  at: string
  /** What was done, and by whom: «Ответ: Вера». */
  words: string
  messageId: number
}

/** Who of the team had to do with the author, and how: the latest first. */
export function contactsOf({ answers, leads }: Pick<Author, 'answers' | 'leads'>, myId: number): ContactWithAuthor[] {
  const nameOf = ({ id, name }: { id: number; name: string }): string => (id === myId ? 'вы' : name)
  return [
    ...answers.map(({ messageId, user, at }) => ({
      key: `answer ${messageId} ${user.id}`,
      at,
      words: `Ответ: ${nameOf(user)}`,
      messageId,
    })),
    ...leads.map(({ id, status, assignee, updatedAt, messageId }) => ({
      key: `lead ${id}`,
      at: updatedAt,
      words: `Лид «${leadStatusTitles[status]}»: ${assignee ? nameOf(assignee) : 'без ответственного'}`,
      messageId,
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
}

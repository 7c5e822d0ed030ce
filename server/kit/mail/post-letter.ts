/**
 * The outbox: a letter is written down in the transaction in which there is a reason for it, and sent by a job after that.
 * Whoever writes a letter says what stands in it; how it looks is decided here.
 */
import type { Clock } from '../clock.ts'
import { tell } from '../jobs.ts'
import type { Tx } from '../sql.ts'
import { renderHtml, renderPlain } from './render-letter.ts'

/** Plain Russian text everywhere; nothing in it is read as HTML. */
export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  /** Shown large, easy to copy. */
  code?: string
  button?: { title: string; url: string }
  /** Smaller, after everything else. */
  footnote?: string
}

/** @param to one address, as its owner wrote it */
export async function postLetter(tx: Tx, clock: Clock, to: string, letter: Letter): Promise<void> {
  const { id } = await tx
    .insertInto('letters')
    .values({
      recipient: to,
      subject: letter.subject,
      html: renderHtml(letter),
      plain: renderPlain(letter),
      createdAt: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(tx, clock, 'letter.posted', { letterId: id })
}

/** A phone call that nobody makes: the development mailbox shows what number would have called. */
export async function showCall(tx: Tx, clock: Clock, phone: string, code: string): Promise<void> {
  const plain = renderPlain({
    subject: '',
    title: 'Звонок с кодом',
    paragraphs: ['Последние четыре цифры номера, с которого звонят:'],
    code,
  })
  await tx
    .insertInto('letters')
    .values({ channel: 'call', recipient: phone, subject: 'Звонок с кодом', plain, createdAt: clock.now() })
    .execute()
}

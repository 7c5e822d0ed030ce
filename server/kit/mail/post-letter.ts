/**
 * The outbox: a letter is written down in the transaction in which there is a reason for it, and sent by a job after that.
 * Anyone who writes a letter says what stands in it; how it looks is decided here.
 */
import type { Clock } from '../clock.ts'
import { recordEvent } from '../jobs.ts'
import type { Tx } from '../sql.ts'
import type { Letter } from './letter.ts'
import { renderHtml, renderPlain } from './render-letter.ts'

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
  await recordEvent(tx, clock, 'letter.posted', { letterId: id })
}

/** A phone call that no one makes: the development mailbox shows what number would have called. */
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

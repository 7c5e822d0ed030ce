/**
 * The outbox: a letter is written down in the transaction in which there is a reason for it, and sent by a job after that.
 * Anyone who writes a letter says what stands in it; how it looks is decided here.
 */
import type { Clock } from '../clock.ts'
import { recordEvent } from '../jobs.ts'
import type { Tx } from '../sql.ts'
import type { Letter, LetterFile, LetterHeaders } from './letter.ts'
import { renderHtml, renderPlain } from './render-letter.ts'

interface Posting {
  /** Posted again under the same key it is the same letter: nothing happens. */
  key?: string
  headers?: LetterHeaders
  /** Attached, in this order; kept until it is sent. */
  files?: readonly LetterFile[]
}

/** @param to one address, as its owner wrote it */
export async function postLetter(
  tx: Tx,
  clock: Clock,
  to: string,
  letter: Letter,
  { key, headers, files = [] }: Posting = {},
): Promise<void> {
  for (const [name, value] of Object.entries(headers ?? {}))
    if (!/^[ -~]{1,900}$/.test(value)) throw new Error(`the header ${name} does not fit into one line of ASCII`)
  const posted = await tx
    .insertInto('letters')
    .values({
      recipient: to,
      subject: letter.subject,
      html: renderHtml(letter),
      plain: renderPlain(letter),
      createdAt: clock.now(),
      key: key ?? null,
      headers: headers ? JSON.stringify(headers) : null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!posted) return
  for (const { name, type, bytes } of files)
    await tx.insertInto('letterFiles').values({ letterId: posted.id, name, type, bytes }).execute()
  await recordEvent(tx, clock, 'letter.posted', { letterId: posted.id })
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

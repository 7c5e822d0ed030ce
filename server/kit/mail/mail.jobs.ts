/** Letters leave the outbox over SMTP. Where no server for them is set, they stay in it: the development mailbox shows them. */
import { Readable } from 'node:stream'
import type { Selectable, Updateable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { DB } from '../../../db/types.ts'
import { DAY, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { every, on, type Job } from '../jobs.ts'
import { whenBack } from '../sql.ts'
import type { LetterFile, LetterHeaders } from './letter.ts'

/** As long as mail servers themselves try. */
const TRIED_FOR = 2 * DAY
const KEPT_FOR = 30 * DAY

export const mailJobs: Job[] = [
  on(
    'letter.posted',
    'send-letter',
    async (context, { letterId }) => {
      if (context.config.mail.smtpUrl !== '') await sendLetter(context, letterId)
    },
    { lane: 'letters' },
  ),
  every('23 3 * * *', 'forget-letters', async ({ db, clock }) => {
    await db
      .deleteFrom('letters')
      .where('createdAt', '<', new Date(clock.now().getTime() - KEPT_FOR))
      .execute()
  }),
]

/**
 * A letter is handed over when the mail server has all of it but the last line; that is written down before the line is sent.
 * Where this process dies before it has the answer, or before it has written the answer down, the letter is not sent a
 * second time: a server that has a letter takes it, as good as always, and does so within a moment.
 * @throws Error when it could not be sent now: the queue tries again, later each time, under the same Message-ID
 */
async function sendLetter(context: AppContext, letterId: number): Promise<void> {
  const { db, clock, log } = context
  const letter = await db
    .selectFrom('letters')
    .select(['recipient', 'subject', 'html', 'plain', 'createdAt', 'handedOverAt', 'headers'])
    .where('id', '=', letterId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
  if (!letter) return
  const files = await db
    .selectFrom('letterFiles')
    .select(['name', 'type', 'bytes'])
    .where('letterId', '=', letterId)
    .orderBy('id')
    .execute()
  const write = (what: LetterState) => db.updateTable('letters').set(what).where('id', '=', letterId).execute()
  // What became of a letter is known now and at no other time.
  const update = (what: LetterState) => whenBack(() => write(what))
  const end = async (what: LetterState) => {
    await update({ ...what, html: null, plain: null, headers: null })
    await whenBack(() => db.deleteFrom('letterFiles').where('letterId', '=', letterId).execute())
  }
  if (letter.handedOverAt) {
    log.warn({ letterId }, 'a letter was handed over and its answer is not known: it is not sent again')
    await end({ sentAt: letter.handedOverAt, error: 'handed over, the answer is not known' })
    return
  }
  let handingOver: Promise<unknown> = Promise.resolve()
  try {
    await handToServer(
      context,
      letterId,
      { ...letter, files },
      () => (handingOver = write({ handedOverAt: clock.now() })),
    )
  } catch (error) {
    // It may still be on its way to the database, and must not come after what is written now.
    await handingOver.catch(() => {})
    const { message, responseCode } = error as { message: string; responseCode?: number }
    const outcome = { error: message.slice(0, 500), handedOverAt: null }
    const late = clock.now().getTime() - letter.createdAt.getTime() > TRIED_FOR
    if (isForGood(error) || late) {
      log.warn({ letterId, responseCode }, 'a letter could not be delivered')
      await end({ ...outcome, failedAt: clock.now() })
      return
    }
    await update(outcome)
    throw new Error(
      `letter ${letterId} could not be sent yet: ${responseCode ?? (error as { code?: string }).code ?? 'unknown'}`,
    )
  }
  await end({ sentAt: clock.now() })
}

type LetterState = Updateable<DB['letters']>
type Written = Pick<Selectable<DB['letters']>, 'recipient' | 'subject' | 'html' | 'plain' | 'createdAt' | 'headers'>

/** @param beforeLastLine what it waits for before the server is asked to take the letter */
async function handToServer(
  { config }: Pick<AppContext, 'config'>,
  letterId: number,
  letter: Written & { files: readonly LetterFile[] },
  beforeLastLine: () => Promise<unknown>,
): Promise<void> {
  const transport = createTransport({
    url: config.mail.smtpUrl,
    // Passwords and codes in plain text otherwise, wherever someone in between takes the offer of TLS out.
    requireTLS: config.mail.requireTls,
    connectionTimeout: 15 * SECOND,
    greetingTimeout: 15 * SECOND,
    socketTimeout: MINUTE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ message }, done) => {
    // What stands here is read only when the server waits for it, and the last line is sent when it ends.
    message.processFunc((whole) => Readable.from(endAfter(whole, beforeLastLine), { objectMode: false }))
    done()
  })
  await transport.sendMail({
    from: config.mail.from,
    // As one address, whatever stands in it: a comma must not make two.
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    text: letter.plain ?? '',
    html: letter.html ?? '',
    attachments: letter.files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
      contentDisposition: 'attachment' as const,
    })),
    date: letter.createdAt,
    messageId: `<letter-${letterId}-${letter.createdAt.getTime()}@${domainOf(config.mail.from)}>`,
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-language': 'ru',
      ...extraHeaders(letter.headers as LetterHeaders | null),
    },
  })
}

/** Not folded: some relays break the signature over a line that is. */
function extraHeaders(headers: LetterHeaders | null): Record<string, { prepared: true; value: string }> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, { prepared: true, value }]))
}

/** Of the letter or its recipient; what the server says of us, our name and password, someone can mend. */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode !== 503 && /^(RCPT TO|DATA)/.test(command)
}

async function* endAfter(whole: AsyncIterable<Buffer>, beforeLastLine: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield* whole
  await beforeLastLine()
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
}

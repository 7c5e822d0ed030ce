/** Letters leave the outbox over SMTP. Where no server for them is set, they stay in it: the development mailbox shows them. */
import { createTransport } from 'nodemailer'
import { DAY, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { every, on, type Job } from '../jobs.ts'

/** As long as mail servers themselves try. */
const TRIED_FOR = 2 * DAY
const KEPT_FOR = 30 * DAY

export const mailJobs: Job[] = [
  on('letter.posted', 'send-letter', async (context, { letterId }) => {
    if (context.config.mail.smtpUrl !== '') await sendLetter(context, letterId)
  }),
  every('23 3 * * *', 'forget-letters', async ({ db, clock }) => {
    await db
      .deleteFrom('letters')
      .where('createdAt', '<', new Date(clock.now().getTime() - KEPT_FOR))
      .execute()
  }),
]

/**
 * @throws Error when it could not be sent now: the queue tries again, later each time. The letter may arrive twice if this
 * process dies after the server has taken it; its Message-ID is then the same.
 */
async function sendLetter({ db, clock, config, log }: AppContext, letterId: number): Promise<void> {
  const letter = await db
    .selectFrom('letters')
    .select(['recipient', 'subject', 'html', 'plain', 'createdAt'])
    .where('id', '=', letterId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
  if (!letter) return
  const end = (what: { sentAt: Date } | { failedAt: Date; error: string }) =>
    db
      .updateTable('letters')
      .set({ ...what, html: null, plain: null })
      .where('id', '=', letterId)
      .execute()
  try {
    await createTransport({
      url: config.mail.smtpUrl,
      // Passwords and codes in plain text otherwise, wherever someone in between takes the offer of TLS out.
      requireTLS: config.mail.requireTls,
      connectionTimeout: 15 * SECOND,
      greetingTimeout: 15 * SECOND,
      socketTimeout: MINUTE,
      disableFileAccess: true,
      disableUrlAccess: true,
    }).sendMail({
      from: config.mail.from,
      // As one address, whatever stands in it: a comma must not make two.
      to: { name: '', address: letter.recipient },
      subject: letter.subject,
      text: letter.plain ?? '',
      html: letter.html ?? '',
      date: letter.createdAt,
      messageId: `<letter-${letterId}-${letter.createdAt.getTime()}@${domainOf(config.mail.from)}>`,
      headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All', 'content-language': 'ru' },
    })
    await end({ sentAt: clock.now() })
  } catch (error) {
    const { message, responseCode } = error as { message: string; responseCode?: number }
    const late = clock.now().getTime() - letter.createdAt.getTime() > TRIED_FOR
    if (isForGood(error) || late) {
      log.warn({ letterId, responseCode }, 'a letter could not be delivered')
      await end({ failedAt: clock.now(), error: message.slice(0, 500) })
      return
    }
    await db
      .updateTable('letters')
      .set({ error: message.slice(0, 500) })
      .where('id', '=', letterId)
      .execute()
    throw new Error(
      `letter ${letterId} could not be sent yet: ${responseCode ?? (error as { code?: string }).code ?? 'unknown'}`,
    )
  }
}

/** Of the letter or its recipient; what the server says of us, our name and password, someone can mend. */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode !== 503 && /^(RCPT TO|DATA)/.test(command)
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
}

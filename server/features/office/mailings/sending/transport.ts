/** The way of mailings out: over a mail server with connections that stay open, or into the development mailbox. */
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { MINUTE, SECOND } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { Letter, LetterHeaders } from '../../../../kit/mail/letter.ts'
import { postLetter } from '../../../../kit/mail/post-letter.ts'
import { renderHtml, renderPlain } from '../../../../kit/mail/render-letter.ts'
import { mailingAddress } from '../return-address.ts'

export interface Parcel {
  mailingId: number
  recipientId: number
  to: string
  letter: Letter
  headers: LetterHeaders
}

export interface MailTransport {
  /**
   * @param beforeLastLine what is waited for before the server is asked to take the letter; when it fails, nothing is sent
   * @throws Error with `responseCode`, `response` and `command` where the server answered, without them where it did not
   */
  deliver(parcel: Parcel, beforeLastLine: () => Promise<void>): Promise<void>
  close(): void
}

/** As many letters over one connection: relays close it after some. */
const LETTERS_PER_CONNECTION = 100

export function openTransport(ctx: Pick<AppContext, 'config' | 'db' | 'clock'>): MailTransport {
  return ctx.config.mailings.smtpUrl === '' && ctx.config.mail.smtpUrl === '' ? developmentMailbox(ctx) : overSmtp(ctx)
}

function overSmtp({ config, clock }: Pick<AppContext, 'config' | 'clock'>): MailTransport {
  const { mail, mailings, secretKey } = config
  const from = mailings.from === '' ? mail.from : mailings.from
  const ownDomain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  const ownAddress = /<([^>]+)>/.exec(from)?.[1] ?? from
  const transport = createTransport({
    url: mailings.smtpUrl === '' ? mail.smtpUrl : mailings.smtpUrl,
    pool: true,
    maxConnections: mailings.connections,
    maxMessages: LETTERS_PER_CONNECTION,
    // It would send a letter again whose connection closed while its answer was awaited.
    maxRequeues: 0,
    requireTLS: mail.requireTls,
    connectionTimeout: 15 * SECOND,
    greetingTimeout: 15 * SECOND,
    socketTimeout: MINUTE,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ message, data }, done) => {
    const { beforeLastLine } = data as unknown as { beforeLastLine: () => Promise<void> }
    message.processFunc((whole) => Readable.from(endAfter(whole, beforeLastLine), { objectMode: false }))
    done()
  })
  return {
    async deliver({ mailingId, recipientId, to, letter, headers }, beforeLastLine) {
      const id = `${mailingId}.${recipientId}`
      const waitedFor = { beforeLastLine }
      await transport.sendMail({
        ...waitedFor,
        from,
        to: { name: '', address: to },
        envelope: {
          from:
            mailings.returnDomain === ''
              ? ownAddress
              : mailingAddress('bounce', secretKey, mailings.returnDomain, mailingId, recipientId),
          to: [to],
        },
        subject: letter.subject,
        text: renderPlain(letter),
        html: renderHtml(letter),
        date: clock.now(),
        messageId: `<mailing-${id}@${ownDomain}>`,
        headers: {
          'content-language': 'ru',
          // Not folded: some relays break the signature over a line that is.
          ...Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, { prepared: true, value } as const]),
          ),
        },
      })
    },
    close: () => transport.close(),
  }
}

async function* endAfter(whole: AsyncIterable<Buffer>, beforeLastLine: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* whole
  await beforeLastLine()
}

/** Where no server is set, as all letters. */
function developmentMailbox({ db, clock }: Pick<AppContext, 'db' | 'clock'>): MailTransport {
  return {
    async deliver({ mailingId, recipientId, to, letter, headers }, beforeLastLine) {
      await beforeLastLine()
      const key = `mailing-${mailingId}.${recipientId}`
      await db.transaction().execute((tx) => postLetter(tx, clock, to, letter, { key, headers }))
    },
    close() {},
  }
}

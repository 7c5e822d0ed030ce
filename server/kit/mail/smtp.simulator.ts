/** A mail server on this machine: takes letters, or answers as instructed, with the classes of reply that real ones have. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface Delivered {
  from: string
  to: string[]
  email: Email
}

/** How a letter to one recipient ends: taken, refused at its recipient or after all of it, or the connection is gone, before the letter or before its answer. */
export type SmtpEnding =
  | 'taken'
  | { at: 'recipient' | 'letter'; reply: [code: number, text: string] }
  | { at: 'recipient' | 'letter' | 'answer'; reply: 'gone' }

export interface SmtpSimulator {
  /** For SMTP_URL. */
  url: string
  delivered: Delivered[]
  /** From now on each letter ends as this says, by its recipient; `gone` at the answer: it is taken, and no one learns of it. */
  endEach(ending: (recipient: string) => SmtpEnding): void
  /** The next recipients are refused with these replies, one after the other: [450, 'try again later']. */
  refuseRecipients(...replies: [code: number, text: string][]): void
  /** The next letters are taken in whole and then refused. */
  refuseLetters(...replies: [code: number, text: string][]): void
  /** The next letters hang: at their recipient, or taken in whole and never answered. */
  hang(at: 'recipient' | 'answer', letters?: number): void
  /** How many hang now, or did until their client was gone. */
  hanging(): number
  /** Those that hang are refused for now. */
  letGo(): void
  close(): Promise<void>
}

export async function openSmtpSimulator({
  user,
  password,
}: {
  user: string
  password: string
}): Promise<SmtpSimulator> {
  const delivered: Delivered[] = []
  const recipientReplies: [number, string][] = []
  const letterReplies: [number, string][] = []
  const refused = (reply: [number, string] | undefined): Error | null =>
    reply ? Object.assign(new Error(reply[1]), { responseCode: reply[0] }) : null
  const toHang = { recipient: 0, answer: 0 }
  const held: (() => void)[] = []
  let endingOf: (recipient: string) => SmtpEnding = () => 'taken'
  const endings = new Map<string, SmtpEnding>()
  /** @returns true: it has ended */
  const ends = (
    session: SMTPServerSession,
    at: 'recipient' | 'letter' | 'answer',
    done: (error: Error) => void,
  ): boolean => {
    const ending = endings.get(session.id) ?? 'taken'
    if (ending === 'taken' || ending.at !== at) return false
    if (ending.reply === 'gone') cutOff(server, session)
    else done(refused(ending.reply) as Error)
    return true
  }
  const hangs = (at: 'recipient' | 'answer', done: (error: Error) => void): boolean => {
    if (toHang[at] === 0) return false
    toHang[at] -= 1
    held.push(() => done(Object.assign(new Error('try again later'), { responseCode: 450 })))
    return true
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth(given, _session, done) {
      if (given.username === user && given.password === password) done(null, { user })
      else done(Object.assign(new Error('5.7.8 authentication failed'), { responseCode: 535 }))
    },
    onRcptTo(address, session, done) {
      endings.set(session.id, endingOf(address.address))
      if (!ends(session, 'recipient', done) && !hangs('recipient', done)) done(refused(recipientReplies.shift()))
    },
    onData(stream, session, done) {
      void buffer(stream).then(async (raw) => {
        const refusal = refused(letterReplies.shift())
        if (refusal) return done(refusal)
        if (ends(session, 'letter', done) || hangs('answer', done)) return
        const { mailFrom, rcptTo } = session.envelope
        delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          email: await PostalMime.parse(raw),
        })
        if (!ends(session, 'answer', done)) done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A client that hangs up is no error of ours.
  server.on('error', () => {})
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    delivered,
    endEach: (ending) => void (endingOf = ending),
    refuseRecipients: (...replies) => void recipientReplies.push(...replies),
    refuseLetters: (...replies) => void letterReplies.push(...replies),
    hang: (at, letters = 1) => void (toHang[at] = letters),
    hanging: () => held.length,
    letGo() {
      for (const refuse of held.splice(0)) refuse()
    },
    close: () => new Promise((resolve) => void server.close(resolve)),
  }
}

/** As when a server is switched off: its client hears nothing more. */
function cutOff(server: SMTPServer, { id }: SMTPServerSession): void {
  const { connections } = server as unknown as { connections: Iterable<{ id: string; _socket: { destroy(): void } }> }
  for (const connection of connections) if (connection.id === id) connection._socket.destroy()
}

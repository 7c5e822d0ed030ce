/** What a letter that came back says: a report of delivery (RFC 3464), or a complaint that a reader pressed «spam» (RFC 5965). */
import PostalMime, { type Email } from 'postal-mime'

export interface ReturnedMailReport {
  kind: 'bounce' | 'complaint'
  /** Of the delivery, as `5.1.1`; empty: it says none. */
  status: string
  /** What the server answered. */
  diagnostic: string
}

export interface ReturnedMail {
  /** Null: it is no report that says something for good: an answer of a person, «out of office», a delay. */
  report: ReturnedMailReport | null
  /** Whom it came to. */
  to: string
  /** Where our own letters are named: whom it came to, and the headers of what came back. */
  named: string
}

const REPORTS =
  /^(message\/(delivery-status|global-delivery-status|feedback-report|rfc822|rfc822-headers)|text\/rfc822-headers)$/i

/** @param raw as it came over SMTP */
export async function readReturnedMail(raw: Uint8Array): Promise<ReturnedMail> {
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const parts = email.attachments
    .filter(({ mimeType }) => REPORTS.test(mimeType))
    .map(({ mimeType, content }) => ({ type: mimeType.toLowerCase(), text: textOf(content) }))
  const of = (ending: string) => parts.find(({ type }) => type.endsWith(ending))?.text
  const delivered = [
    email.deliveredTo ?? '',
    ...(email.to ?? []).map(({ address }) => address ?? ''),
    ...headersOf(email),
  ].join('\n')
  return {
    to: delivered,
    report: readComplaint(of('feedback-report')) ?? readDelivery(of('delivery-status')),
    named: [delivered, ...parts.map(({ text }) => text)].join('\n'),
  }
}

const headersOf = ({ headers }: Email): string[] =>
  headers.filter(({ key }) => /^(x-original-to|envelope-to|x-envelope-to)$/.test(key)).map(({ value }) => value)

const textOf = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

function readComplaint(text: string | undefined): ReturnedMailReport | null {
  if (text === undefined) return null
  const [fields = {}] = readFields(text)
  // «not-spam» takes a complaint back, «auth-failure» is about us.
  const type = (fields['feedback-type'] ?? '').trim().toLowerCase()
  if (type !== 'abuse' && type !== 'fraud' && type !== 'opt-out') return null
  return { kind: 'complaint', status: '', diagnostic: `${type} ${fields['user-agent'] ?? ''}`.trim() }
}

function readDelivery(text: string | undefined): ReturnedMailReport | null {
  const failed = readFields(text ?? '').find((fields) => /^failed\b/i.test(fields.action ?? ''))
  if (!failed) return null
  const diagnostic = (failed['diagnostic-code'] ?? '').replace(/^\s*[\w-]+\s*;\s*/, '')
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/
  return {
    kind: 'bounce',
    status: status.exec(failed.status ?? '')?.[0] ?? status.exec(diagnostic)?.[0] ?? '',
    diagnostic: diagnostic.slice(0, 500),
  }
}

/** Groups of fields with blank lines between them; a line that begins with a space goes on with the one above. */
function readFields(text: string): Record<string, string>[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n')
      const fields = lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()]
      })
      return Object.fromEntries(fields.filter(([name]) => name !== ''))
    })
}

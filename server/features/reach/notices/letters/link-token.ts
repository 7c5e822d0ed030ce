/**
 * Links of letters, which do something without a session: who has the letter is who it was written to. Nothing of them is stored; a key made of the
 * secret of the service says that we wrote them, for whom, what they do and until when.
 */
import { alarmKinds, noticeModes, type AlarmKind, type NoticeMode } from '../../../../../contract/reach/notices.ts'
import { DAY, SECOND, type Clock } from '../../../../kit/clock.ts'
import { readSignedWords, signWords, type Signature } from '../../../../kit/signed-words.ts'

const LASTS = 30 * DAY
const signature: Signature = { purpose: 'echolot links of letters', bytes: 16 }

/** What is done with a message. */
export type MessageAction = 'favorite' | 'notMine' | 'take'

/** `back`: it takes back what such a link did. */
export type LinkedAction =
  | { action: MessageAction; messageId: number; back: boolean }
  | { action: 'unsubscribe'; filterId: number; back: false }
  /** `mode`: that of the person's own rule of before; null: they had none. */
  | { action: 'unsubscribe'; filterId: number; back: true; mode: NoticeMode | null }
  | { action: 'unsubscribe'; alarm: AlarmKind; back: boolean }

interface Context {
  clock: Clock
  config: { secretKey: string }
}

/** @returns of letters, digits, «.», «-» and «_», short: relays fold longer lines of a header, and break what was signed */
export function signLink({ clock, config }: Context, userId: number, linked: LinkedAction): string {
  const expires = Math.floor((clock.now().getTime() + LASTS) / SECOND)
  const words = [...writeLinked(linked), userId.toString(36), expires.toString(36)].join('.')
  return signWords(config.secretKey, signature, words)
}

/** Null: we did not write it, or it is too old. */
export function readLink({ clock, config }: Context, token: string): { userId: number; linked: LinkedAction } | null {
  const words = readSignedWords(config.secretKey, signature, token)
  if (words === null) return null
  const [what = '', subject = '', user = '', expires = ''] = words.split('.')
  if (Number.parseInt(expires, 36) * SECOND < clock.now().getTime()) return null
  const linked = readLinked(what, Number.parseInt(subject, 36))
  return linked && { userId: Number.parseInt(user, 36), linked }
}

const actionOf: Record<string, MessageAction> = { f: 'favorite', n: 'notMine', t: 'take' }
const letterOf: Record<MessageAction, string> = { favorite: 'f', notMine: 'n', take: 't' }
const NO_RULE = 'x'

/** One letter, in capitals where it takes back, and whom it is about. */
function writeLinked(linked: LinkedAction): [what: string, subject: string] {
  const cased = (what: string): string => (linked.back ? what.toUpperCase() : what)
  if ('messageId' in linked) return [cased(letterOf[linked.action]), linked.messageId.toString(36)]
  if ('alarm' in linked) return [cased('a'), alarmKinds.indexOf(linked.alarm).toString(36)]
  const mode = linked.back ? (linked.mode === null ? NO_RULE : noticeModes.indexOf(linked.mode).toString()) : ''
  return [cased('u') + mode, linked.filterId.toString(36)]
}

function readLinked(what: string, subject: number): LinkedAction | null {
  const [first = '', mode = ''] = what
  const back = first !== first.toLowerCase()
  const action = actionOf[first.toLowerCase()]
  if (action) return { action, messageId: subject, back }
  const alarm = alarmKinds[subject]
  if (first.toLowerCase() === 'a') return alarm ? { action: 'unsubscribe', alarm, back } : null
  if (first === 'u') return { action: 'unsubscribe', filterId: subject, back: false }
  if (first === 'U')
    return { action: 'unsubscribe', filterId: subject, back: true, mode: noticeModes[Number(mode)] ?? null }
  return null
}

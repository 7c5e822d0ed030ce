/** Some messages of many, unlike each other: ten copies of one text tell no more than one. */
import { createDuplicateIndex } from '../../engine/duplicates/duplicate-index.ts'
import { fingerprint } from '../../engine/duplicates/fingerprint.ts'
import type { ArchivedMessage } from './read-messages.ts'

/** Of one author, or of one group, at most this many, as long as there are others. */
const MOST_OF_ONE = 2
/** Those that are looked at. */
const MOST_TRIED = 300

/**
 * Half of them from the beginning, the others from all over the list.
 * @param messages the newest first
 */
export function chooseVaried<Message extends Pick<ArchivedMessage, 'text' | 'authorId' | 'groupId'>>(
  messages: readonly Message[],
  most: number,
): Message[] {
  const chosen: Message[] = []
  const left: Message[] = []
  const known = createDuplicateIndex()
  const texts = new Set<string>()
  const counts = new Map<string, number>()
  const isNew = ({ text }: Message): boolean => {
    const plain = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    const print = fingerprint(text)
    if (texts.has(plain) || (print && known.find(print, 0))) return false
    texts.add(plain)
    if (print) known.add(texts.size, print, 0)
    return true
  }
  const isTooMany = ({ authorId, groupId }: Message): boolean => {
    const parties = [authorId !== null ? `author ${authorId}` : '', groupId !== null ? `group ${groupId}` : ''].filter(
      Boolean,
    )
    if (parties.some((party) => (counts.get(party) ?? 0) >= MOST_OF_ONE)) return true
    for (const party of parties) counts.set(party, (counts.get(party) ?? 0) + 1)
    return false
  }
  const take = (list: Iterable<Message>, until: number): void => {
    for (const message of list) {
      if (chosen.length >= until) return
      if (!isNew(message)) continue
      if (isTooMany(message)) left.push(message)
      else chosen.push(message)
    }
  }
  const half = Math.ceil(most / 2)
  take(messages.slice(0, MOST_TRIED), half)
  take(spread(messages, MOST_TRIED), most)
  chosen.push(...left.slice(0, most - chosen.length))
  const places = new Map(messages.map((message, place) => [message, place]))
  return chosen.sort((a, b) => places.get(a)! - places.get(b)!)
}

function spread<Message>(messages: readonly Message[], most: number): Message[] {
  if (messages.length <= most) return [...messages]
  return Array.from({ length: most }, (_, n) => messages[Math.floor((n * messages.length) / most)]!)
}

import { CYRILLIC, DIGIT, FOLDED, KIND, LATIN, ODD, SPACE, WORD } from './characters.ts'

/** Endings that make `name.ending` an address even without `https://`. Short on purpose: `привет.как` is two words. */
const ZONES = new Set(
  (
    'ru su com net org info biz pro me io by kz ua uz am ge az de fr uk us eu cn tv cc ly gl gg be co ai app dev tech ' +
    'online site shop store club link page space website blog media agency market group live chat bot social one top xyz ' +
    'moscow рф'
  ).split(' '),
)

/** First letter -> a bit for each length of the zones that begin with it: turns most labels down without a string. */
const ZONE_LENGTHS = new Uint32Array(0x500)
for (const zone of ZONES) ZONE_LENGTHS[zone.charCodeAt(0)]! |= 1 << zone.length

/** More is not looked at, so that no text takes quadratic time. */
const LONGEST_HOST = 253
const MOST_LABELS = 10
const LONGEST_MAILBOX = 64
const LONGEST_PATH = 2_000
const LONGEST_BRACKET = 100

const HYPHEN = 0x2d
const DOT = 0x2e
const OPEN = 0x28
const CLOSE = 0x29

const SCHEME = /^[a-z][a-z0-9-]*$/i
const STOPS = /[\s<>"«»“”„{}|\\^`]/
const TAIL = /[.,!?:;…'’\]*_~]/

/**
 * Where the address ends that begins at `start`, or -1 when there is none. `wordEnd` is where its first word ends, so
 * that most words are turned down by one look at the next character.
 */
export function findAddressEnd(text: string, start: number, wordEnd: number): number {
  const next = text.charAt(wordEnd)
  if (next === ':') {
    const isScheme = text.startsWith('://', wordEnd) && SCHEME.test(text.slice(start, wordEnd))
    return isScheme ? findSchemeEnd(text, wordEnd + 3) : -1
  }
  if (next === '@') {
    const end = findHostEnd(text, wordEnd + 1)
    return end < 0 || !isPlain(text, start, wordEnd) ? -1 : end
  }
  if (next !== '.') return -1
  const mail = findMailEnd(text, wordEnd)
  if (mail > 0) return mail
  const host = findHostEnd(text, start)
  return host < 0 ? -1 : findPathEnd(text, host)
}

/** Behind `https://` a known host ends as it does without; any other name goes on to the next space. */
function findSchemeEnd(text: string, hostStart: number): number {
  const host = findHostEnd(text, hostStart)
  if (host > 0) return findPathEnd(text, host)
  const end = trimTail(text, runEnd(text, hostStart), hostStart)
  return end > hostStart ? end : -1
}

/** The end of port, path and question behind the host that ends at `host`. */
function findPathEnd(text: string, host: number): number {
  const after = text.charAt(host)
  const port = after === ':' ? (/^:\d+/.exec(text.slice(host, host + 6))?.[0].length ?? 0) : 0
  const path = text.charAt(host + port)
  return path === '/' || path === '?' || path === '#'
    ? trimTail(text, runEnd(text, host + port), host + port)
    : host + port
}

/** What two ways of writing one address share: no scheme, no `www.`, no slash at the end, lower case. */
export function foldAddress(text: string, start: number, end: number): string {
  const whole = text.slice(start, end).toLowerCase().replaceAll('ё', 'е')
  let bare = whole.replace(/^https?:\/\//, '').replace(/^(www\.)+/, '')
  while (bare.endsWith('/')) bare = bare.slice(0, trimTail(bare, bare.length - 1, 0))
  // Without a scheme only a known zone is read as an address again.
  return bare.includes('://') || findHostEnd(bare, 0) < 0 ? whole : bare
}

/** `ivan.petrov@mail.ru`, seen from the first dot. */
function findMailEnd(text: string, dot: number): number {
  const longest = Math.min(text.length, dot + LONGEST_MAILBOX)
  let at = dot
  while (at < longest && (KIND[text.charCodeAt(at)]! & (LATIN | DIGIT) || '._-'.includes(text.charAt(at)))) at++
  return text.charAt(at) === '@' ? findHostEnd(text, at + 1) : -1
}

function findHostEnd(text: string, start: number): number {
  if (text.charAt(start) === '-') return -1
  let end = start
  let label = start
  let found = -1
  let labels = 1
  while (end <= text.length && end - start <= LONGEST_HOST && labels <= MOST_LABELS) {
    if (isHostLetter(text, end) || (text.charCodeAt(end) === HYPHEN && isHostLetter(text, end + 1))) {
      end++
      continue
    }
    if (label > start && isZone(text, label, end)) found = end
    if (text.charCodeAt(end) !== DOT || end === label) break
    end++
    label = end
    labels++
  }
  return found === end || (found > 0 && text.charAt(found) === '.') ? found : -1
}

function isZone(text: string, start: number, end: number): boolean {
  const lengths = ZONE_LENGTHS[FOLDED[text.charCodeAt(start)]!] ?? 0
  return end - start < 32 && (lengths & (1 << (end - start))) !== 0 && ZONES.has(text.slice(start, end).toLowerCase())
}

function isHostLetter(text: string, at: number): boolean {
  const kind = at < text.length ? KIND[text.charCodeAt(at)]! : 0
  return (kind & CYRILLIC) !== 0 || ((kind & (LATIN | DIGIT)) !== 0 && !(kind & ODD))
}

function isPlain(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    if (KIND[text.charCodeAt(i)]! & CYRILLIC) return false
  }
  return true
}

/** The end of the run at `start` without spaces, quotes, or a bracket that has no partner inside. */
function runEnd(text: string, start: number): number {
  const longest = Math.min(text.length, start + LONGEST_PATH)
  let depth = 0
  let opened = -1
  let end = start
  for (; end < longest; end++) {
    const code = text.charCodeAt(end)
    if (KIND[code]! & WORD) continue
    if (depth > 0 && end - opened > LONGEST_BRACKET) return opened
    if (code === OPEN) {
      if (depth++ === 0) opened = end
    } else if (code === CLOSE) {
      if (depth-- === 0) return end
    } else if (KIND[code]! & SPACE || STOPS.test(text.charAt(end))) break
  }
  return depth > 0 ? opened : end
}

/** A full stop after an address belongs to the sentence. */
function trimTail(text: string, end: number, least: number): number {
  while (end > least && TAIL.test(text.charAt(end - 1))) end--
  return end
}

/** A comment is plain text: which parts of it are links, for them to be pressed. */
export interface CommentPart {
  text: string
  /** Null: words. */
  url: string | null
}

const link = /https?:\/\/[\p{L}\p{N}][^\s<>«»"'`\\^{}|]*/giu
/** A sentence may end behind a link, and a bracket close. */
const behind = /[.,!?:;)\]…—–-]+$/u

export function commentParts(message: string): CommentPart[] {
  const parts: CommentPart[] = []
  let from = 0
  for (const { 0: found, index } of message.matchAll(link)) {
    const url = found.replace(behind, balanced(found))
    if (index > from) parts.push({ text: message.slice(from, index), url: null })
    parts.push({ text: url, url })
    from = index + url.length
  }
  if (from < message.length) parts.push({ text: message.slice(from), url: null })
  return parts
}

/** «…/Казань_(город)»: a bracket that was opened in the link belongs to it. */
function balanced(found: string): string {
  return /\([^()]*\)[^()]*$/.test(found) && found.endsWith(')') ? ')' : ''
}

/** As it is kept: without spaces around, and at most one blank line in a row. */
export const tidyComment = (message: string): string =>
  message
    .replaceAll('\r\n', '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

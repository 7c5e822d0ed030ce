/** Telegram's HTML, as strictly as the Bot API reads it. */

export interface ReadHtml {
  text: string
  /** What stands in `<b>`. */
  bold: string[]
}

/** Null: «can't parse entities». */
export function readHtml(html: string): ReadHtml | null {
  const bold: string[] = []
  const open: { tag: string; from: number }[] = []
  let text = ''
  for (const [piece] of html.matchAll(/<[^>]*>?|&[^;\s]*;?|[^<&]+/gu)) {
    if (piece.startsWith('<')) {
      const [, close, tag = ''] = /^<(\/?)(b|strong|i|em|u|s|code|pre)>$/.exec(piece) ?? []
      if (tag === '') return null
      if (close !== '/') open.push({ tag, from: text.length })
      else {
        const last = open.pop()
        if (last?.tag !== tag) return null
        if (tag === 'b') bold.push(text.slice(last.from))
      }
    } else if (piece.startsWith('&')) {
      const sign = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }[piece]
      if (sign === undefined) return null
      text += sign
    } else text += piece
  }
  return open.length === 0 ? { text: text.trim(), bold } : null
}

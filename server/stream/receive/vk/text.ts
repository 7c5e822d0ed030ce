/** VK's markup -> what a person reads. */

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/** `[id1|Имя]`, `[club1|Имя]`, `[id1:bp-2_3|Имя]`, `[https://…|слова]`. */
const mention =
  /\[(?:(?:id|club|public|event|app|wall|topic|photo|video)-?\d[\w:.-]*|@?[a-z][\w.]*:bp-?\d[\w-]*|(?:https?:\/\/|vk\.(?:com|ru|cc|me)\/)[^\s|[\]]*)\|([^[\]]*)\]/gi
/** `[#тег|слова|https://…]`. */
const namedTag = /\[#[^|[\]]*\|([^|[\]]*)\|[^|[\]]*\]/g

/** @param text what stands in a field of text, whatever that is */
export function readVkText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const plain = text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(namedTag, '$1')
    .replace(mention, '$1')
  return plain.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? entity
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
    },
  )
}

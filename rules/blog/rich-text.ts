/** What a written article may consist of: the editor offers it, and the server lets nothing else pass, on the way in and out. */

/** Tag -> the attributes it keeps. */
export const richTextTags: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h2: ['id'],
  h3: ['id'],
  ul: [],
  ol: [],
  li: [],
  strong: [],
  em: [],
  s: [],
  a: ['href', 'target', 'rel'],
  blockquote: [],
  code: [],
  pre: [],
  br: [],
  hr: [],
  img: ['src', 'alt', 'width', 'height', 'srcset', 'sizes', 'loading'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
}

/** Pictures are ours alone: no article loads anything from elsewhere. */
export const picturePattern = /^\/pictures\/([1-9]\d{0,14})-([1-9]\d{1,3})\.webp$/

/** A page of ours, a part of this one, a page of others, an address to write to. */
export const isRichLink = (href: string): boolean =>
  /^(?:\/(?![/\\])|#|https?:\/\/[^\s/?#\\]|mailto:[^\s@]+@[^\s@]+$)/i.test(href)

/** The widths pictures are drawn in, in pixels; none is wider than it came. */
export const pictureWidths = [480, 960, 1600] as const

/** The same picture by the widths it is there in: as wide as `widest`, and all narrower ones. */
export function pictureSources(id: number, widest: number): { path: string; width: number }[] {
  return [...pictureWidths.filter((width) => width < widest), widest].map((width) => ({
    path: `/pictures/${id}-${width}.webp`,
    width,
  }))
}

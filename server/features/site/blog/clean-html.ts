/**
 * HTML that people wrote, reduced to what rich text may be (rules/blog/rich-text.ts): on the way in, and again on the way out, so that neither an
 * old row nor one written past us brings anything else. What is left is well-formed, and nothing in it runs or loads from elsewhere.
 */
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { isRichLink, picturePattern, pictureSources, richTextTags } from '../../../../rules/blog/rich-text.ts'

const attributes = (tags: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(tags).map(([tag, names]) => [tag, [...names]]))

const common: IOptions = {
  allowedTags: Object.keys(richTextTags),
  allowedAttributes: attributes(richTextTags),
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // What stands inside of these is no text for people.
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'title',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
    'xmp',
  ],
  nestingLimit: 30,
  enforceHtmlBoundary: false,
}

const same = { b: 'strong', i: 'em', del: 's', strike: 's', h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' }
const renamed = Object.fromEntries(
  Object.entries(same).map(([from, to]) => [from, sanitizeHtml.simpleTransform(to, {}, false)]),
)

/** One that leads nowhere we know leads nowhere. */
function link(_: string, { href = '' }: Record<string, string>) {
  const address = href.trim()
  if (!isRichLink(address)) return { tagName: 'a', attribs: {} as Record<string, string> }
  const outer = /^https?:/i.test(address)
  const attribs: Record<string, string> = outer
    ? { href: address, target: '_blank', rel: 'noopener nofollow' }
    : { href: address }
  return { tagName: 'a', attribs }
}

const number = (written: string | undefined): string | null =>
  written !== undefined && /^[1-9]\d{0,4}$/.test(written) ? written : null

/** Of ours alone; with its sizes, so that nothing moves when it comes, and the widths it is there in. */
function picture(_: string, { src = '', alt = '', width, height }: Record<string, string>) {
  const found = picturePattern.exec(src)
  if (!found) return { tagName: 'img', attribs: {} as Record<string, string> }
  const sources = pictureSources(Number(found[1]), Number(found[2]))
  const attribs: Record<string, string> = { src, alt }
  const [wide, high] = [number(width), number(height)]
  if (wide !== null && high !== null) Object.assign(attribs, { width: wide, height: high })
  attribs.srcset = sources.map((source) => `${source.path} ${source.width}w`).join(', ')
  attribs.sizes = '(min-width: 760px) 680px, 100vw'
  attribs.loading = 'lazy'
  return { tagName: 'img', attribs }
}

const options: IOptions = {
  ...common,
  transformTags: {
    ...renamed,
    h2: sanitizeHtml.simpleTransform('h2', {}, false),
    h3: sanitizeHtml.simpleTransform('h3', {}, false),
    a: link,
    img: picture,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
}

/** Headings have no ids in it: `withHeadingIds` gives them theirs. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, options).trim()

/** The words alone, a space between blocks. */
export function textOfHtml(html: string): string {
  const apart = html.replace(/<(?:\/(?:p|h2|h3|li|blockquote|pre|td|th|tr)|br|hr)\b/g, ' $&')
  const text = sanitizeHtml(apart, { allowedTags: [], allowedAttributes: {}, nonTextTags: common.nonTextTags ?? [] })
  return readEntities(text).replace(/\s+/g, ' ').trim()
}

/** Those that sanitize-html writes. */
const readEntities = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')

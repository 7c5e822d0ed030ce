import { describe, expect, it } from 'vitest'
import { cutFeed, MOST_ITEMS } from './cut-feed.ts'
import { readFeed } from './feed.ts'
import { parseFeedInThread } from './parse-in-thread.ts'

const address = 'https://site.example/rss'
const item = (n: number, text = `Ищу мастера ${n}`) => `<item><guid>${n}</guid><title>${text}</title></item>`
const items = (count: number, text?: string) => Array.from({ length: count }, (_, n) => item(n, text)).join('')
const rss = (inside: string, more = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Форум</title>${inside}${more}</channel></rss>`
const keys = (text: string) => readFeed(text, address)?.items.map(({ key }) => key)

describe('a feed is cut before it is parsed', () => {
  it('after its first entries', () => {
    const cut = cutFeed(rss(items(2 * MOST_ITEMS)))
    expect(cut?.match(/<item>/g)).toHaveLength(MOST_ITEMS)
    expect(keys(rss(items(2 * MOST_ITEMS)))).toHaveLength(MOST_ITEMS)
    const entries = Array.from({ length: 2 * MOST_ITEMS }, (_, n) => `<entry><id>${n}</id><title>т</title></entry>`)
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Блог</title>${entries.join('')}</feed>`
    expect(keys(atom)).toHaveLength(MOST_ITEMS)
  })
  it('when it is too long, behind the last whole entry', () => {
    const found = keys(rss(items(100, 'слово '.repeat(2_000))))
    expect(found?.slice(0, 3)).toEqual(['0', '1', '2'])
    expect(found?.length).toBeGreaterThan(20)
    expect(found?.length).toBeLessThan(100)
  })
  it('and is left as it is when there is nothing to cut, whatever stands in quotes', () => {
    const quoted = rss(
      `<!-- </item> --><item><guid>1</guid><description><![CDATA[</item> a > b <b x=">]]></description></item>`,
    )
    expect(cutFeed(quoted)).toBe(quoted)
    expect(keys(quoted)).toEqual(['1'])
    const json = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'т', items: [{ id: '1' }] })
    expect(cutFeed(json)).toBe(json)
  })
  it.each([
    ['a tag of thousands of attributes', rss(`<item ${'a="1" '.repeat(5_000)}>`)],
    ['more tags than any feed has', rss('<a/>'.repeat(60_000))],
    ['entities and nothing else', rss(item(1, '&lt;'.repeat(120_000)))],
  ])('%s is no feed', (_, text) => {
    expect(cutFeed(text)).toBeNull()
    expect(readFeed(text, address)).toBeNull()
  })
  it('looks at each sign once, however many quotes never end', () => {
    expect(cutFeed(rss('<![CDATA['.repeat(50_000)))).not.toBeNull()
  })
})

describe('a thread parses feeds', () => {
  const asked = (text: string) => ({ bytes: Buffer.from(text), contentType: 'text/xml', address })
  it('as they are, with their dates', async () => {
    const text = rss('<item><guid>1</guid><title>т</title><pubDate>Sat, 01 Nov 2025 10:00:00 GMT</pubDate></item>')
    expect(await parseFeedInThread(asked(text))).toEqual(readFeed(text, address))
    expect(await parseFeedInThread(asked('no feed'))).toBeNull()
  })
  it('gives up what takes too long, as an error that passes, and goes on with the next', async () => {
    const slow = rss(items(MOST_ITEMS, '&lt;b&gt;слово&lt;/b&gt; '.repeat(20)))
    await expect(parseFeedInThread(asked(slow), 0)).rejects.toMatchObject({
      kind: 'temporary',
      message: 'site.example: parsing it takes too long',
    })
    expect((await parseFeedInThread(asked(rss(item(7)))))?.items.map(({ key }) => key)).toEqual(['7'])
  })
})

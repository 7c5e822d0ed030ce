import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeBytes } from './decode-bytes.ts'
import { readFeedLinks, readHeaderLinks } from './feed-links.ts'
import { readFeed } from './feed.ts'
import { readDate } from './read-date.ts'

describe('dates', () => {
  it.each([
    ['2025-11-01T10:00:00+03:00', '2025-11-01T07:00:00.000Z'],
    ['2025-11-01T10:00:00.5Z', '2025-11-01T10:00:00.500Z'],
    ['2025-11-01 10:00:00', '2025-11-01T10:00:00.000Z'],
    ['2025-11-01', '2025-11-01T00:00:00.000Z'],
    ['Sat, 01 Nov 2025 10:00:00 GMT', '2025-11-01T10:00:00.000Z'],
    ['Sat, 01 Nov 2025 10:00:00 +0300', '2025-11-01T07:00:00.000Z'],
    ['Sat, 1 November 2025 10:00:00 +03:00', '2025-11-01T07:00:00.000Z'],
    ['01 Nov 25 10:00 MSK', '2025-11-01T07:00:00.000Z'],
    ['Сб, 01 ноя 2025 10:00:00 +0300', '2025-11-01T07:00:00.000Z'],
    ['Суббота, 3 мая 2025 10:00', '2025-05-03T10:00:00.000Z'],
    ['пн, 03 мар 2025 г., 10:00 +0300', '2025-03-03T07:00:00.000Z'],
    ['10 августа 2025', '2025-08-10T00:00:00.000Z'],
    ['Sun, 01-Jun-2025 10:00:00 EST', '2025-06-01T15:00:00.000Z'],
  ])('«%s» is %s', (written, iso) => expect(readDate(written)?.toISOString()).toBe(iso))

  it.each([undefined, '', 'вчера', 'Сегодня, 10:00', '99 ноя 2025', '2025-13-45T00:00:00Z', '1 абв 2025'])(
    '«%s» is none',
    (written) => expect(readDate(written)).toBeNull(),
  )
})

describe('encodings', () => {
  const text = '<?xml version="1.0"?><a>Привет, мир</a>'
  it.each<[string, Buffer, string | null]>([
    ['UTF-8', Buffer.from(text), null],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'text/xml'],
    ['UTF-8 though the header says otherwise', Buffer.from(text), 'text/xml; charset=windows-1251'],
    ['windows-1251 by its header', iconv.encode(text, 'windows-1251'), 'text/xml; charset="Windows-1251"'],
    ['windows-1251, untold', iconv.encode(text, 'windows-1251'), null],
    ['windows-1251, though the header says UTF-8', iconv.encode(text, 'windows-1251'), 'text/xml; charset=utf-8'],
    ['KOI8-R by its header', iconv.encode(text, 'koi8-r'), 'text/xml;charset=koi8-r'],
    ['UTF-16', iconv.encode(text, 'utf-16'), null],
  ])('%s', (_, bytes, type) => expect(decodeBytes(bytes, type)).toBe(text))

  it('believes the prolog and the page', () => {
    for (const head of [
      '<?xml version="1.0" encoding="koi8-r"?>',
      '<html><meta charset=koi8-r>',
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
    ]) {
      expect(decodeBytes(iconv.encode(`${head}Привет`, 'koi8-r'), 'text/html')).toBe(`${head}Привет`)
    }
  })

  it('keeps UTF-8 with a broken sign in it', () => {
    const bytes = Buffer.concat([
      Buffer.from('Привет, это длинный текст в котором сломан один знак '),
      Buffer.from([0xd0]),
      Buffer.from(' и всё'),
    ])
    expect(decodeBytes(bytes, 'text/xml; charset=utf-8')).toContain('Привет, это длинный')
  })
})

describe('feeds', () => {
  const rss = (item: string, channel = ''): string =>
    `<rss version="2.0" xmlns:dc="x" xmlns:content="y"><channel><title>Форум &amp;amp; дом</title><link>/forum/</link>${channel}<item>${item}</item></channel></rss>`
  const first = (text: string, address = 'https://site.example/rss') => readFeed(text, address)?.items[0]

  it('names the feed and makes its addresses whole', () => {
    expect(
      readFeed(rss('', '<ttl>30</ttl><image><url>/logo.png</url></image>'), 'https://site.example/rss'),
    ).toMatchObject({
      name: 'Форум & дом',
      kind: 'site',
      link: 'https://site.example/forum/',
      image: 'https://site.example/logo.png',
      restsFor: 30 * 60_000,
    })
  })

  it('takes an entry by guid, else by link, else by what it says', () => {
    expect(first(rss('<guid> 12 </guid><link>/a</link>'))?.key).toBe('12')
    expect(first(rss('<link>/a</link>'))?.key).toBe('https://site.example/a')
    const nameless = first(rss('<title>Без имени</title><description>x</description>'))?.key
    expect(nameless).toMatch(/^[0-9a-f]{40}$/)
    expect(first(rss('<title>Без имени</title><description>y</description>'))?.key).not.toBe(nameless)
  })

  it('says a title once', () => {
    expect(
      first(rss('<title>Ищу мастера…</title><description>&lt;p&gt;Ищу мастера по плитке&lt;/p&gt;</description>'))
        ?.text,
    ).toBe('Ищу мастера по плитке')
    expect(first(rss('<title>Плитка</title><description>&lt;p&gt;Ищу мастера&lt;/p&gt;</description>'))?.text).toBe(
      'Плитка\n\nИщу мастера',
    )
    expect(first(rss('<title>Одна строка</title>'))?.text).toBe('Одна строка')
  })

  it('prefers the whole text, and nobody runs what is in it', () => {
    const item = first(
      rss(
        '<link>javascript:alert(1)</link><guid isPermaLink="false">1</guid><description>начало</description><content:encoded><![CDATA[<p>целиком</p><script>x</script>]]></content:encoded><dc:creator>Иван &amp;amp; Ко</dc:creator>',
      ),
    )
    expect(item).toMatchObject({ text: 'целиком', url: null, author: { name: 'Иван & Ко' } })
  })

  it('reads Atom: text that is text, HTML, XHTML, and answers', () => {
    const atom = (entry: string): string =>
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><title>A</title><link rel="self" href="/atom"/><link rel="alternate" href="/"/><author><name>Хозяин</name></author><entry><id>1</id>${entry}</entry></feed>`
    expect(first(atom('<title type="text">a &lt;b&gt;</title><content type="text">1 &lt; 2</content>'))).toMatchObject({
      title: 'a <b>',
      text: 'a <b>\n\n1 < 2',
      author: { name: 'Хозяин' },
    })
    expect(
      first(atom('<title type="html">a &lt;b&gt;c&lt;/b&gt;</title><summary type="html">x&lt;br&gt;y</summary>'))?.text,
    ).toBe('a c\n\nx\ny')
    expect(
      first(atom('<title/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x<br/>y</div></content>'))
        ?.text,
    ).toBe('x\ny')
    expect(
      first(
        atom(
          '<title>Re</title><thr:in-reply-to ref="0"/><published>2025-01-01T00:00:00Z</published><updated>2025-01-02T00:00:00Z</updated>',
        ),
      ),
    ).toMatchObject({
      isReply: true,
      publishedAt: new Date('2025-01-01T00:00:00Z'),
      updatedAt: new Date('2025-01-02T00:00:00Z'),
    })
  })

  it.each([
    '',
    '<html><body>Технические работы</body></html>',
    '{"error":1}',
    '<rss version="2.0"><channel><title>обо',
    '<!doctype html><feed></feed>',
  ])('%j is none', (text) => {
    expect(readFeed(text, 'https://site.example/')).toBeNull()
  })
})

describe('the hub of a feed, and what the feed calls itself', () => {
  const address = 'https://site.example/feed'
  const links = (text: string) => {
    const { hub, self } = readFeedLinks(text, address)
    return [hub, self]
  }
  it.each([
    [
      'Atom',
      '<feed><link rel="hub" href="https://hub.example/"/><link rel="self" href="https://Site.example/feed?a&amp;b"/><entry><link rel="hub" href="/no"/></entry></feed>',
    ],
    [
      'RSS',
      `<rss><channel><atom:link href='https://hub.example/' rel='hub'/><atom10:link rel="self" href="https://Site.example/feed?a&amp;b"/><item/></channel></rss>`,
    ],
    [
      'JSON',
      '{"feed_url":"https://Site.example/feed?a&b","hubs":[null,{"type":"rssCloud","url":"https://no.example/"},{"type":"WebSub","url":"https://hub.example/"}]}',
    ],
  ])('stand in %s; a name stays as it is written', (_, text) => {
    expect(links(text)).toEqual(['https://hub.example/', 'https://Site.example/feed?a&b'])
  })
  it.each([
    '<feed><entry><link rel="hub" href="/no"/><link rel="self" href="/no"/></entry></feed>',
    '<feed><link rel="hub" href="javascript:1"/><link rel="self" href="mailto:a@b.example"/></feed>',
    `<feed><link rel="hub" href="https://hub.example/${'x'.repeat(2_000)}"/></feed>`,
    '{"feed_url":7,"hubs":"https://hub.example/"}',
    '{"hubs":[{"type":"WebSub"}]}',
  ])('are not taken from %s', (text) => expect(links(text)).toEqual([null, null]))

  it('may stand in the header', () => {
    const read = (header: string | null) => readHeaderLinks(header, address)
    expect(
      read('</a,b>; title="x, y"; rel="next", <https://hub.example/>; rel="hub preconnect", </feed?1>; rel=self'),
    ).toEqual({ hub: 'https://hub.example/', self: 'https://site.example/feed?1' })
    for (const none of [null, '', 'hub', '<https://hub.example/>', '<https://hub.example/>; rel="hubs"'])
      expect(read(none)).toEqual({ hub: null, self: null })
  })
})

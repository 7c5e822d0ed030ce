import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { load } from 'cheerio'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { findPage, isPublic, pages, type PageName } from '../../../contract/pages.ts'
import { buildWeb } from '../../../tools/build-web.ts'
import { seedArticles } from '../../features/site/blog/seed.ts'
import { MINUTE, SECOND } from '../../kit/clock.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'

const SITE = 'https://echolot.example'
let world: TestWorld
/** Of each public page an address or two, as the sitemap has them. */
let addresses: string[]

beforeAll(async () => {
  buildWeb(() => {})
  world = await openTestWorld({ config: { siteUrl: SITE } })
  await world.looksFor('photographers', 'ищу фотографа')
  await world.receive(
    Array.from({ length: 14 }, (_, at) => world.message(`Ищу фотографа на свадьбу ${at}, вот <b>срочно</b>`)),
  )
  await world.settle()
  await seedArticles(world.db, world.clock)
  // Samples are as old as a trial shows them.
  world.clock.advance(3 * 24 * 60 * MINUTE)
  addresses = await listed()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.web.app.inject({ method, url, headers })

/** The first-script of every document names the mark too. */
const isDrawn = (body: string): boolean => /<html [^>]*data-drawn/.test(body)

async function listed(): Promise<string[]> {
  const all = [...(await get('/sitemap.xml')).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
    url.slice(SITE.length),
  )
  const seen = new Map<PageName, number>()
  return all.filter((path) => {
    const { name } = findPage(path)
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return (seen.get(name) ?? 0) <= 2
  })
}

/** All rules of the standard; of the recommended ones those that are a matter of taste, or of Mantine's, are left out. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // As React and Mantine write it: HTML takes `maxLength` as `maxlength`, a field is of text unless it says otherwise.
    'attr-case': 'off',
    'no-implicit-input-type': 'off',
    'no-dup-class': 'off',
    // React writes `<meta …/>` and `async=""`, which the standard takes alike.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // Mantine sets sizes as style attributes, and the colours of its theme in a sheet of the page's own.
    'no-inline-style': 'off',
    // Ours is named with the service; search engines cut it where they like.
    'long-title': 'off',
    // What other sites load of ours has no hash to compare; ours come from our own address.
    'require-sri': 'off',
    // `useId` of React.
    'valid-id': ['error', { relaxed: true }],
    // Phones make numbers of it that are none.
    'tel-non-breaking': 'off',
    // Roles that say more than the element does, such as a list that is styled as none.
    'no-redundant-role': 'off',
    'prefer-native-element': 'off',
  },
})

describe('a public page, asked for by a guest without scripts', () => {
  it('is in the sitemap, each of them', () => {
    const named = new Set(addresses.map((path) => findPage(path).name))
    const alone = (Object.keys(pages) as PageName[]).filter((name) => isPublic(name) && !pages[name].path.includes(':'))
    expect([...named]).toEqual(expect.arrayContaining([...alone, 'category', 'article']))
    expect([...named].filter((name) => !isPublic(name))).toEqual([])
  })

  it('says all of itself: words, head, structured data', async () => {
    const titles = new Map<string, string>()
    const wrong: Record<string, unknown> = {}
    for (const path of addresses) {
      const response = await get(path)
      const $ = load(response.body)
      const content = (named: string): string => $(`head meta[${named}]`).attr('content') ?? ''
      const title = $('head title').text()
      const picture = content('property="og:image"')
      const faults = {
        status: response.statusCode !== 200,
        drawn: $('html[data-drawn]').length !== 1,
        heading: $('main h1').length !== 1 || $('main h1').text().trim() === '',
        words: $('main').text().length < 150,
        waiting: $('main [aria-busy="true"], main .mantine-Skeleton-root').length > 0,
        title: $('title').not('svg title').length !== 1 || title.length > 65 || titles.has(title),
        description: content('name="description"').length < 50 || content('name="description"').length > 160,
        canonical: $('head link[rel="canonical"]').attr('href') !== SITE + (path === '/' ? '/' : path),
        hidden: $('meta[name="robots"]').length > 0 || response.headers['x-robots-tag'] !== undefined,
        preview: ['type', 'title', 'description', 'url', 'image', 'image:alt', 'site_name', 'locale'].filter(
          (each) => content(`property="og:${each}"`) === '',
        ),
        picture: !picture.startsWith(`${SITE}/`) || content('name="twitter:card"') !== 'summary_large_image',
        data: $('script[type="application/ld+json"]')
          .toArray()
          .flatMap((each) => faultsOf(JSON.parse($(each).text()) as Data)),
      }
      titles.set(title, path)
      const found = Object.fromEntries(
        Object.entries(faults).filter(([, fault]) => (Array.isArray(fault) ? fault.length > 0 : fault)),
      )
      if (Object.keys(found).length > 0) wrong[path] = { ...found, title, description: content('name="description"') }
    }
    expect(wrong).toEqual({})
    expect(titles.size).toBe(addresses.length)
  })

  it('is written as the standard has it', async () => {
    const wrong: Record<string, string[]> = {}
    for (const path of [...addresses, '/nowhere', '/category/nothing']) {
      const { results } = await validator.validateString((await get(path)).body)
      const found = results.flatMap(({ messages }) =>
        // The colours of the theme, which Mantine draws before all else: browsers take a sheet there as everywhere.
        messages
          .filter(({ selector }) => !selector?.startsWith('#root > style'))
          .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
      )
      if (found.length > 0) wrong[path] = [...new Set(found)]
    }
    expect(wrong).toEqual({})
  })

  it('leads to nothing that is not there', async () => {
    const found = new Set<string>()
    for (const path of addresses) {
      const $ = load((await get(path)).body)
      for (const each of $('a[href^="/"]').toArray()) found.add(new URL($(each).attr('href') ?? '', SITE).pathname)
    }
    expect([...found].filter((path) => findPage(path).name === 'not-found' && !/\.\w+$/.test(path))).toEqual([])
  })
})

type Data = { '@context'?: string; '@type'?: string; [key: string]: unknown }

/** What search engines ask of each type (Google, Yandex). */
const required: Record<string, string[]> = {
  BreadcrumbList: ['itemListElement'],
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  FAQPage: ['mainEntity'],
  Article: ['headline', 'datePublished', 'author'],
  BlogPosting: ['headline', 'datePublished', 'author'],
  Product: ['name', 'offers'],
  Service: ['name'],
}

function faultsOf(data: Data): string[] {
  const type = data['@type'] ?? ''
  const faults = (required[type] ?? []).filter((key) => data[key] === undefined).map((key) => `${type} has no ${key}`)
  if (data['@context'] !== 'https://schema.org') faults.push(`${type} has no context`)
  for (const step of (type === 'BreadcrumbList' ? data.itemListElement : []) as Data[])
    if (!step.name || !step.position || !String(step.item).startsWith(SITE)) faults.push('a step leads nowhere')
  for (const question of (type === 'FAQPage' ? data.mainEntity : []) as Data[])
    if (!question.name || !(question.acceptedAnswer as Data).text) faults.push('a question has no answer')
  return faults
}

describe('an address', () => {
  it('that is written otherwise leads to the right one', async () => {
    for (const [asked, right] of [
      ['/Contacts', '/contacts'],
      ['/contacts/', '/contacts'],
      ['/category/Photographers/?utm_source=vk', '/category/photographers?utm_source=vk'],
    ] as const) {
      const { statusCode, headers } = await get(asked)
      expect([statusCode, headers.location], asked).toEqual([301, right])
    }
    expect((await get('//evil.example/')).statusCode).toBe(404)
  })

  it('of nothing is answered with 404, and a page that says so and is not to be found', async () => {
    for (const path of ['/nowhere', '/category/nothing', '/category/%D1%84', '/blog/nothing']) {
      const { statusCode, body } = await get(path)
      expect(statusCode, path).toBe(404)
      const $ = load(body)
      expect($('html[data-drawn] main h1').length, path).toBe(1)
      expect($('meta[name="robots"]').attr('content'), path).toContain('noindex')
      expect($('link[rel="canonical"]').length, path).toBe(0)
    }
  })

  it('with marks of where a visitor came from shows the same page, and one that says more is left to the browser', async () => {
    const plain = await get('/promo')
    const marked = await get('/promo?utm_source=vk&yclid=1')
    expect(marked.headers.etag).toBe(plain.headers.etag)
    const chosen = await get('/promo?ctg=1')
    expect(isDrawn(chosen.body)).toBe(true)
    expect(chosen.headers.etag).not.toBe(plain.headers.etag)
    for (const path of ['/promo?ctg=1&ctg=2', '/promo?greetings=1', `/promo?ctg=${'1'.repeat(200)}`]) {
      const { statusCode, body } = await get(path)
      expect(statusCode, path).toBe(200)
      expect(isDrawn(body), path).toBe(false)
    }
  })

  it('of people is for no search engine, and keeps its document', async () => {
    const { headers, body } = await get('/feed')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(isDrawn(body)).toBe(false)
    expect(headers.etag).toBeUndefined()
  })
})

describe('a page that can not be drawn', () => {
  it('is drawn by the browser, and by the server again once it can', async () => {
    // Nothing that was drawn before is given away any more.
    world.clock.advance(60 * MINUTE)
    await sql`alter table reviews rename to reviews_away`.execute(world.db)
    try {
      const { statusCode, body, headers } = await get('/reviews')
      expect(statusCode).toBe(200)
      expect(isDrawn(body)).toBe(false)
      expect(body).toContain('data-visitor="guest"')
      expect(headers.etag).toBeUndefined()
    } finally {
      await sql`alter table reviews_away rename to reviews`.execute(world.db)
    }
    expect(isDrawn((await get('/reviews')).body)).toBe(true)
  })
})

describe('what is kept', () => {
  it('is the same for a minute, is given away while it is drawn again, and then is new', async () => {
    const version = async () => (await get('/status')).headers.etag
    const before = await version()
    world.clock.advance(50 * SECOND)
    expect(await version()).toBe(before)
    world.clock.advance(20 * SECOND)
    expect(await version()).toBe(before)
    await expect.poll(version).not.toBe(before)
  })

  it('is not sent again to anyone who has it, nor to anyone who asks for its head', async () => {
    // Nothing is drawn again meanwhile.
    world.clock.advance(60 * MINUTE)
    const { headers } = await get('/about')
    const etag = String(headers.etag)
    const again = await get('/about', { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const head = await get('/about', {}, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('is of guests: anyone with a session gets the document their browser fills', async () => {
    const anna = await world.customer('anna')
    const guests = await get('/about')
    const theirs = await get('/about', {
      cookie: `echolot=${anna.token}`,
      'if-none-match': String(guests.headers.etag),
    })
    expect(theirs.statusCode).toBe(200)
    expect(theirs.body.includes('data-visitor="person"')).toBe(true)
    expect(isDrawn(theirs.body)).toBe(false)
    for (const { headers } of [guests, theirs]) expect(headers.vary).toContain('cookie')
    const absent = await get('/category/nothing', { cookie: `echolot=${anna.token}` })
    expect(absent.statusCode).toBe(404)
    expect(absent.body.includes('data-visitor="person"')).toBe(true)
  })

  it('was compressed once, and says the same in every encoding', async () => {
    world.clock.advance(60 * MINUTE)
    const plain = await get('/privacy')
    for (const encoding of ['br', 'gzip']) {
      const { headers, rawPayload } = await get('/privacy', { 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers.vary).toContain('accept-encoding')
      const read = encoding === 'br' ? brotliDecompressSync : gunzipSync
      expect(read(rawPayload).equals(plain.rawPayload), encoding).toBe(true)
    }
  })

  it('costs the limits of calls nothing, whoever asks', async () => {
    const counted = () => world.db.selectFrom('callCounts').select('key').where('key', 'like', 'categories.%').execute()
    const before = await counted()
    await get('/category/vets')
    expect(await counted()).toEqual(before)
  })
})

test('data in the document can not end it, and no policy against scripts minds it', async () => {
  const { body, headers } = await get('/category/photographers')
  expect(body.includes('Ищу фотографа')).toBe(true)
  expect(body.includes('<b>срочно</b>')).toBe(false)
  const $ = load(body)
  const { answers } = JSON.parse($('#drawn').text()) as { answers: { name: string }[] }
  expect(answers.map(({ name }) => name)).toContain('categories.getCategory')
  // What colours the page, and what fetches its scripts: both are named by the policy.
  const own = $('script:not([type]):not([src])').toArray()
  expect(own).toHaveLength(2)
  for (const script of own)
    expect(headers['content-security-policy']).toContain(
      `'sha256-${createHash('sha256').update($(script).text()).digest('base64')}'`,
    )
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
})

test('robots are shown what to leave alone, Yandex with the marks of visits too', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  const [all = '', yandex = '', map = ''] = body.split('\n\n')
  expect(all).toBe('User-agent: *\nDisallow: /api/\nDisallow: /auth/\nDisallow: /feed\nAllow: /')
  expect(yandex).toContain('User-agent: Yandex\nDisallow: /api/')
  expect(yandex).toMatch(/^Clean-param: utm_source&utm_medium&.*&promo \/$/m)
  expect(map.trim()).toBe(`Sitemap: ${SITE}/sitemap.xml`)
})

test('the sitemap names only pages that are there under the address they say is theirs', async () => {
  const { headers, body } = await get('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  expect(body).toContain(`<loc>${SITE}/category/photographers</loc>`)
  expect(body).not.toContain(`${SITE}/feed<`)
  expect((await get('/sitemap-1.xml')).body).toBe(body)
  expect((await get('/sitemap-2.xml')).statusCode).toBe(404)
})

test('a picture is drawn of what a page is called, and of nothing else', async () => {
  const $ = load((await get('/category/photographers')).body)
  const path = new URL($('meta[property="og:image"]').attr('content') ?? '').pathname
  const { statusCode, headers, rawPayload } = await get(path)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('image/png')
  expect(headers['cache-control']).toContain('immutable')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  // PNG: width and height stand in its first part.
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  expect(rawPayload.length).toBeLessThan(300_000)
  for (const other of [
    path.replace(/-[\da-f]{8}/, '-00000000'),
    '/og/feed-00000000.png',
    '/og/x.png',
    '/og/../etc.png',
  ])
    expect((await get(other)).statusCode, other).toBe(404)
})

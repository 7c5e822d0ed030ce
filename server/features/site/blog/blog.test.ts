import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import sharp from 'sharp'
import { articlesOnPage, blogLimits, emptyArticle, type ArticleDraft } from '../../../../contract/site/blog.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { personalBlog } from './personal-blog.ts'
import { deleteUnusedPictures } from './pictures.ts'
import { listPublicArticles } from './read-articles.ts'
import { seedArticles } from './seed.ts'

let world: TestWorld
let editor: TestUser
let colleague: TestUser
let moderator: TestUser
let reader: TestUser
let other: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.test' } })
  editor = await world.somebody('editor', ['blogEditor'])
  colleague = await world.somebody('colleague', ['admin'])
  moderator = await world.somebody('moderator', ['moderator'])
  reader = await world.customer('reader')
  other = await world.customer('other')
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advance(HOUR)
  await world.db.deleteFrom('articles').execute()
  await world.db.deleteFrom('blogSettings').execute()
})

const now = (more = 0) => new Date(world.clock.now().getTime() + more)
const draft = (more: Partial<ArticleDraft> = {}): ArticleDraft => ({
  ...emptyArticle,
  title: 'Как найти клиента',
  content: '<p>Ищите там, где спрашивают.</p>',
  ...more,
})
async function published(more: Partial<ArticleDraft> = {}) {
  const { article } = await editor.asks('blog', 'createArticle', draft(more))
  world.clock.advance(MINUTE)
  const { id, revision } = article
  return (await editor.asks('blog', 'publishArticle', { id, revision, at: null })).article
}
const list = async (asked: { page?: number; tag?: string; search?: string } = {}) => {
  const answer = await world.ask('blog', 'listArticles', asked)
  if (answer.status !== 'ok') throw new Error(answer.code)
  return answer.result
}
const titles = async (asked: Parameters<typeof list>[0] = {}) => (await list(asked)).articles.map(({ title }) => title)
const read = (slug: string, by?: TestUser) => world.ask('blog', 'getArticle', { slug }, by)
const found = async (slug: string, by?: TestUser) => {
  const answer = await read(slug, by)
  if (answer.status !== 'ok') throw new Error(answer.code)
  return answer.result
}
const audited = async () =>
  (
    await world.db
      .selectFrom('auditLog')
      .select(['actorId', 'action', 'details'])
      .where((where) => where.or([where('action', 'like', 'article-%'), where('action', 'like', 'comment-%')]))
      .where('at', '>', now(-30 * MINUTE))
      .orderBy('id')
      .execute()
  ).map(({ actorId, action }) => [actorId, action])

describe('an article', () => {
  it('is written, published, read, changed and withdrawn; readers see only what was published', async () => {
    const { article } = await editor.asks('blog', 'createArticle', draft({ tags: [' SMM ', 'smm', 'Чаты'] }))
    expect(article).toMatchObject({ state: 'draft', slug: null, publishedAt: null, revision: 0, unpublished: true })
    expect(article.draft.tags).toEqual(['smm', 'чаты'])
    expect(await titles()).toEqual([])
    const { article: shown } = await editor.asks('blog', 'publishArticle', { id: article.id, revision: 0, at: null })
    expect(shown).toMatchObject({ state: 'published', slug: 'kak-nayti-klienta', unpublished: false })
    const at = now().toISOString()
    expect((await found('kak-nayti-klienta')).article).toEqual({
      id: article.id,
      createdAt: at,
      changedAt: at,
      title: 'Как найти клиента',
      slug: 'kak-nayti-klienta',
      excerpt: 'Ищите там, где спрашивают.',
      tags: ['smm', 'чаты'],
      thumbnail: null,
      thumbnailPreview: null,
      author: 'editor',
      minutes: 1,
      content: '<p>Ищите там, где спрашивают.</p>',
      contents: [],
    })

    world.clock.advance(DAY)
    const changed = { ...shown.draft, content: '<p>Ищите в чатах района.</p>', excerpt: 'Новое' }
    const { article: edited } = await colleague.asks('blog', 'updateArticle', {
      id: article.id,
      revision: shown.revision,
      ...changed,
    })
    expect(edited).toMatchObject({ unpublished: true, changed: { name: 'colleague' } })
    expect((await found('kak-nayti-klienta')).article.content).toContain('где спрашивают')
    const preview = await editor.asks('blog', 'previewArticle', { id: article.id })
    expect(preview.article).toMatchObject({ content: '<p>Ищите в чатах района.</p>', createdAt: at })
    const { id, revision } = edited
    const { article: again } = await colleague.asks('blog', 'publishArticle', { id, revision, at: null })
    expect((await found('kak-nayti-klienta')).article).toMatchObject({
      content: '<p>Ищите в чатах района.</p>',
      createdAt: at,
      changedAt: now().toISOString(),
      author: 'editor',
    })
    expect(again.versions.map(({ number, by }) => [number, by.name])).toEqual([
      [2, 'colleague'],
      [1, 'editor'],
    ])
    // What says the same as what is published is no draft.
    const same = await editor.asks('blog', 'updateArticle', { id, revision: again.revision, ...again.draft })
    expect(same.article.unpublished).toBe(false)

    const back = { id, revision: same.article.revision, number: 1 }
    const { article: restored } = await editor.asks('blog', 'restoreArticle', back)
    expect(restored.draft.content).toContain('где спрашивают')
    expect((await found('kak-nayti-klienta')).article.content).toContain('в чатах')
    expect(await editor.isRefused('blog', 'restoreArticle', { ...back, revision: restored.revision, number: 9 })).toBe(
      'ARTICLE_VERSION_NOT_FOUND',
    )

    const { article: draftAgain } = await editor.asks('blog', 'withdrawArticle', { id, revision: restored.revision })
    expect(draftAgain).toMatchObject({ state: 'draft', unpublished: true })
    expect(codeOf(await read('kak-nayti-klienta'))).toBe('ARTICLE_NOT_FOUND')
    expect(await editor.isRefused('blog', 'withdrawArticle', { id, revision: draftAgain.revision })).toBe(
      'ARTICLE_NOT_CHANGED',
    )
    await editor.asks('blog', 'deleteArticle', { id })
    expect(await editor.isRefused('blog', 'getEditedArticle', { id })).toBe('ARTICLE_NOT_FOUND')
    expect(await audited()).toEqual([
      [colleague.userId, 'article-published'],
      [editor.userId, 'article-withdrawn'],
      [editor.userId, 'article-deleted'],
    ])
  })

  it('is refused unfinished, and to the second of two who change it', async () => {
    const { article } = await editor.asks('blog', 'createArticle', emptyArticle)
    const { id } = article
    let revision = 0
    const publishing = async (fields: Partial<ArticleDraft>, at: string | null = null) => {
      const saved = await editor.asks('blog', 'updateArticle', { id, revision, ...draft(fields) })
      revision = saved.article.revision
      return editor.isRefused('blog', 'publishArticle', { id, revision, at })
    }
    expect(await publishing({ title: ' ' })).toBe('ARTICLE_TITLE_REQUIRED')
    expect(await publishing({ content: '<p> </p><script>x</script>' })).toBe('ARTICLE_TEXT_REQUIRED')
    for (const slug of ['Клиент', 'a b', '-a', 'a--b', 'A'])
      expect(await publishing({ slug }), slug).toBe('ARTICLE_SLUG_INVALID')
    const one = await published({ title: 'Другая', slug: 'drugaya' })
    expect(await publishing({ slug: 'drugaya' })).toBe('ARTICLE_SLUG_ALREADY_TAKEN')
    expect(await publishing({ title: 'Другая' })).toBe('ok')
    expect((await editor.asks('blog', 'getEditedArticle', { id })).article.slug).toBe('drugaya-2')
    expect(await editor.isRefused('blog', 'publishArticle', { id, revision: revision + 1, at: null })).toBe(
      'ARTICLE_NOT_CHANGED',
    )
    const stale = { id: one.id, revision: one.revision }
    const both = await Promise.all([
      editor.isRefused('blog', 'updateArticle', { ...stale, ...draft({ title: 'Моё' }) }),
      colleague.isRefused('blog', 'updateArticle', { ...stale, ...draft({ title: 'Его' }) }),
    ])
    expect(both.toSorted()).toEqual(['ARTICLE_ALREADY_CHANGED', 'ok'])
    const fresh = (await editor.asks('blog', 'getEditedArticle', { id: one.id })).article
    const later = { id: one.id, revision: fresh.revision, at: now(DAY).toISOString() }
    expect(await editor.isRefused('blog', 'publishArticle', later)).toBe('ARTICLE_ALREADY_PUBLISHED')
    for (const wrong of [
      { title: 'а'.repeat(blogLimits.title + 1) },
      { content: 'а'.repeat(blogLimits.content + 1) },
      { tags: Array.from({ length: blogLimits.tags + 1 }, (_, at) => `${at}`) },
    ])
      expect(await editor.isRefused('blog', 'createArticle', draft(wrong))).toBe('VALIDATION_FAILED')
  })

  it('appears at its time by itself, and not before', async () => {
    const { article } = await editor.asks('blog', 'createArticle', draft())
    const at = now(DAY).toISOString()
    const asked = { id: article.id, revision: 0, at }
    expect((await editor.asks('blog', 'publishArticle', asked)).article).toMatchObject({
      state: 'scheduled',
      publishedAt: at,
    })
    expect([await titles(), codeOf(await read('kak-nayti-klienta'))]).toEqual([[], 'ARTICLE_NOT_FOUND'])
    // What is typed meanwhile does not come out with it.
    await editor.asks('blog', 'updateArticle', { id: article.id, revision: 1, ...draft({ title: 'Недописанное' }) })
    world.clock.advance(DAY)
    expect(await titles()).toEqual(['Как найти клиента'])
    expect((await found('kak-nayti-klienta')).article).toMatchObject({ createdAt: at, changedAt: at })
    expect((await editor.asks('blog', 'listEditedArticles', {})).articles).toMatchObject([
      { title: 'Недописанное', state: 'published', unpublished: true },
    ])
  })

  it('is found at the addresses it had, and no other takes them', async () => {
    const { id, revision } = await published({ slug: 'staroe' })
    const renamed = await editor.asks('blog', 'updateArticle', { id, revision, ...draft({ slug: 'novoe' }) })
    await editor.asks('blog', 'publishArticle', { id, revision: renamed.article.revision, at: null })
    expect((await found('staroe')).article.slug).toBe('novoe')
    expect((await found('novoe')).article.slug).toBe('novoe')
    const taken = await editor.asks('blog', 'createArticle', draft({ slug: 'staroe' }))
    const asked = { id: taken.article.id, revision: 0, at: null }
    expect(await editor.isRefused('blog', 'publishArticle', asked)).toBe('ARTICLE_SLUG_ALREADY_TAKEN')
    expect(await listPublicArticles(world)).toEqual([{ path: '/blog/novoe', changedAt: now() }])
  })

  it('names its headings for the list of them, each once and none as the page names its own parts', async () => {
    const content =
      '<h2>Где искать</h2><p>а</p><h3>В <em>чатах</em></h3><h2>Где искать</h2><h2 id="root">!</h2><h2></h2><div><table><tbody><tr><td>а</td></tr></tbody></table></div>'
    const { slug } = await published({ content: `${content}<p>${'слово '.repeat(540)}</p>` })
    const { article } = await found(slug ?? '')
    expect(article.contents).toEqual([
      { id: 'h-gde-iskat', title: 'Где искать', level: 2 },
      { id: 'h-v-chatakh', title: 'В чатах', level: 3 },
      { id: 'h-gde-iskat-2', title: 'Где искать', level: 2 },
      { id: 'h-chast', title: '!', level: 2 },
    ])
    expect(article.content).toContain('<h3 id="h-v-chatakh">В <em>чатах</em></h3>')
    expect(article.content).not.toContain('"root"')
    expect(article.content).toContain('tabindex="0"><table><tbody>')
    expect(article.content.match(/<div/g)).toHaveLength(1)
    expect(article.minutes).toBe(3)
  })
})

describe('the list', () => {
  it('is narrowed by tag and by words in any form, and comes in pages as editors set them', async () => {
    await published({ title: 'Первая', tags: ['чаты'], content: '<p>Как отвечать в чатах.</p>' })
    await published({ title: 'Вторая', tags: ['чаты', 'цены'], excerpt: 'Про ёлки', content: '<p>О ценах.</p>' })
    await published({ title: 'Третья о чате', content: '<p class="цена">Ничего.</p>' })
    expect(await titles()).toEqual(['Третья о чате', 'Вторая', 'Первая'])
    expect((await list()).tags).toEqual([
      { name: 'чаты', count: 2 },
      { name: 'цены', count: 1 },
    ])
    expect(await titles({ tag: 'чаты' })).toEqual(['Вторая', 'Первая'])
    // The title weighs more than the text; an attribute is no text.
    expect(await titles({ search: 'чаты' })).toEqual(['Третья о чате', 'Первая'])
    expect(await titles({ search: 'цена' })).toEqual(['Вторая'])
    expect(await titles({ search: 'елка' })).toEqual(['Вторая'])
    expect(await titles({ search: 'чат', tag: 'цены' })).toEqual([])
    for (const search of ["'); drop table articles --", '"', '<->', '& | !', '\\'])
      expect(await titles({ search })).toEqual([])
    expect(await list()).toMatchObject({ total: 3, page: 1, pages: 1, limit: articlesOnPage.usual })

    expect(await editor.asks('blog', 'setBlogSettings', { limit: 2 })).toEqual({ limit: 2 })
    expect(await list({ page: 2 })).toMatchObject({
      total: 3,
      page: 2,
      pages: 2,
      limit: 2,
      articles: [{ title: 'Первая' }],
    })
    expect(await titles({ page: 9 })).toEqual([])
    for (const limit of [0, articlesOnPage.most + 1, 1.5])
      expect(await editor.isRefused('blog', 'setBlogSettings', { limit })).toBe('VALIDATION_FAILED')
    expect((await found('pervaya')).next.map(({ title }) => title)).toEqual(['Вторая', 'Третья о чате'])
  })

  it('is a feed too: valid, with whole addresses, and the same number whatever becomes of the slug', async () => {
    const picture = await sent(await png(600, 300))
    const { id } = await published({
      title: 'Цены & <сроки>',
      content: `<p>Смотрите <a href="/order">тарифы</a>.</p><img src="${picture.path}" alt="">`,
      tags: ['цены'],
    })
    const response = await world.web.app.inject({ url: '/blog/rss.xml' })
    expect(response.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const { parseRssFeed } = await import('feedsmith')
    const rss = parseRssFeed(response.body)
    expect(rss).toMatchObject({ title: 'Блог Эхолота', link: 'https://echolot.test/blog', language: 'ru' })
    expect(rss.items).toHaveLength(1)
    expect(rss.items?.[0]).toMatchObject({
      title: 'Цены & <сроки>',
      link: 'https://echolot.test/blog/tseny-sroki',
      guid: { value: `https://echolot.test/blog#${id}`, isPermaLink: false },
      pubDate: now().toUTCString(),
    })
    const text = JSON.stringify(rss.items?.[0])
    expect(text).toContain('https://echolot.test/order')
    expect(text).toContain(`https://echolot.test/pictures/${picture.id}-480.webp 480w`)
    const { etag = '' } = response.headers
    const again = await world.web.app.inject({ url: '/blog/rss.xml', headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2390a5' } })
    .png()
    .toBuffer()

async function upload(bytes: Buffer | null, by: TestUser | null = editor) {
  const form = new FormData()
  if (bytes) form.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  else form.append('note', 'no file')
  const request = new Request('http://form', { method: 'POST', body: form })
  const response = await world.web.app.inject({
    method: 'POST',
    url: '/api/blog/picture',
    remoteAddress: by?.ip ?? '10.9.9.9',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(by ? { cookie: `echolot=${by.token}` } : {}),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<{
    status: string
    code?: string
    result: { picture: { id: number; path: string; width: number } }
  }>()
}
const sent = async (bytes: Buffer) => (await upload(bytes)).result.picture

describe('pictures (blog.uploadPicture)', () => {
  it('are drawn in several widths, kept by browsers for good, and refused for what is none', async () => {
    const picture = await sent(await png(1200, 400))
    expect(picture).toMatchObject({ path: `/pictures/${picture.id}-1200.webp`, width: 1200, height: 400 })
    for (const width of [480, 960, 1200]) {
      const file = await world.web.app.inject({ url: `/pictures/${picture.id}-${width}.webp` })
      expect(file.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect((await sharp(file.rawPayload).metadata()).width).toBe(width)
    }
    for (const name of [
      `${picture.id}-1600.webp`,
      '0-480.webp',
      `${picture.id}-480.png`,
      '..%2fx',
      `${2 ** 53}-480.webp`,
    ])
      expect((await world.web.app.inject({ url: `/pictures/${name}` })).statusCode, name).toBe(404)
    const { slug } = await published({ cover: picture.id, content: `<p>а</p><img src="${picture.path}" alt="Чат">` })
    const { article } = await found(slug ?? '')
    expect(article).toMatchObject({
      thumbnail: picture.path,
      thumbnailPreview: `/pictures/${picture.id}-480.webp`,
    })
    expect(article.content).toContain(`srcset="/pictures/${picture.id}-480.webp 480w, `)
    expect((await listPublicArticles(world))[0]?.image).toBe(picture.path)
    expect((await upload(null)).code).toBe('VALIDATION_FAILED')
    expect((await upload(Buffer.from('<svg onload="alert(1)">'))).code).toBe('FILE_TYPE_NOT_ALLOWED')
    expect((await upload(await png(8, 8))).code).toBe('PICTURE_INVALID')
    expect([(await upload(await png(20, 20), reader)).code, (await upload(await png(20, 20), null)).code]).toEqual([
      'FORBIDDEN',
      'UNAUTHORIZED',
    ])
    expect((await editor.asks('blog', 'createArticle', draft({ cover: 999_999 }))).article.draft.cover).toBeNull()
  })

  it('go after some days when they stand in no text, draft, version or cover', async () => {
    await world.db.deleteFrom('articlePictures').execute()
    const [unused, cover, inText, inVersion, inDraft] = [
      await sent(await png(20, 20)),
      await sent(await png(21, 20)),
      await sent(await png(22, 20)),
      await sent(await png(23, 20)),
      await sent(await png(24, 20)),
    ]
    const with_ = (path: string) => `<p>а</p><img src="${path}" alt="">`
    const { id, revision } = await published({ content: with_(inVersion.path) })
    const second = await editor.asks('blog', 'updateArticle', {
      id,
      revision,
      ...draft({ cover: cover.id, content: with_(inText.path) }),
    })
    await editor.asks('blog', 'publishArticle', { id, revision: second.article.revision, at: null })
    await editor.asks('blog', 'createArticle', draft({ content: with_(inDraft.path) }))
    const left = async () =>
      (await world.db.selectFrom('articlePictures').select('id').orderBy('id').execute()).map((row) => row.id)
    expect(await deleteUnusedPictures(world)).toBe(0)
    world.clock.advance(8 * DAY)
    expect(await deleteUnusedPictures(world)).toBe(1)
    expect(await left()).toEqual([cover.id, inText.id, inVersion.id, inDraft.id])
    expect(await left()).not.toContain(unused.id)
    await world.db.deleteFrom('articles').execute()
    expect(await deleteUnusedPictures(world)).toBe(4)
    expect(await world.db.selectFrom('articlePictureFiles').select('width').execute()).toEqual([])
  })
})

describe('comments', () => {
  const shown = async (slug: string, by?: TestUser) =>
    (await found(slug, by)).comments.map(({ message, state }) => [message, state])
  const decide = (id: number, state: 'new' | 'shown' | 'hidden') =>
    moderator.asks('blog', 'decideComment', { id, state })

  it('of a person wait until one was approved, and are seen by their author meanwhile', async () => {
    const { id, slug } = await published()
    const write = async (message: string, by = reader) =>
      (await by.asks('blog', 'createComment', { id, message })).comment
    const first = await write('  Спасибо!\r\n\n\n\nА где искать?  ')
    expect(first).toEqual({
      id: expect.any(Number),
      message: 'Спасибо!\n\nА где искать?',
      author: 'reader',
      createdAt: now().toISOString(),
      state: 'new',
      own: true,
    })
    expect([await shown(slug ?? ''), await shown(slug ?? '', other), await shown(slug ?? '', reader)]).toEqual([
      [],
      [],
      [[first.message, 'new']],
    ])
    expect((await moderator.asks('blog', 'listComments', { state: 'new' })).docs).toMatchObject([
      { id: first.id, author: 'reader', article: { title: 'Как найти клиента', slug } },
    ])
    await decide(first.id, 'shown')
    await decide(first.id, 'new')
    expect(await shown(slug ?? '')).toEqual([])
    expect((await moderator.asks('blog', 'listComments', { state: 'new' })).docs).toHaveLength(1)
    await decide(first.id, 'shown')
    await decide(first.id, 'shown')
    expect(await shown(slug ?? '')).toEqual([[first.message, 'shown']])
    // Sent again after an answer that was lost, it is the same one.
    const [one, two] = await Promise.all([write('Ещё вопрос'), write('Ещё вопрос')])
    expect([one.state, two.id === one.id]).toEqual(['shown', true])
    expect(await shown(slug ?? '')).toHaveLength(2)
    expect((await write('Я редактор', editor)).state).toBe('shown')
    world.clock.advance(MINUTE)
    await decide(one.id, 'hidden')
    expect(await shown(slug ?? '')).toEqual([
      [first.message, 'shown'],
      ['Я редактор', 'shown'],
    ])
    expect((await write('И ещё')).state).toBe('new')
    const { counts, total, pages } = await moderator.asks('blog', 'listComments', {})
    expect([counts, total, pages]).toEqual([{ new: 1, shown: 2, hidden: 1 }, 4, 1])
    expect(JSON.stringify(await personalBlog(world, reader.userId))).toContain('А где искать?')
    expect(await personalBlog(world, other.userId)).toEqual({})
  })

  it('go by their author, by editors and by moderators, and by no one else', async () => {
    const { id, slug } = await published()
    const write = async () => {
      world.clock.advance(HOUR)
      return (await reader.asks('blog', 'createComment', { id, message: 'Вопрос' })).comment.id
    }
    const mine = await write()
    expect(await other.isRefused('blog', 'deleteComment', { id: mine })).toBe('COMMENT_NOT_FOUND')
    expect(codeOf(await world.ask('blog', 'deleteComment', { id: mine }))).toBe('UNAUTHORIZED')
    for (const by of [reader, editor, colleague, moderator]) {
      const comment = await write()
      await by.asks('blog', 'deleteComment', { id: comment })
      expect(await by.isRefused('blog', 'deleteComment', { id: comment })).toBe('COMMENT_NOT_FOUND')
    }
    expect(await shown(slug ?? '', reader)).toEqual([['Вопрос', 'new']])
    const { count } = await world.db
      .selectFrom('auditLog')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('action', '=', 'comment-deleted')
      .where('userId', '=', reader.userId)
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
  })

  it('are refused empty, too long, to guests, under what no one reads, and when they are too many', async () => {
    const { id } = await published()
    const waiting = await editor.asks('blog', 'createArticle', draft())
    const refused = (message: string, under = id) => other.isRefused('blog', 'createComment', { id: under, message })
    expect(codeOf(await world.ask('blog', 'createComment', { id, message: 'а' }))).toBe('UNAUTHORIZED')
    for (const message of ['', ' \n\t ', 'а'.repeat(blogLimits.comment + 1)])
      expect(await refused(message)).toBe('VALIDATION_ERROR')
    expect([await refused('а', waiting.article.id), await refused('а', 999_999)]).toEqual([
      'ARTICLE_NOT_FOUND',
      'ARTICLE_NOT_FOUND',
    ])
    expect(await refused('а'.repeat(blogLimits.comment))).toBe('ok')
    for (let time = 6; time < 10; time++) expect(await refused(`${time}`)).toBe('ok')
    expect(await refused('ещё')).toBe('RATE_LIMIT_EXCEEDED')
  })
})

describe('what is not there, or not for them', () => {
  const byId = { id: 999_999 }
  const editing = {
    getEditedArticle: byId,
    previewArticle: byId,
    updateArticle: { ...byId, revision: 0, ...emptyArticle },
    publishArticle: { ...byId, revision: 0, at: null },
    withdrawArticle: { ...byId, revision: 0 },
    restoreArticle: { ...byId, revision: 0, number: 1 },
    deleteArticle: byId,
  }
  test.each(Object.entries(editing) as [keyof typeof editing, never][])('%s', async (name, input) => {
    expect(await editor.isRefused('blog', name, input)).toBe('ARTICLE_NOT_FOUND')
    expect(await editor.isRefused('blog', name, { ...(input as object), id: 0 } as never)).toBe('VALIDATION_FAILED')
    for (const by of [reader, moderator]) expect(await by.isRefused('blog', name, input)).toBe('FORBIDDEN')
    expect(codeOf(await world.ask('blog', name, input))).toBe('UNAUTHORIZED')
  })

  it('the queue of comments is for moderators alone, and says what is not in it', async () => {
    const asked = { id: 999_999, state: 'shown' as const }
    expect(await moderator.isRefused('blog', 'decideComment', asked)).toBe('COMMENT_NOT_FOUND')
    for (const by of [reader, editor]) {
      expect(await by.isRefused('blog', 'decideComment', asked)).toBe('FORBIDDEN')
      expect(await by.isRefused('blog', 'listComments', {})).toBe('FORBIDDEN')
    }
    expect(await moderator.isRefused('blog', 'listComments', { state: 'lost' as never })).toBe('VALIDATION_FAILED')
  })
})

describe('the first articles', () => {
  const first = (slug: string) => ({
    title: slug,
    slug,
    excerpt: 'Коротко',
    tags: ['чаты'],
    publishedAt: now(-DAY),
    content: '<p>Текст</p>',
  })

  it('come once, in the name of the service: what editors change or delete of them stays so', async () => {
    await published({ slug: 'zanyato' })
    expect(await seedArticles(world.db, world.clock, [first('odin'), first('dva'), first('zanyato')])).toBe(2)
    const { article } = await found('odin')
    expect(article).toMatchObject({ author: 'Эхолот', createdAt: now(-DAY).toISOString() })
    const { id } = (await found('dva')).article
    await editor.asks('blog', 'deleteArticle', { id })
    expect(await seedArticles(world.db, world.clock, [first('odin'), first('dva'), first('tri')])).toBe(1)
    expect((await titles()).toSorted()).toEqual(['odin', 'tri', 'Как найти клиента'].toSorted())
    expect((await editor.asks('blog', 'getEditedArticle', { id: article.id })).article.versions).toMatchObject([
      { number: 1, by: { name: null } },
    ])
  })
})

/** Everybody, on whatever screen, with whatever eyes: nothing sticks out, everything has its name, focus is seen. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { becomePartner, broughtBy, pays } from '../server/features/commerce/partner/partner.samples.ts'
import { form } from '../server/features/office/mailings/mailings.samples.ts'
import { signLeaving } from '../server/features/office/mailings/unsubscribe-token.ts'
import { releaseCommissions } from '../server/features/commerce/partner/release.ts'
import { seedArticles } from '../server/features/site/blog/seed.ts'
import { DAY, MINUTE } from '../server/kit/clock.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { breakpoints } from '../web/kit/ui/breakpoints.ts'
import { axeViolations } from './axe.ts'
import { cards, news, story, untilLive } from './browser.ts'
import {
  brightness,
  checkDialog,
  checkLandmarks,
  checkLooks,
  checkLooksAt,
  colorSchemes,
  nameless,
  onEveryScreen,
  onEveryWidth,
  phoneScreen,
  stickingOut,
} from './check-looks.ts'

/** What people write without thinking of narrow screens. */
const unwieldy = `Ищу фотографа ${'ааа'.repeat(60)} https://example.ru/${'очень-длинная-ссылка-'.repeat(8)} ${'😍'.repeat(80)}\n\n\n\n${'Очень ждём! '.repeat(120)}`

/** @param posts in addition to the unwieldy one: by default more than a page */
async function busyFeed(world: TestWorld, posts = 24): Promise<void> {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.forgetMessages()
  const far = {
    externalId: 'long',
    name: `ОченьДлинноеИмя${'Константинопольский'.repeat(6)}`,
    city: 'Петропавловск-Камчатский',
    url: 'https://vk.com/long',
  }
  await world.receive([
    ...Array.from({ length: posts }, (_, at) =>
      world.message(`Ищу фотографа на свадьбу ${at}`, { url: 'https://vk.com/wall1_1', demo: at % 2 === 0 }),
    ),
    world.message(unwieldy, {
      kind: 'comment',
      url: 'https://vk.com/wall1_2',
      author: far,
      group: { ...far, name: `Барахолка ${'Городской'.repeat(12)} ${'округ '.repeat(12)}` },
      demo: true,
      editedAt: new Date(world.clock.now().getTime() - MINUTE),
    }),
  ])
  await world.settle()
}

describe('on every screen', () => {
  story('a guest sees the home page and the dialogs whole', async ({ open }) => {
    const page = await open('/', phoneScreen)
    await page.getByRole('button', { name: 'Фотографы', exact: true }).waitFor()
    await checkLandmarks(page, 'Слышит тех, кто ищет вас')
    await onEveryScreen(page, async ({ colorScheme }) => {
      await expect.poll(() => stickingOut(page)).toEqual([])
      if (colorScheme === 'dark') await expect.poll(() => brightness(page)).toBeLessThan(64)
      else await expect.poll(() => brightness(page)).toBeGreaterThan(191)
    })

    await page.getByRole('main').getByRole('button', { name: 'Зарегистрироваться' }).first().click()
    for (const [title, submit, other, mistakes] of [
      ['Регистрация', 'Продолжить', 'Войти', 1],
      ['Вход', 'Войти', 'Зарегистрироваться', 2],
    ] as const) {
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.getByRole('button', { name: submit, exact: true }).first().click()
      await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBe(mistakes)
      await onEveryWidth(page, async (width) => {
        await expect.poll(() => stickingOut(page)).toEqual([])
        await checkDialog(page, width)
        await expect.poll(() => nameless(page)).toEqual([])
      })
      if (title === 'Регистрация') await dialog.getByRole('button', { name: other }).click()
    }
  })

  story('a customer sees his feed whole', async ({ world, open }) => {
    await busyFeed(world)
    const anna = await world.customer('anna-looks', paid('photographers'), paid('vets'), paid('event-hosts'))
    const page = await open('/feed', { ...phoneScreen, as: anna })
    await expect.poll(() => cards(page).count()).toBe(20)
    await untilLive(page)
    await checkLandmarks(page, 'Лента')
    // Where there is no room beside the feed the products are a menu.
    await onEveryWidth(page, async (width) => {
      const beside = page.getByRole('complementary', { name: 'Что вы слушаете' })
      const menu = page.getByRole('button', { name: 'Продукты: Все' })
      await (width >= breakpoints.wide ? beside.getByText('Фотографы') : menu).waitFor()
      await expect.poll(() => (width >= breakpoints.wide ? menu : beside).count()).toBe(0)
    })
    await checkLooks(page)

    await page.getByRole('button', { name: 'Показать полностью' }).first().click()
    await onEveryWidth(page, async () => expect.poll(() => stickingOut(page)).toEqual([]))
    await world.post(`Срочно! ${unwieldy}`.replaceAll('Очень ждём', 'Пожалуйста, отзовитесь'))
    await world.settle()
    await news(page).waitFor()
    await onEveryWidth(page, async () => expect.poll(() => stickingOut(page)).toEqual([]))

    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Меню: / })
      .click()
    await page.getByRole('menuitem', { name: 'Выйти на всех устройствах' }).click()
    await page.getByRole('dialog', { name: 'Выйти на всех устройствах?' }).waitFor()
    await onEveryWidth(page, async () => expect.poll(() => stickingOut(page)).toEqual([]))
  })

  story('a moderator sees whole what lies around the feed', async ({ world, open }) => {
    // A customer has a whole page of it; here it lies behind dialogs, and each message is looked at again with every one.
    await busyFeed(world, 5)
    const mark = await world.somebody('mark-looks', ['moderator'])
    const [first, second] = (await mark.asks('feed', 'queryFeed', {})).messages
    await mark.asks('marks', 'setNote', { id: first?.id ?? 0, text: unwieldy.slice(0, 1_200) })
    await mark.asks('moderation', 'moderateMessage', { id: first?.id ?? 0, action: 'approve' })
    await mark.asks('marks', 'markSpam', { id: second?.id ?? 0 })
    const page = await open('/feed', { ...phoneScreen, as: mark })
    await expect.poll(() => cards(page).count()).toBe(5)
    await page
      .getByRole('button', { name: /^Почему здесь/ })
      .first()
      .click()
    await cards(page).first().getByText('Намерение').waitFor()
    await page.getByRole('button', { name: 'Ещё действия' }).first().click()
    await page.getByRole('menu').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    const dialogs: [way: string, item: string | null, name: string][] = [
      ['Настройки ленты', null, 'Настройки ленты'],
      ['Ещё: выгрузка, скрытое, чёрный список', 'Выгрузить авторов', 'Выгрузка ленты'],
      ['Ещё: выгрузка, скрытое, чёрный список', 'Статистика модераторов', 'Статистика модераторов'],
    ]
    for (const [way, item, name] of dialogs) {
      await page.getByRole('button', { name: way }).click()
      if (item) await page.getByRole('menuitem', { name: item }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      if (name === 'Выгрузка ленты') await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
      if (name === 'Статистика модераторов') await dialog.getByRole('table').waitFor()
      await checkLooks(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    const { lead } = await mark.asks('leads', 'takeLead', { id: first?.id ?? 0 })
    await mark.asks('leads', 'createLeadComment', { id: lead.id, text: unwieldy })
    const about = { name: 'Анна'.repeat(15), trade: 'фотограф'.repeat(7), city: 'Казань'.repeat(10), text: unwieldy }
    const review = { ...about, userId: (await world.customer('anna-review')).userId, writtenAt: world.clock.now() }
    await world.db.insertInto('reviews').values(review).execute()
    const { userId } = await world.customer('boris-review')
    await world.db
      .insertInto('reviews')
      .values({ ...review, userId, state: 'shown', reply: unwieldy.slice(0, 900) })
      .execute()
    for (const [path, words] of [
      ['/reviews', 'Ответ Эхолота'],
      ['/admin?tab=approval', 'АннаАнна'],
      ['/admin?tab=approval&state=shown', 'Изменить ответ'],
      ['/feed?view=hidden', 'спам — отметили вы'],
      ['/feed/blacklist', 'никого нет'],
      ['/feed?words=нетакогослова&network=vk,ok', 'Под фильтр ничего не подошло'],
      [`/goto/${first?.id}`, 'https://vk.com/wall1_2'],
      [`/leads?view=list&lead=${lead.id}`, 'Новый → В работе'],
    ] as const) {
      await page.goto(path)
      await page.getByText(words).first().waitFor()
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
      await checkLooks(page)
    }
  })

  story('support sees letters whole, and the mask over everything, dialogs too', async ({ world, open }) => {
    const sonya = await world.somebody('sonya-masks', ['support'])
    const anna = await world.customer('anna-masked', paid('photographers'))
    const letter = { email: anna.email, name: 'Анна'.repeat(15), subj: unwieldy.slice(0, 190), msg: unwieldy.repeat(2) }
    const files = [
      new File([new Uint8Array(await readFile('docs/feed.png'))], `${'снимок'.repeat(20)}.png`),
      new File(['Шаг 1'], `${'шаги'.repeat(25)}.txt`),
    ]
    await world.ask('feedback', 'sendFeedback', letter, { token: anna.token, ip: anna.ip, files })
    const page = await open('/support?tab=letters', {
      ...phoneScreen,
      as: sonya,
    })
    const line = page.getByRole('button', { name: /^АннаАнна/ })
    await line.click()
    await page.getByLabel('Ответ', { exact: true }).waitFor()
    await checkLooks(page)

    await sonya.asks('masks', 'startMask', { user: anna.userId, reason: 'Смотрю, как это выглядит' })
    await page.goto(`${new URL(page.url()).origin}/feed`)
    const banner = page.getByRole('region', { name: 'Маска поддержки' })
    const leave = banner.getByRole('button', { name: 'Выйти' })
    const isOnTop = (): Promise<boolean> =>
      leave.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await leave.waitFor()
    await checkLooksAt(page, page.viewportSize()?.width ?? 0)
    for (const name of ['Фильтр', 'Настройки ленты']) {
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      await expect.poll(isOnTop).toBe(true)
      await page.keyboard.press('F6')
      await expect.poll(() => leave.evaluate((button) => button === document.activeElement)).toBe(true)
      await dialog.getByRole('button', { name: 'Закрыть', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await leave.click()
    await banner.waitFor({ state: 'detached' })
    await page
      .getByRole('complementary', { name: 'Карточка человека' })
      .or(page.getByRole('dialog', { name: 'Карточка человека' }))
      .waitFor()
    // The feed behind the mask asks for none of its messages as it goes: that would be refused.
    expect(asked.filter((path) => /^\/api\/feed\/(query|hidden\/count)$/.test(path))).toEqual([])
    expect(asked).toContain('/api/support/mask-leave')
  })

  story('support sees the desk whole, with someone open and with what is done for them', async ({ world, open }) => {
    const support = await world.somebody('support-looks', ['support'])
    const anna = await world.customer(`anna-${'константинопольская'.repeat(3)}`, paid('photographers'))
    await world.db
      .updateTable('users')
      .set({ phone: '79161234567', username: `Анна ${'Константинопольская'.repeat(3)}` })
      .where('id', '=', anna.userId)
      .execute()
    const data = { product: 'project', days: 7, note: unwieldy.slice(0, 900) } as const
    await support.asks('support', 'takeAction', { action: 'trial-subscribe', data, user: anna.userId })
    const page = await open('/support?paid=never', { ...phoneScreen, as: support })
    await page.getByRole('region', { name: 'Фильтры людей' }).waitFor()
    await page.getByRole('table', { name: 'Люди' }).getByRole('link').first().waitFor()
    await checkLandmarks(page, 'Тех поддержка')
    await checkLooks(page)
    await page.goto(`/support?user=${anna.userId}&place=log`)
    await page.getByRole('button', { name: /^Отменить: / }).waitFor()
    await checkLooks(page)
    await page.getByRole('button', { name: 'Выполнить действие' }).click()
    const dialog = page.getByRole('dialog', { name: /^Действие: / })
    await dialog.getByRole('combobox', { name: /^Действие/ }).click()
    await page.getByRole('option', { name: 'Удалить аккаунт', exact: true }).click()
    await dialog.getByText(/^Аккаунт и всё, что в нём есть, удалится /).waitFor()
    await checkLooks(page)
  })

  story('readers and editors see the blog whole', async ({ world, open }) => {
    const editor = await world.somebody('editor-looks', ['blogEditor'])
    const kira = await world.customer('kira-looks')
    const long = 'оченьдлинноеслово'.repeat(12)
    const attack = `<img src=x onerror="window.hit=1"><script>window.hit=1</script><a href="javascript:window.hit=1">нажми</a>`
    const table = `<table><thead><tr><th>Слово</th><th>Ещё</th></tr></thead><tbody><tr><td>${long}</td><td>${long}</td></tr></tbody></table>`
    const articles = [1, 2].map((number) => ({
      title: `Статья ${number} ${long}`.slice(0, 140),
      slug: `statya-${number}`,
      excerpt: long,
      tags: [`тема ${long}`.slice(0, 40)],
      publishedAt: world.clock.now(),
      content: `<h2>Раз ${long}</h2><p>${long} <a href="/order">сюда</a> <code>${long}</code></p><pre>${long}</pre><h2>Два</h2>${table}<h3>Три</h3><blockquote>${long}</blockquote>${attack}`,
    }))
    await seedArticles(world.db, world.clock, articles)
    const { id } = await world.db.selectFrom('articles').select('id').limit(1).executeTakeFirstOrThrow()
    await kira.asks('blog', 'createComment', { id, message: `${long} https://example.ru/${long} ${attack}` })
    await world.db.updateTable('blogComments').set({ state: 'shown' }).execute()
    let page = await open('/blog', phoneScreen)
    await page.getByRole('article').nth(1).waitFor()
    await checkLandmarks(page, 'Блог')
    await checkLooks(page)
    await page.goto('/blog/statya-1')
    await page.getByRole('list', { name: 'Комментарии' }).waitFor()
    await checkLooks(page)
    // Neither of what an editor wrote nor of what a reader did anything runs.
    await page.getByRole('article').getByText('нажми').first().click()
    expect(await page.evaluate('window.hit')).toBeUndefined()
    page = await open('/blog/statya-1', { ...phoneScreen, as: editor })
    await page.getByRole('button', { name: 'Изменить' }).click()
    await page.getByRole('textbox', { name: 'Текст статьи' }).getByText('нажми').click()
    expect(await page.evaluate('window.hit')).toBeUndefined()
    await checkLooks(page)
  })

  story('an admin sees mailings and what a category was whole, and a reader the way out', async ({ world, open }) => {
    const admin = await world.somebody('adam-looks', ['admin'])
    const list = { recGroup: 'any', recAny: 'a@one.example', subj: unwieldy.slice(0, 190) }
    await admin.asks('mailings', 'sendEmail', form(list))
    const { db, clock } = world
    const failure = JSON.stringify({ code: 'MAILING_BOUNCES_EXCEEDED', message: unwieldy.slice(0, 300) })
    await db.updateTable('mailings').set({ status: 'paused', trouble: failure }).execute()
    await db
      .insertInto('mailHolds')
      .values({ holder: 'yandex', why: unwieldy.slice(0, 300), since: clock.now() })
      .execute()
    const page = await open('/admin?tab=mailings', {
      ...phoneScreen,
      as: admin,
      // What stories plant in every document, in the frame of the letter, where nothing runs.
      expects: [/Blocked script execution in 'about:srcdoc'/],
    })
    await page.getByRole('table', { name: 'Рассылки' }).waitFor()
    await page.getByRole('button', { name: /^Продолжить отправку: / }).waitFor()
    await page.getByRole('button', { name: 'Отправить…' }).click()
    await page.getByText('не выбран тип рассылки', { exact: true }).waitFor()
    await checkLandmarks(page, 'Админ')
    await checkLooks(page)
    await page.getByRole('button', { name: /^Подробно: / }).click()
    await page.getByRole('dialog').getByText('Ждут', { exact: true }).waitFor()
    await checkLooks(page)

    await world.looksFor('vets', 'ищу ветеринара')
    const id = await world.categoryId('vets')
    for (const name of ['Врачи для животных', `Ветеринары ${'Константинополя'.repeat(3)}`]) {
      const { published, revision, base } = await admin.asks('editing', 'getEditedCategory', { id })
      if (!published) throw new Error('it is not published')
      const draft = { id, revision, base, content: { ...published, name } }
      const saved = await admin.asks('editing', 'saveCategoryDraft', draft)
      await admin.asks('editing', 'publishCategory', {
        id,
        revision: saved.revision,
        base,
        note: unwieldy.slice(0, 300),
      })
    }
    await page.goto(`${new URL(page.url()).origin}/admin?tab=categories&category=vets`)
    await page.getByRole('button', { name: 'История' }).click()
    await page.getByRole('button', { name: 'Вернуть версию 1' }).click()
    await page.getByRole('dialog').getByLabel('Заметка').waitFor()
    await checkLooks(page)

    const token = signLeaving(world, { type: 'info', userId: admin.userId })
    const reader = await open(`/unsubscribe#${token}`, phoneScreen)
    await reader.getByRole('button', { name: 'Отписаться', exact: true }).waitFor()
    await checkLandmarks(reader, 'Больше не присылать новости сервиса?')
    await checkLooks(reader)
    await reader.getByRole('button', { name: 'Отписаться', exact: true }).click()
    await reader.getByRole('heading', { level: 1, name: 'Рассылки больше не придут' }).waitFor()
    await checkLooks(reader)
  })

  story('a partner sees the terms and their own page whole', async ({ world, open }) => {
    await world.customer('house-looks')
    const partner = await becomePartner(world, 'polina-looks')
    const buyer = await broughtBy(world, partner, 'buyer-looks')
    await pays(world, buyer, { total: 1_200_000 })
    world.clock.advance(14 * DAY)
    await releaseCommissions(world)
    await partner.asks('partner', 'createShortLink', { data: `/order?from=${'очень-длинная-ссылка-'.repeat(8)}` })
    const guest = await open('/partner-terms', phoneScreen)
    await guest.getByRole('button', { name: 'Стать партнёром' }).click()
    await guest.getByText('Подтвердите свое согласие').waitFor()
    await checkLooks(guest)

    const page = await open('/partner', { ...phoneScreen, as: partner })
    await page.getByRole('table', { name: 'Короткие ссылки' }).waitFor()
    await page.getByText('Готовые тексты').click()
    await checkLooks(page)
    // Against being one's own referral the device is sent.
    const prints = world.db.selectFrom('devicePrints').select('fp').where('userId', '=', partner.userId)
    await expect.poll(() => prints.execute()).toHaveLength(1)

    await page.goto(`${new URL(page.url()).origin}/partner?tab=traffic`)
    await page.getByRole('button', { name: 'Дни' }).click()
    await page.getByRole('dialog', { name: 'Дни' }).waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Запросить выплату' }).click()
    await page.getByLabel('Куда').selectOption('account')
    await page.getByRole('dialog').getByRole('button', { name: 'Получить код' }).click()
    await page.getByText('Расчётный счёт — 20 цифр').waitFor()
    await checkLooks(page)
  })
})

/** The colour schemes in which there is no line around what has the focus. Some fields are hidden, and have it around what stands for them. */
const focusUnseenIn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const seen = () => [document.activeElement, document.activeElement.closest('label'), document.activeElement.closest('.mantine-Input-input')]
      .filter(Boolean).some((each) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each)
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\\)$/.test(outlineColor)
      })
    const root = document.documentElement
    const shown = root.getAttribute('data-mantine-color-scheme')
    const unseen = ${JSON.stringify(colorSchemes)}.filter((scheme) => {
      root.setAttribute('data-mantine-color-scheme', scheme)
      return !seen()
    })
    root.setAttribute('data-mantine-color-scheme', shown)
    return unseen
  })()`)
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(({ activeElement: each }) => each === document.body ? 'nothing' : (each.getAttribute('aria-label') || each.textContent || each.getAttribute('name') || each.tagName).trim())(document)`,
  )

story('pages for visitors hold together on every screen', async ({ open }) => {
  for (const [path, title] of [
    ['/poisk-klientov', 'Клиент уже спросил. Ответьте первым'],
    ['/monitoring-upominanij', 'Знайте, что о вас говорят, в тот же день'],
    ['/tarify', 'Сколько это стоит'],
    ['/faq#12', 'Вопросы и ответы'],
    ['/offer', 'Публичная оферта'],
  ] as const) {
    const page = await open(path, phoneScreen)
    await checkLandmarks(page, title)
    await checkLooks(page)
    await page.close()
  }
})

story('what axe finds it finds until it is gone, also where it found nothing before', async ({ open }) => {
  const page = await open('/', phoneScreen)
  await page.getByRole('button', { name: 'Фотографы', exact: true }).waitFor()
  await expect.poll(() => axeViolations(page)).toEqual([])
  const plant = (html: string, style: string): Promise<void> =>
    page.evaluate<void>(`(() => {
      document.querySelector('h1').insertAdjacentHTML('afterend', ${JSON.stringify(html)})
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(${JSON.stringify(style)})
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })()`)
  const pull = (): Promise<void> => page.evaluate<void>(`document.querySelector('#flaw').remove()`)
  for (const [html, style, flaw] of [
    ['<button id="flaw"></button>', '', /^light: button-name/],
    [
      '<p id="flaw">бледно</p>',
      '[data-mantine-color-scheme=dark] #flaw { color: #333; background: #222 }',
      /^dark: color-contrast/,
    ],
  ] as const) {
    await plant(html, style)
    for (const _ of ['at first', 'and again']) expect((await axeViolations(page)).join()).toMatch(flaw)
    await pull()
    expect(await axeViolations(page)).toEqual([])
  }
})

describe('by keyboard alone', () => {
  story('every stop of Tab is seen, in both colour schemes, and has its turn', async ({ world, open }) => {
    await busyFeed(world)
    const boris = await world.customer('boris-stops', paid('photographers'))
    const page = await open('/feed', { as: boris })
    await expect.poll(() => cards(page).count()).toBe(20)
    await page.getByRole('button', { name: /^Меню: / }).waitFor()
    await page.getByLabel('Поиск в списке').waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 70; stop++) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
      expect(await focusUnseenIn(page), `the focus on «${stops.at(-1)}»`).toEqual([])
      if (stops.at(-1) === 'Ещё действия') break
    }
    const ways = [
      'К сообщениям',
      'К содержанию',
      'Эхолот, на главную',
      'Лента',
      'Лиды',
      'Упоминания',
      'Группы',
      'Подбор',
      'Тарифы',
      'Меню: boris-stops',
      'Дефолтная',
      'Действия с фильтром «Дефолтная»',
      'Новый фильтр',
    ]
    const bar = ['Поиск в списке', 'Условие', 'Все условия']
    const tools = [
      'Сообщений на странице',
      'Порядок сообщений',
      'Показывать просторно',
      'Настройки ленты',
      'Ещё: выгрузка, скрытое, чёрный список',
      'Обновить ленту',
      'Следующая страница ленты',
    ]
    const actions = [
      'Ответить…',
      'Взять в работу',
      'Статус и ответственный',
      'Разобрано',
      'Избранное',
      'Заметка',
      'Нравится',
      'Не нравится',
      'Спам',
      'Скрыть автора',
      'Ещё действия',
    ]
    expect(stops.slice(0, ways.length)).toEqual(ways)
    expect(stops.filter((stop) => tools.includes(stop))).toEqual(tools)
    expect(stops.filter((stop) => bar.includes(stop))).toEqual(bar)
    expect(stops.slice(-actions.length)).toEqual(actions)
    // However many messages there are, they are one stop: the one she is on.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement.closest('[data-item]') === null`)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Ещё действия')
    await page.keyboard.press('KeyJ')
    await expect
      .poll(() => page.evaluate(`[...document.querySelectorAll('[data-item]')].indexOf(document.activeElement)`))
      .toBe(1)
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('[data-item]')].findIndex((item) => item.contains(document.activeElement))`,
      ),
    ).toBe(1)
  })

  story('the skip button leads past the menu, and a dialog keeps the focus and gives it back', async ({ open }) => {
    const page = await open('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('content')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.getByLabel('Чем вы занимаетесь?').and(page.locator(':focus')).count()).toBe(1)
    const way = page.getByRole('main').getByRole('button', { name: 'Зарегистрироваться' })
    await way.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Регистрация' })
    await expect.poll(() => dialog.getByLabel('Email').and(page.locator(':focus')).count()).toBe(1)
    for (let stop = 0; stop < 10; stop++) {
      expect(await focusUnseenIn(page), `the focus on «${await focused(page)}»`).toEqual([])
      await page.keyboard.press('Tab')
      await expect.poll(() => dialog.locator(':focus').count()).toBe(1)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Зарегистрироваться')
  })
  story('the menu opens, and the dialog it leads to gives the focus back to it', async ({ world, open }) => {
    const vera = await world.customer('vera')
    const page = await open('/feed', { as: vera })
    const menu = page.getByRole('button', { name: 'Меню: vera' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('menu').locator(':focus').count()).toBe(1)
    // Just after it opened the menu may take the focus once more.
    await expect
      .poll(async () => {
        if ((await focused(page)) === 'DIV') await page.keyboard.press('ArrowDown')
        return focused(page)
      })
      .toBe('Профиль')
    for (const item of ['Подписки', 'Уведомления', 'Партнёрская программа', 'Выйти', 'Выйти на всех устройствах']) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => focused(page)).toBe(item)
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Выйти на всех устройствах?' })
    await expect.poll(() => dialog.locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Меню: vera')
  })
})

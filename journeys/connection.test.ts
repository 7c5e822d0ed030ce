/** A customer whose connection comes and goes. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyFilter } from '../contract/reading/filters.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive, type Open } from './browser.ts'
import { layWire, type Wire } from './wire.ts'

/** What the browser itself says of a server that is not there. */
const noServer = [/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /ERR_SOCKET/, /WebSocket connection to .* failed/]

const onTheWire = story.extend('wire', async ({ world }, { onCleanup }) => {
  const wire = await layWire(world.web.address)
  onCleanup(() => wire.close())
  return wire
})

let people = 0
/** Someone new before an open feed of `count` messages, on a wire that can be cut. */
async function reader(
  { world, open, wire }: { world: TestWorld; open: Open; wire: Wire },
  count: number,
): Promise<Page> {
  await world.forgetMessages()
  await world.looksFor('photographers', 'ищу фотографа')
  people += 1
  const anna = await world.customer(`anna${people}`, paid('photographers'))
  await arrive(world, count)
  const page = await open('/feed', { as: anna, address: wire.address, expects: noServer })
  await expect.poll(() => cards(page).count()).toBe(Math.min(count, 20))
  await Promise.all([untilLive(page), untilWhole(page)])
  return page
}

async function arrive(world: TestWorld, count: number): Promise<void> {
  await world.receive(Array.from({ length: count }, () => world.message('Ищу фотографа на свадьбу')))
  await world.settle()
}

/** Parts of the page come after it; one that is still on its way when the network goes is not what a story is about. */
const untilWhole = async (page: Page): Promise<void> => {
  await page.getByLabel('Поиск в списке').waitFor()
  await page.getByRole('button', { name: /^Меню: / }).waitFor()
}
const offline = (page: Page) => page.getByRole('alert').filter({ hasText: 'Нет связи с сервером' })
/** Does not wait for the page's own next attempt; that may be the quicker one, and takes the button away. */
const comeBack = (page: Page) =>
  Promise.race([
    offline(page)
      .getByRole('button', { name: 'Подключиться сейчас' })
      .click()
      .catch(() => offline(page).waitFor({ state: 'detached' })),
    offline(page).waitFor({ state: 'detached' }),
  ])
const blinking = (page: Page) => page.locator('[data-mood="blinking"]')

onTheWire(
  'without a connection the page says so, and afterwards counts what came meanwhile',
  async ({ world, open, wire }) => {
    const page = await reader({ world, open, wire }, 5)
    await expect.poll(() => blinking(page).count()).toBe(0)
    await wire.cut()
    await blinking(page).waitFor()
    await offline(page).waitFor()
    await page.getByText('Нет связи', { exact: true }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(5)

    await arrive(world, 3)
    await wire.mend()
    await comeBack(page)
    await expect.poll(() => news(page).innerText()).toMatch(/^3 новых сообщения/)
    await expect.poll(() => page.title()).toBe('(3) Лента — Эхолот')
    await blinking(page).waitFor({ state: 'detached' })
    await page.getByText('На связи', { exact: true }).waitFor()

    await arrive(world, 1)
    await expect.poll(() => news(page).innerText()).toMatch(/^4 новых сообщения/)
    await news(page).click()
    await expect.poll(() => cards(page).count()).toBe(9)
    await expect.poll(() => cards(page).getByText('новое', { exact: true }).count()).toBe(4)
  },
)

onTheWire(
  'a connection that breaks again and again loses no message and doubles none',
  async ({ world, open, wire }) => {
    const page = await reader({ world, open, wire }, 5)
    let arrived = 0
    for (let time = 1; time <= 4; time++) {
      // Some come while it holds, some while it breaks, some while there is none.
      await world.receive([world.message('Ищу фотографа на юбилей')])
      await wire.cut()
      await arrive(world, 2)
      await offline(page).waitFor()
      await wire.mend()
      const back = comeBack(page)
      await arrive(world, 1)
      await back
      arrived += 4
      await expect.poll(() => page.title()).toBe(`(${arrived}) Лента — Эхолот`)
    }
    await news(page).click()
    await expect.poll(() => cards(page).count()).toBe(20)
    await page.getByText('21 сообщение', { exact: true }).waitFor()
  },
)

onTheWire(
  'after the server was away each filter counts exactly what came, and cards show what was done to them meanwhile',
  async ({ world, open, wire }) => {
    await world.forgetMessages()
    await world.looksFor('photographers', 'ищу фотографа')
    const oleg = await world.somebody('oleg', ['teamOwner'], paidForTeam('photographers'))
    const mark = await world.somebody('mark', ['moderator'])
    const gleb = await world.customer('gleb')
    await world.team(oleg, gleb)
    await gleb.asks('filters', 'createFilter', {
      ...emptyFilter,
      name: 'Юбилеи',
      includedWords: ['юбилей'],
      scope: 'local',
    })
    const bring = async (...texts: string[]): Promise<void> => {
      await world.receive(texts.map((text) => world.message(text)))
      await world.settle()
    }
    await bring('Ищу фотографа на крестины', 'Ищу фотографа на выставку', 'Ищу фотографа на юбилей бабушки')
    const page = await open('/feed', { as: gleb, address: wire.address, expects: noServer })
    await expect.poll(() => cards(page).count()).toBe(3)
    await Promise.all([untilLive(page), untilWhole(page)])
    const [liked, rejected] = (await gleb.asks('feed', 'queryFeed', {})).messages

    await wire.cut()
    await offline(page).waitFor()
    const third = cards(page).nth(2)
    await third.getByRole('button', { name: 'Избранное' }).click()
    await page.getByRole('alert').filter({ hasText: 'Не получилось. Проблема сети' }).waitFor()
    await third.getByRole('button', { name: 'Избранное' }).waitFor()
    await oleg.asks('marks', 'setLike', { id: liked?.id ?? 0, value: true })
    await mark.asks('moderation', 'moderateMessage', { id: rejected?.id ?? 0, action: 'reject' })
    await bring(
      'Ищу фотографа на свадьбу',
      'Ищу фотографа на юбилей завода',
      'Ищу фотографа для витрины',
      'Ищу фотографа, в субботу юбилей',
    )
    await wire.mend()
    await comeBack(page)

    const tab = (name: string) =>
      page
        .getByRole('navigation', { name: 'Фильтры' })
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('link')
    await expect.poll(() => tab('Дефолтная').innerText()).toMatch(/^Дефолтная\s*4/)
    await expect.poll(() => tab('Юбилеи').innerText()).toMatch(/^Юбилеи\s*2/)
    await expect.poll(() => page.title()).toBe('(4) Лента — Эхолот')
    await cards(page).first().getByRole('button', { name: 'Нравится · 1' }).waitFor()
    await expect.poll(() => cards(page).nth(1).innerText()).toMatch(/пока не было связи/)
    await third.getByText('на крестины').waitFor()
    await tab('Юбилеи').click()
    await expect
      .poll(() =>
        cards(page)
          .allInnerTexts()
          .then((texts) => texts.join()),
      )
      .toMatch(/в субботу юбилей.*юбилей завода.*юбилей бабушки/s)
    await expect.poll(() => cards(page).count()).toBe(3)
  },
)

onTheWire(
  'comes back by itself, and a page that was asked for meanwhile is shown then',
  async ({ world, open, wire }) => {
    const page = await reader({ world, open, wire }, 25)
    await wire.cut()
    await offline(page).waitFor()
    await page.getByRole('link', { name: 'Следующая страница' }).click()
    await page.getByRole('alert').filter({ hasText: 'Проблема сети' }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(20)
    await wire.mend()
    await expect.poll(() => cards(page).count()).toBe(5)
    await untilLive(page)
    await page.getByRole('alert').waitFor({ state: 'detached' })
  },
)

onTheWire('a session that ended while there was no connection is asked for again', async ({ world, open, wire }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  const vera = await world.customer('vera', paid('photographers'))
  const page = await open('/feed', { as: vera, address: wire.address, expects: [...noServer, /status of 401/] })
  await Promise.all([untilLive(page), untilWhole(page)])
  await wire.cut()
  await offline(page).waitFor()
  await vera.asks('accounts', 'logoutAllDevices', {})
  await wire.mend()
  await comeBack(page)
  await page.getByRole('dialog', { name: 'Вход' }).waitFor()
  await page.getByText('Войдите, чтобы продолжить').waitFor()
})

/** A chat is linked on the page of notices, while someone presses «Начать» elsewhere. */
import { describe, expect, vi } from 'vitest'
import { letIn, settingsOf } from '../server/features/reach/notices/bot/messengers.samples.ts'
import { simulateBotApi } from '../server/features/reach/notices/channels/telegram/bot-api.simulator.ts'
import { GROUP_ID, simulateVkGroup } from '../server/features/reach/notices/channels/vk/vk-group.simulator.ts'
import { MINUTE } from '../server/kit/clock.ts'
import { openTestWorld } from '../server/testing/test-world.ts'
import { window } from './dom/window.ts'
import { story as plainStory, type DomPage } from './story.ts'

const story = plainStory
  .extend('telegram', { scope: 'file' }, async ({}, { onCleanup }) => {
    const telegram = await simulateBotApi()
    onCleanup(() => telegram.close())
    return telegram
  })
  .extend('vk', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vk = await simulateVkGroup()
    onCleanup(() => vk.close())
    return vk
  })
  .extend('world', { scope: 'file' }, async ({ telegram, vk }, { onCleanup }) => {
    const world = await openTestWorld({ config: settingsOf({ telegram, vk }) })
    letIn(world, { telegram, vk })
    onCleanup(() => {
      world.web.app.server.closeAllConnections()
      return world.close()
    })
    return world
  })

const places = (page: DomPage) => page.getByRole('region', { name: 'Куда присылать' })
const dialog = (page: DomPage, title: string) => page.getByRole('dialog', { name: `Привязать ${title}` })
const linkIn = async (page: DomPage, title: string, name: string): Promise<URL> =>
  new URL((await dialog(page, title).getByRole('link', { name }).getAttribute('href')) ?? '')

/** The script of VK, which this window does not fetch: it came, or it did not. */
async function scriptOfVk(came: 'load' | 'error'): Promise<void> {
  const find = () => window.document.querySelector('script[src^="https://vk.com/js/api/openapi.js"]')
  await expect.poll(find).not.toBeNull()
  find()?.dispatchEvent(new window.Event(came))
}

describe('Telegram', () => {
  story('is linked by «Начать»: the dialog goes, the chat stands in the list', async ({ world, open, telegram }) => {
    const anna = await world.customer('anna')
    const page = await open('/notices', { as: anna })
    await places(page).getByRole('button', { name: 'Привязать Telegram' }).click()
    await dialog(page, 'Telegram').getByText('Ждём, когда вы нажмёте «Начать»…').waitFor()
    await dialog(page, 'Telegram').getByRole('img', { name: 'QR-код со ссылкой на чат' }).waitFor()
    await dialog(page, 'Telegram').getByText('Для общего чата команды').click()
    await dialog(page, 'Telegram').getByText('/start@').waitFor()
    const link = await linkIn(page, 'Telegram', 'Открыть Telegram')
    const chat = telegram.person('Анна в Telegram')
    await telegram.writes(chat, `/start ${link.searchParams.get('start') ?? ''}`)
    await world.settle()
    await dialog(page, 'Telegram').waitFor({ state: 'detached' })
    await page.getByText('Привязан чат «Анна в Telegram»').waitFor()
    await places(page).getByText('подключено').waitFor()
  })

  story('asks for another link once the time of the first is over', async ({ world, open }) => {
    const boris = await world.customer('boris')
    const page = await open('/notices', { as: boris })
    vi.setSystemTime(world.clock.now().getTime() + 16 * MINUTE)
    await places(page).getByRole('button', { name: 'Привязать Telegram' }).click()
    await dialog(page, 'Telegram').getByText('Ссылка действует 15 минут, и они прошли.').waitFor()
    vi.setSystemTime(world.clock.now())
    await dialog(page, 'Telegram').getByRole('button', { name: 'Новая ссылка' }).click()
    await dialog(page, 'Telegram').getByRole('link', { name: 'Открыть Telegram' }).waitFor()
  })

  story('says so when the bot can not be asked', async ({ world, open }) => {
    const vera = await world.customer('vera')
    const page = await open('/notices', { as: vera })
    const { telegramBot } = world.config
    Object.assign(world.config, { telegramBot: { ...telegramBot, token: 'wrong' } })
    await places(page).getByRole('button', { name: 'Привязать Telegram' }).click()
    await dialog(page, 'Telegram').getByText('Такие уведомления сейчас не настроены в сервисе').waitFor()
    Object.assign(world.config, { telegramBot })
    await dialog(page, 'Telegram').getByRole('button', { name: 'Ещё раз' }).click()
    await dialog(page, 'Telegram').getByRole('link', { name: 'Открыть Telegram' }).waitFor()
  })
})

describe('VK', () => {
  story('is linked by a link; without VK in the account there is no widget', async ({ world, open, vk }) => {
    const gleb = await world.customer('gleb')
    const page = await open('/notices', { as: gleb })
    await places(page).getByRole('button', { name: 'Привязать VK' }).click()
    const link = await linkIn(page, 'VK', 'Открыть сообщения VK')
    await expect
      .poll(() =>
        dialog(page, 'VK')
          .getByRole('button', { name: /Разрешить/ })
          .count(),
      )
      .toBe(0)
    const chat = vk.person('Глеб')
    await vk.begins(chat, link.searchParams.get('ref') ?? '')
    await world.settle()
    await page.getByText('Привязан чат «Глеб Иванова»').waitFor()
  })

  story('is linked by the widget; a blocked script is reported', async ({ world, open, vk }) => {
    const dina = await world.customer('dina')
    const vkUserId = vk.person('Дина', { allowed: true })
    await world.db
      .insertInto('networkAccounts')
      .values({
        network: 'vk',
        externalId: String(vkUserId),
        userId: dina.userId,
        email: null,
        createdAt: world.clock.now(),
      })
      .execute()
    const page = await open('/notices', { as: dina })
    await places(page).getByRole('button', { name: 'Привязать VK' }).click()
    const allow = dialog(page, 'VK').getByRole('button', { name: 'Разрешить сообщения, не открывая чат' })
    await allow.waitFor()
    // Nothing of VK is fetched before it is asked for.
    expect(window.document.querySelector('script[src*="vk.com"]')).toBeNull()
    await allow.click()
    await scriptOfVk('error')
    await dialog(page, 'VK').getByRole('alert').getByText('Отключите блокировщик рекламы').waitFor()
    await dialog(page, 'VK').getByRole('button', { name: 'Ещё раз' }).click()
    const listeners: ((userId: number) => void)[] = []
    const drawn: unknown[] = []
    Object.assign(window, {
      VK: {
        Widgets: { AllowMessagesFromCommunity: (...asked: unknown[]) => drawn.push(asked.slice(1)) },
        Observer: {
          subscribe: (_: string, listener: (userId: number) => void) => listeners.push(listener),
          unsubscribe: () => {},
        },
      },
    })
    await scriptOfVk('load')
    await expect.poll(() => drawn).toEqual([[{ height: 30 }, GROUP_ID]])
    // Someone else's VK is not believed.
    for (const listener of listeners) listener(vkUserId + 1)
    await dialog(page, 'VK').getByText('Сначала привяжите в профиле тот VK').waitFor()
    for (const listener of listeners) listener(vkUserId)
    await page.getByText('Привязан чат «Дина Иванова»').waitFor()
  })
})

/** The page behind the buttons of a letter. */
import { describe, expect } from 'vitest'
import { DAY } from '../server/kit/clock.ts'
import { signLink, type LinkedAction } from '../server/features/reach/notices/letters/link-token.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { story } from './story.ts'

const TEXT = 'Посоветуйте фотографа на свадьбу'
const linkOf = (world: TestWorld, { userId }: TestUser, linked: LinkedAction) =>
  `/notice#${signLink(world, userId, linked)}`

async function reader(world: TestWorld, name: string, holding = paid('photographers')) {
  const person = await world.customer(name, holding)
  await world.looksFor('photographers', 'фотограф')
  await world.post(TEXT)
  await world.settle()
  const first = async () => {
    const [message] = (await person.asks('feed', 'queryFeed', { filterId: person.filterId })).messages
    if (!message) throw new Error('the feed is empty')
    return message
  }
  return { person, first, messageId: (await first()).id }
}

describe('a link of a letter', () => {
  story('asks a guest first, does it when it is pressed, and takes it back', async ({ world, open }) => {
    const { person, first, messageId } = await reader(world, 'favours')
    const page = await open(linkOf(world, person, { action: 'favorite', messageId, back: false }))
    await page.getByRole('heading', { name: 'Добавить сообщение в избранное?' }).waitFor()
    await page.getByText(TEXT).waitFor()
    expect((await first()).favorite).toBe(false)
    await page.getByRole('button', { name: 'В избранное' }).click()
    await page.getByRole('heading', { name: 'Сообщение в избранном' }).waitFor()
    expect((await first()).favorite).toBe(true)
    await page.getByRole('button', { name: 'Убрать из избранного' }).click()
    await page.getByRole('heading', { name: 'Добавить сообщение в избранное?' }).waitFor()
    expect((await first()).favorite).toBe(false)
  })

  story('ends the letters of a filter, and wants them again', async ({ world, open }) => {
    const person = await world.customer('unsubscribes')
    const rule = async () =>
      (await person.asks('notices', 'getNoticeSettings', {})).settings.filters.find(
        ({ filterId }) => filterId === person.filterId,
      )?.rules.email.mode
    const page = await open(linkOf(world, person, { action: 'unsubscribe', filterId: person.filterId, back: false }))
    await page.getByRole('heading', { name: 'Больше не присылать письма по фильтру «Дефолтная»?' }).waitFor()
    await page.getByRole('button', { name: 'Больше не присылать' }).click()
    await page.getByRole('heading', { name: 'Писем по фильтру «Дефолтная» больше не будет' }).waitFor()
    await page.getByRole('link', { name: 'Настроить уведомления' }).waitFor()
    expect(await rule()).toBe('off')
    await page.getByRole('button', { name: 'Присылать снова' }).click()
    await page.getByRole('button', { name: 'Больше не присылать' }).waitFor()
    expect(await rule()).toBe('daily')
  })

  story('says what is done already, and what cannot be done', async ({ world, open }) => {
    const { person, messageId } = await reader(world, 'owns', paidForTeam('photographers'))
    const mate = await world.customer('mate')
    await world.team(person, mate)
    await mate.asks('leads', 'takeLead', { id: messageId })
    const taken = linkOf(world, mate, { action: 'take', messageId, back: false })
    const page = await open(taken, { as: mate })
    await page.getByRole('heading', { name: 'Сообщение у вас в работе' }).waitFor()
    await page.getByRole('link', { name: 'Открыть в ленте' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Взять в работу' }).count()).toBe(0)
    const late = await open(linkOf(world, person, { action: 'take', messageId, back: false }))
    await late.getByRole('button', { name: 'Взять в работу' }).click()
    await late.getByRole('alert').getByText('Уже взял(а): mate').waitFor()
  })

  story('that is too old, is cut short, or is of what is gone, says so', async ({ world, open }) => {
    const { person, messageId } = await reader(world, 'is-late')
    const stranger = await world.customer('sees-nothing')
    const link = linkOf(world, person, { action: 'notMine', messageId, back: false })
    for (const path of ['/notice', '/notice#', link.slice(0, -4), '/notice#не-ссылка']) {
      const page = await open(path)
      await page.getByRole('heading', { name: 'Эта ссылка больше не действует' }).waitFor()
    }
    const gone = await open(linkOf(world, stranger, { action: 'notMine', messageId, back: false }))
    await gone.getByRole('heading', { name: 'Сообщения больше нет в вашей ленте' }).waitFor()
    world.clock.advance(31 * DAY)
    const page = await open(link)
    await page.getByRole('heading', { name: 'Эта ссылка больше не действует' }).waitFor()
    await page.getByRole('link', { name: 'К ленте' }).waitFor()
  })
})

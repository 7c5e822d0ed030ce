import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type Holding, type TestWorld } from '../../../testing/test-world.ts'
import { buys } from '../../commerce/fulfilment/purchased.samples.ts'
import { remindOfEnds } from './remind.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example' } })
})
afterAll(() => world.close())

const lettersTo = async ({ email }: TestUser): Promise<string[]> =>
  (await world.db.selectFrom('letters').select('subject').where('recipient', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

/** Someone with a confirmed e-mail. */
async function reader(name: string, ...holdings: Holding[]): Promise<TestUser> {
  const person = await world.customer(name, ...holdings)
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', person.userId).execute()
  return person
}

/** How many letters had been written after each hour of this many days. */
async function letterHours(person: TestUser, days: number): Promise<number[]> {
  const hours: number[] = []
  for (let hour = 1; hour <= days * 24; hour += 1) {
    world.clock.advance(HOUR)
    const before = (await lettersTo(person)).length
    await remindOfEnds(world)
    for (let each = before; each < (await lettersTo(person)).length; each += 1) hours.push(hour)
  }
  return hours
}

describe('a reminder', () => {
  it('comes three days and one day before the end, once each, for all that ends together', async () => {
    const anna = await reader('anna')
    await buys(world, anna, { product: 'category', slugs: ['photographers', 'vets'], days: 5 })
    expect(await letterHours(anna, 6)).toEqual([48, 96])
    expect(await lettersTo(anna)).toEqual(['Подписки закончатся 25 ноября', 'Подписки закончатся 25 ноября'])
    const { html, link } = await world.letterTo(anna.email)
    expect(html).toContain('Категория «Фотографы»: до 25 ноября, 15:00.')
    expect(html).toContain('Категория «Ветеринары»')
    const categories = [await world.categoryId('photographers'), await world.categoryId('vets')]
      .map((id) => `&category=${id}`)
      .join('')
    expect(link).toBe(`https://echolot.example/order?product=category&type=regular${categories}`)
  })

  it('does not come for what is shorter than the warning', async () => {
    const after = async (holding: Holding) => {
      const person = await reader(`short-${holding.tariffType}-${holding.days}`, holding)
      return letterHours(person, holding.days)
    }
    expect(await after(trial('photographers', 1))).toEqual([])
    expect(await after(trial('photographers', 3))).toEqual([48])
    expect(await after(paid('photographers', 2))).toEqual([24])
  })

  it('does not come to an e-mail that is not confirmed', async () => {
    const dora = await world.customer('dora', paid('photographers', 3))
    expect(await letterHours(dora, 3)).toEqual([])
  })

  it('of a trial offers to buy', async () => {
    const boris = await reader('boris', trial('photographers', 2))
    world.clock.advance(DAY)
    await remindOfEnds(world)
    const { subject, html } = await world.letterTo(boris.email)
    expect(subject).toMatch(/^Пробный доступ закончится \d+ \S+$/)
    expect(html).toContain('Оформить подписку')
  })

  it('does not come for what goes on, is frozen, or was refunded; and comes again for another end', async () => {
    const vera = await reader('vera')
    await buys(world, vera, { product: 'category', slugs: ['photographers'], days: 4 })
    const [first] = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    const id = first?.id ?? 0
    world.clock.advance(DAY)
    await remindOfEnds(world)
    expect(await lettersTo(vera)).toHaveLength(1)
    await vera.asks('subscriptions', 'freezeSubscription', { id })
    expect(await letterHours(vera, 2)).toEqual([])
    await vera.asks('subscriptions', 'unfreezeSubscription', { id })
    expect(await letterHours(vera, 1)).toEqual([1])
    await buys(world, vera, { product: 'category', slugs: ['photographers'], days: 10 })
    expect(await letterHours(vera, 2)).toEqual([])
    await world.db
      .updateTable('subscriptions')
      .set({ endedAt: world.clock.now() })
      .where('userId', '=', vera.userId)
      .execute()
    expect(await letterHours(vera, 10)).toEqual([])
  })

  it('is one when two workers come by, and goes where notices go', async () => {
    const gleb = await world.customer('gleb', paid('photographers', 3))
    await world.db
      .updateTable('users')
      .set({ notificationEmail: 'office@example.ru' })
      .where('id', '=', gleb.userId)
      .execute()
    world.clock.advance(2 * DAY)
    await Promise.all([remindOfEnds(world), remindOfEnds(world)])
    expect(await lettersTo(gleb)).toEqual([])
    expect(
      await world.db.selectFrom('letters').select('id').where('recipient', '=', 'office@example.ru').execute(),
    ).toHaveLength(1)
  })
})

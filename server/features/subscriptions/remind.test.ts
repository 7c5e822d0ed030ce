import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../kit/clock.ts'
import { openTown, paid, trial, type Holding, type Town, type Townsman } from '../../people/town.ts'
import { buys } from './bought.samples.ts'
import { remindOfEnds } from './remind.ts'

let town: Town
beforeAll(async () => {
  town = await openTown({ config: { siteUrl: 'https://echolot.example' } })
})
afterAll(() => town.close())

const lettersTo = async ({ email }: Townsman): Promise<string[]> =>
  (await town.db.selectFrom('letters').select('subject').where('recipient', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

/** How many letters had been written after each hour of so many days. */
async function letterHours(person: Townsman, days: number): Promise<number[]> {
  const hours: number[] = []
  for (let hour = 1; hour <= days * 24; hour += 1) {
    town.clock.advance(HOUR)
    const before = (await lettersTo(person)).length
    await remindOfEnds(town)
    for (let each = before; each < (await lettersTo(person)).length; each += 1) hours.push(hour)
  }
  return hours
}

describe('a reminder', () => {
  it('comes three days and one day before the end, once each, for all that ends together', async () => {
    const anna = await town.customer('anna')
    await buys(town, anna, { product: 'category', slugs: ['photographers', 'vets'], days: 5 })
    expect(await letterHours(anna, 6)).toEqual([48, 96])
    expect(await lettersTo(anna)).toEqual(['Подписки закончатся 25 ноября', 'Подписки закончатся 25 ноября'])
    const { html, link } = await town.letterTo(anna.email)
    expect(html).toContain('Категория «Фотографы»: до 25 ноября, 15:00.')
    expect(html).toContain('Категория «Ветеринары»')
    const categories = [await town.categoryId('photographers'), await town.categoryId('vets')]
      .map((id) => `&category=${id}`)
      .join('')
    expect(link).toBe(`https://echolot.example/order?product=category&type=regular${categories}`)
  })

  it('does not come for what is shorter than the warning', async () => {
    const after = async (holding: Holding) => {
      const person = await town.customer(`short-${holding.tariffType}-${holding.days}`, holding)
      return letterHours(person, holding.days)
    }
    expect(await after(trial('photographers', 1))).toEqual([])
    expect(await after(trial('photographers', 3))).toEqual([48])
    expect(await after(paid('photographers', 2))).toEqual([24])
  })

  it('of a trial offers to buy', async () => {
    const boris = await town.customer('boris', trial('photographers', 2))
    town.clock.advance(DAY)
    await remindOfEnds(town)
    const { subject, html } = await town.letterTo(boris.email)
    expect(subject).toMatch(/^Пробный доступ закончится \d+ \S+$/)
    expect(html).toContain('Оформить подписку')
  })

  it('does not come for what goes on, is frozen, or was refunded; and comes anew for another end', async () => {
    const vera = await town.customer('vera')
    await buys(town, vera, { product: 'category', slugs: ['photographers'], days: 4 })
    const [first] = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    const id = first?.id ?? 0
    town.clock.advance(DAY)
    await remindOfEnds(town)
    expect(await lettersTo(vera)).toHaveLength(1)
    await vera.asks('subscriptions', 'freezeSubscription', { id })
    expect(await letterHours(vera, 2)).toEqual([])
    await vera.asks('subscriptions', 'unfreezeSubscription', { id })
    expect(await letterHours(vera, 1)).toEqual([1])
    await buys(town, vera, { product: 'category', slugs: ['photographers'], days: 10 })
    expect(await letterHours(vera, 2)).toEqual([])
    await town.db
      .updateTable('subscriptions')
      .set({ endedAt: town.clock.now() })
      .where('userId', '=', vera.userId)
      .execute()
    expect(await letterHours(vera, 10)).toEqual([])
  })

  it('is one when two workers come by, and goes where notices go', async () => {
    const gleb = await town.customer('gleb', paid('photographers', 3))
    await town.db
      .updateTable('users')
      .set({ notificationEmail: 'office@example.ru' })
      .where('id', '=', gleb.userId)
      .execute()
    town.clock.advance(2 * DAY)
    await Promise.all([remindOfEnds(town), remindOfEnds(town)])
    expect(await lettersTo(gleb)).toEqual([])
    expect(
      await town.db.selectFrom('letters').select('id').where('recipient', '=', 'office@example.ru').execute(),
    ).toHaveLength(1)
  })
})

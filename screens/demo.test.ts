/** Someone who looks around: the made-up network posts, and the feed moves. */
import { expect } from 'vitest'
import { paid } from '../server/testing/test-world.ts'
import { runSource } from '../server/stream/pipeline.ts'
import { madeUpMessage } from '../server/stream/receive/made-up/message.ts'
import { madeUpNetwork } from '../server/stream/receive/made-up/made-up-network.ts'
import { madeUpTexts } from '../server/stream/receive/made-up/texts.ts'
import { cards, news, story } from './story.ts'

const seeded = story.extend('seeded', { scope: 'file' }, () => true)

seeded(
  'messages of the made-up network fill an empty feed, reach the badge of an open one, and are labelled',
  async ({ world, open, onTestFinished }) => {
    const watched = [...new Set(madeUpTexts().trades.map(({ slug }) => slug))]
    const anna = await world.customer('anna', ...watched.map((slug) => paid(slug)))
    const page = await open('/feed', { as: anna })
    await page.getByRole('heading', { name: 'Пока тихо' }).waitFor()

    const startedAt = performance.now()
    const now = () => new Date(world.clock.now().getTime() + performance.now() - startedAt)
    const ending = new AbortController()
    const running = runSource(
      { ...world, standingQueries: await world.standingQueries() },
      madeUpNetwork({ now, perMinute: 600, backlog: 200 }),
      ending.signal,
    )
    onTestFinished(() => ending.abort())

    await expect.poll(() => cards(page).count()).toBeGreaterThan(0)
    await news(page).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(\d+\+?\) Лента — Эхолот$/)
    ending.abort()
    await running
    await world.settle()

    // Whatever the page had read by then, these come after it.
    const later = Array.from({ length: 50 }, (_, n) => ({
      ...madeUpMessage(1, 10_000 + n).message,
      publishedAt: world.clock.now(),
    }))
    await world.receive(later, 'made up later')
    await world.settle()
    await news(page).click()
    await news(page).waitFor({ state: 'detached' })
    await expect.poll(() => cards(page).count()).toBe(20)
    expect(
      await cards(page)
        .filter({ has: page.getByText('Демо', { exact: true }) })
        .count(),
    ).toBe(20)
    expect(
      await cards(page)
        .filter({ has: page.locator('mark') })
        .count(),
    ).toBe(20)
  },
)

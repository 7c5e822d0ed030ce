/** Who brought a visitor, what their browser is known by, and where they can read about it. */
import { expect } from 'vitest'
import { story } from './browser.ts'

story('a visitor who came by a link is counted once, and the address keeps nothing of it', async ({ world, open }) => {
  const partner = await world.somebody('partner', ['partner'])
  const page = await open(`/?ref=${partner.userId}&utm_source=vk&page=2`)
  const visits = () => world.db.selectFrom('referralVisits').select(['refId', 'refUrl']).execute()
  await expect.poll(async () => (await visits()).length).toBe(1)
  const { search } = new URL(page.url())
  expect(search).toBe('?page=2')
  await expect
    .poll(() => visits())
    .toEqual([{ refId: partner.userId, refUrl: expect.stringContaining('utm_source=vk') }])
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'ref_id')?.value).toBe(String(partner.userId))

  await page.reload()
  await page.getByRole('link', { name: 'Что мы храним о вас' }).click()
  await page.getByRole('heading', { level: 1, name: 'Что мы храним о вас' }).waitFor()
  await page.getByText('ref_id', { exact: true }).waitFor()
  await expect.poll(() => visits()).toHaveLength(1)
})

story('the print of a device is told once a visit', async ({ world, open }) => {
  const anna = await world.customer('anna')
  const page = await open('/feed', { as: anna })
  const prints = () =>
    world.db
      .selectFrom('devicePrints')
      .select(['fp', 'firstSeenAt', 'lastSeenAt'])
      .where('userId', '=', anna.userId)
      .execute()
  await expect.poll(async () => (await prints()).length).toBe(1)
  const [first] = await prints()
  expect(first?.fp).toMatch(/^[\da-f]{32}$/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('device-told'))).toBe(String(anna.userId))

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  world.clock.advance(1000)
  await page.reload()
  await page.getByRole('heading', { name: 'Лента' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /fingerprint|detectIncognito/i.test(url))).toEqual([])
  await expect.poll(() => prints()).toEqual([first])
})

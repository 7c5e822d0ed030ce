import { expect, test } from 'vitest'
import { shareTargets } from './share-targets.ts'

test('a link is handed over whole, whatever signs it and its title have', () => {
  const shared = { url: 'https://echolot.example/feed?name=Омск&words=a%26b#page=2', title: 'Фильтр «Омск & область»' }
  const [vk, telegram, mail] = shareTargets(shared).map(({ address }) => new URL(address))
  expect(vk?.origin).toBe('https://vk.com')
  expect(Object.fromEntries(vk?.searchParams ?? [])).toEqual(shared)
  expect(telegram?.host).toBe('t.me')
  expect(Object.fromEntries(telegram?.searchParams ?? [])).toEqual({ url: shared.url, text: shared.title })
  expect(mail?.protocol).toBe('mailto:')
  expect(Object.fromEntries(mail?.searchParams ?? [])).toEqual({
    subject: shared.title,
    body: `${shared.title}\r\n${shared.url}`,
  })
})

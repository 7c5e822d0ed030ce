import { expect, it } from 'vitest'
import type { Network } from '../../../../contract/networks.ts'
import { findMadeUpGroup, isMadeUpGroup, isMadeUpKey } from './made-up-links.ts'
import { madeUpMessage } from './message.ts'
import { linkReaders } from '../networks.ts'

const keyOf = (network: Network, link: string): string => {
  const read = linkReaders.find((each) => each.network === network)?.readLink({ text: link, url: new URL(link) })
  if (read?.status !== 'found') throw new Error(`${link} leads nowhere`)
  return read.key
}

it.each([
  ['vk', 'https://vk.com/echolot_demo_1'],
  ['ok', 'https://ok.ru/echolot_demo_1'],
  ['telegram', 'https://t.me/echolot_demo_1'],
] as const)('%s: a link leads to a group in which the made-up network talks', (network, link) => {
  const group = findMadeUpGroup(network, keyOf(network, link))
  expect(isMadeUpGroup(group.externalId)).toBe(true)
  expect(group).toMatchObject({ link, followers: expect.any(Number) as number })
  const heard = Array.from({ length: 20_000 }, (_, n) => madeUpMessage(1, n).message).find(
    (message) => message.group?.externalId === group.externalId,
  )
  expect(heard).toMatchObject({ network, group: { name: group.name } })
})

it.each([
  ['vk', 'durov'],
  ['vk', 'echolot_demo_0'],
  ['vk', 'echolot_demo_999'],
  ['youtube', 'echolot_demo_1'],
] as const)('%s: %s leads nowhere', (network, key) => {
  expect(() => findMadeUpGroup(network, key)).toThrow(expect.objectContaining({ kind: 'not-found' }) as Error)
})

it('knows its own links', () => {
  expect(['echolot_demo_12', 'durov', 'my_echolot_demo'].map(isMadeUpKey)).toEqual([true, false, false])
})

it('every network is in the list of those who read links, the one that takes any address last', () => {
  expect(linkReaders.map(({ network }) => network)).toEqual([
    'vk',
    'ok',
    'telegram',
    'youtube',
    'bluesky',
    'mastodon',
    'rss',
  ])
})

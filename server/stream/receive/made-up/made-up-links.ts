/**
 * Links of made-up groups, so that the product can be tried without any network: `vk.com/echolot_demo_1` and so on, and the same
 * for other networks in which made-up people talk. Every other link leads nowhere here.
 */
import type { Network } from '../../../../contract/networks.ts'
import type { FoundGroup } from '../shared/adapter.ts'
import { madeUpGroup } from './places.ts'
import { NetworkError } from '../shared/network-error.ts'

/** Of the network as `madeUpNetwork` makes it up by default. */
const SEED = 1
const LOOKED_THROUGH = 288
const addresses: Partial<Record<Network, string>> = {
  vk: 'https://vk.com/',
  ok: 'https://ok.ru/',
  telegram: 'https://t.me/',
}

const demoKey = /echolot_demo_(\d{1,4})$/
export const isMadeUpKey = (key: string): boolean => demoKey.test(key)
export const isMadeUpGroup = (externalId: string): boolean => externalId.startsWith('made-up-group-')

/** @throws NetworkError `not-found` */
export function findMadeUpGroup(network: Network, key: string): FoundGroup {
  const number = Number(demoKey.exec(key)?.[1] ?? NaN)
  const address = addresses[network]
  const groups = Array.from({ length: LOOKED_THROUGH }, (_, n) => madeUpGroup(SEED, n)).filter(
    (group) => group.network === network,
  )
  const group = groups[number - 1]
  if (!address || !group) throw new NetworkError('not-found', `${key} is not made up`)
  const { externalId, kind, name, avatar, followers } = group
  return {
    externalId,
    kind: kind ?? 'community',
    name,
    avatar: avatar ?? null,
    followers: followers ?? null,
    link: `${address}echolot_demo_${number}`,
  }
}

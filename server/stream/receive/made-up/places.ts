/** Towns, and the groups in which the made-up network talks. The names of the groups are general, none is a real one. */
import type { Network } from '../../../../contract/networks.ts'
import type { RawGroup } from '../shared/source.ts'
import { avatarOf } from './avatar.ts'
import { fill } from './fill.ts'
import { createRandom } from './random.ts'
import type { Circle, Town } from './read-texts.ts'
import { madeUpTexts } from './texts.ts'

export interface MadeUpGroup extends RawGroup {
  circle: Circle
  network: Network
  town: Town
}

/** What the groups of a town talk of, one group each. */
const circlesOfTown: Circle[] = [
  'overheard',
  'overheard',
  'overheard',
  'mothers',
  'mothers',
  'house',
  'house',
  'house',
  'market',
  'drivers',
  'business',
  'pets',
]

export function madeUpGroup(seed: number, number: number): MadeUpGroup {
  const { towns, blocks, groups } = madeUpTexts().places
  const id = number % (towns.length * circlesOfTown.length)
  const random = createRandom(seed, -1_000_000 - id)
  const town = towns[id % towns.length] as Town
  const circle = circlesOfTown[Math.floor(id / towns.length)] as Circle
  const block = random.pick(blocks)
  const name = fill(random.pick(groups[circle]), random, { town: town.name, genitive: town.genitive, block })
  const network =
    circle === 'house'
      ? random.pick<Network>(['telegram', 'telegram', 'vk'])
      : random.pick<Network>(['vk', 'vk', 'vk', 'ok', 'telegram'])
  return {
    circle,
    town,
    network,
    // People of a town talk there, no one announces.
    kind: network === 'telegram' ? 'chat' : 'community',
    externalId: `made-up-group-${id}`,
    name,
    avatar: avatarOf(name.charAt(0), id * 5),
    url: null,
    city: town.name,
    followers: circle === 'house' ? random.between(180, 4_000) : random.between(2_500, 140_000),
  }
}

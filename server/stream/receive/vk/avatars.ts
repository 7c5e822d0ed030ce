/** Pictures of those who wrote something and came by number only (`users.get`, `photo_100`). */
import type { AvatarLookUp, Time } from '../shared/adapter.ts'
import type { AskVk } from './ask-vk.ts'
import { ownerNames } from './owner-names.ts'

/** VK takes a thousand; so many are plenty for a minute. */
const MOST = 200

export function vkAvatars(ask: AskVk, time: Time): AvatarLookUp {
  const owners = ownerNames(ask, time)
  return {
    most: MOST,
    async find(externalIds, signal) {
      const found = await owners.find(externalIds.map(Number).filter(Number.isSafeInteger), signal)
      return new Map([...found.values()].flatMap(({ id, avatar }) => (avatar ? [[String(id), avatar] as const] : [])))
    },
  }
}

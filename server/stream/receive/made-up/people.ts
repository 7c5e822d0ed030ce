/** The people of the made-up network: common first and last names put together by number, none of them a real person. */
import type { RawAuthor } from '../shared/source.ts'
import { avatarOf } from './avatar.ts'
import { createRandom } from './random.ts'
import { madeUpTexts } from './texts.ts'

export interface MadeUpPerson extends RawAuthor {
  female: boolean
}

const known = 900

/** @param town where this person writes; someone may write away from home */
export function madeUpPerson(seed: number, number: number, town: string): MadeUpPerson {
  const { women, men, surnames } = madeUpTexts().people
  const id = number % known
  const random = createRandom(seed, -1 - id)
  const female = random.chance(0.62)
  const first = random.pick(female ? women : men)
  const last = random.pick(surnames) + (female ? 'а' : '')
  return {
    externalId: `made-up-${id}`,
    name: `${first} ${last}`,
    avatar: random.chance(0.85) ? avatarOf(`${first.charAt(0)}${last.charAt(0)}`, id) : null,
    url: null,
    city: random.chance(0.7) ? town : null,
    female,
  }
}

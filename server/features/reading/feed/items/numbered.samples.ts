/** Feeds of messages that are told apart by their numbers, for stories of pages. */
import type { TestUser } from '../../../../testing/test-user.ts'
import { paid, type TestWorld } from '../../../../testing/test-world.ts'

let people = 0

/** Someone new before a feed that holds «Ищу фотографа №1» … «Ищу фотографа №count», the last one newest. */
export async function customerWith(world: TestWorld, count: number): Promise<TestUser> {
  await world.forgetMessages()
  people += 1
  const anna = await world.customer(`anna${people}`, paid('photographers'))
  await arrive(world, 1, count)
  return anna
}

/** Messages of these numbers come in. */
export async function arrive(world: TestWorld, from: number, to: number): Promise<void> {
  await world.receive(Array.from({ length: to - from + 1 }, (_, at) => world.message(`Ищу фотографа №${from + at}`)))
  await world.settle()
}

export const numbersIn = (texts: string[]): number[] => texts.map((text) => Number(/№(\d+)/.exec(text)?.[1]))

export const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at)

/** What a feed holds, for stories of people who act on it. */
import type { RawMessage } from '../../../../stream/receive/shared/source.ts'
import type { TestWorld } from '../../../../testing/test-world.ts'

let people = 0
/** A name that no one in this process has yet. */
export const newName = (name: string): string => `${name}${(people += 1)}`

/** The feed holds these and nothing else, the last one on top, each by an author of its own unless it is said. */
export async function feedOf(world: TestWorld, ...messages: (string | RawMessage)[]): Promise<void> {
  await world.forgetMessages()
  await world.receive(
    messages.map((message) => (typeof message === 'string' ? by(world, newName('Автор'), message) : message)),
  )
  await world.settle()
}
export const by = (world: TestWorld, name: string, text: string): RawMessage =>
  world.message(text, { author: { externalId: name, name } })

/** Messages about two topics that have nothing in common but the word that lets them into a feed. */
import type { TestUser } from '../../../testing/test-user.ts'
import { paid, type TestWorld } from '../../../testing/test-world.ts'

const parts = {
  wedding: [
    ['Ищем', 'Нужен', 'Посоветуйте', 'Подскажите, кто', 'Очень хочется, чтобы был'],
    ['свадебный фотограф', 'фотограф на свадьбу', 'хороший фотограф на роспись', 'фотограф для невесты'],
    ['в июне', 'на венчание и банкет', 'на прогулку с гостями', 'в загс и в ресторан', 'на весь день, с альбомом'],
  ],
  garage: [
    ['Продаю', 'Куплю', 'Отдам', 'Меняю', 'Сдам'],
    [
      'гараж с ямой, фотограф не нужен',
      'зимние колёса, фотограф не приезжал',
      'двигатель от Лады, фотограф не снимал',
      'кузов и коробку передач, фотограф болеет',
    ],
    [
      'торг у капота',
      'без пробега по снегу',
      'самовывоз, аккумулятор новый',
      'документы на машину есть',
      'резина шипованная',
    ],
  ],
} as const
export type Topic = keyof typeof parts

/** Each `place` is another text, up to 100 of them. */
export function textOf(topic: Topic, place: number): string {
  const [begins, is, ends] = parts[topic]
  return `${begins[place % 5]} ${is[Math.floor(place / 5) % 4]}, ${ends[Math.floor(place / 20) % 5]} (${place})`
}

/** This many new messages of a topic, each with a text of its own; their ids, oldest first. */
export async function postTopic(world: TestWorld, topic: Topic, from: number, count: number): Promise<number[]> {
  const texts = Array.from({ length: count }, (_, place) => textOf(topic, from + place))
  await world.receive(texts.map((text) => world.message(text)))
  const rows = await world.db
    .selectFrom('messages')
    .select(['id', 'text'])
    .where('text', 'in', texts)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Likes the one and dislikes the other, by turns. */
export async function mark(world: TestWorld, person: TestUser, liked: number[], disliked: number[]): Promise<void> {
  for (const place of Array(Math.max(liked.length, disliked.length)).keys()) {
    for (const [name, id] of [
      ['setLike', liked[place]],
      ['setDislike', disliked[place]],
    ] as const) {
      if (id !== undefined) await person.asks('marks', name, { id, value: true })
    }
    world.clock.advance(1_000)
  }
}

/** Someone who liked so many weddings and disliked as many garages, and has read of more of both since. */
export async function learner(world: TestWorld, marks: number): Promise<TestUser> {
  await world.forgetMessages('reactions')
  const person = await world.customer(`learner${marks}`, paid('photographers'))
  // Who sells a garage may look like an advertiser: that is not asked here.
  await person.asks('filters', 'updateFilter', { id: person.filterId, spam: 'ignore' })
  const [liked, disliked] = [await postTopic(world, 'wedding', 0, marks), await postTopic(world, 'garage', 0, marks)]
  await mark(world, person, liked, disliked)
  await postTopic(world, 'garage', 20, 4)
  await postTopic(world, 'wedding', 20, 4)
  await world.settle()
  return person
}

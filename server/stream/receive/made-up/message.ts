/** The n-th message of the made-up network: the same for the same seed, whenever and however often it is asked for. */
import type { RawMessage } from '../shared/source.ts'
import { madeUpPerson, type MadeUpPerson } from './people.ts'
import { madeUpGroup, type MadeUpGroup } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { requestText } from './requests.ts'
import { chatterText, offerText, replyText, spamText, vacancyText } from './talk.ts'
import { madeUpTexts } from './texts.ts'
import type { Trade } from './trade.ts'

export type MadeUpTopic = 'request' | 'chatter' | 'offer' | 'reply' | 'spam' | 'vacancy' | 'repost'

/** Everything but the time. `trade` is the slug of the category that a request or an offer is about. */
export interface MadeUpMessage {
  topic: MadeUpTopic
  trade: string | null
  message: Omit<RawMessage, 'publishedAt'>
}

/** Every 25 messages hold these, in an order of their own: 9 of 25 are requests. */
const mixture: MadeUpTopic[] = [
  ...repeat('request', 9),
  ...repeat('chatter', 6),
  ...repeat('offer', 4),
  ...repeat('reply', 2),
  ...repeat('spam', 1),
  ...repeat('vacancy', 1),
  ...repeat('repost', 2),
]

/** How far back a repost may reach. */
const repostReach = 15

export function madeUpMessage(seed: number, n: number): MadeUpMessage {
  const random = createRandom(seed, n)
  const { topic, ordinal } = topicOf(seed, n)
  const group = madeUpGroup(seed, random.between(0, 10_000))
  const author = authorIn(group, seed, random)

  const { female: _, ...rawAuthor } = author
  const { circle: _circle, network, town: _town, ...rawGroup } = group
  const asComment =
    topic === 'reply' || (topic === 'request' && random.chance(0.3)) || (topic === 'chatter' && random.chance(0.35))
  const { trade, text } = contentOf()
  return {
    topic,
    trade,
    message: {
      network,
      externalId: `made-up-${seed}-${n}`,
      kind: asComment ? 'comment' : 'post',
      text,
      url: null,
      author: rawAuthor,
      group: rawGroup,
      demo: true,
    },
  }

  function contentOf(): { trade: string | null; text: string } {
    switch (topic) {
      case 'request': {
        const trade = tradeOf(seed, ordinal)
        return { trade: trade.slug, text: requestText(trade, author, group, random) }
      }
      case 'offer': {
        const trade = random.pick(madeUpTexts().trades)
        return { trade: trade.slug, text: offerText(trade, author, group, random) }
      }
      case 'repost': {
        const origin = originOf(seed, n, random)
        return { trade: origin.trade, text: origin.message.text }
      }
      case 'chatter':
        return { trade: null, text: chatterText(author, group, random) }
      case 'reply':
        return { trade: null, text: replyText(author, group, random) }
      case 'spam':
        return { trade: null, text: spamText(author, group, random) }
      case 'vacancy':
        return { trade: null, text: vacancyText(author, group, random) }
    }
  }
}

/** Among mothers only women write. */
function authorIn(group: MadeUpGroup, seed: number, random: Random): MadeUpPerson {
  let author = madeUpPerson(seed, random.between(0, 10_000), group.town.name)
  while (group.circle === 'mothers' && !author.female)
    author = madeUpPerson(seed, random.between(0, 10_000), group.town.name)
  return author
}

/** What the n-th message is, and how many of that topic came before it. */
function topicOf(seed: number, n: number): { topic: MadeUpTopic; ordinal: number } {
  const block = Math.floor(n / mixture.length)
  const order = createRandom(seed ^ 0x5bd1e995, block).shuffle(mixture)
  const at = n % mixture.length
  const topic = order[at] ?? 'chatter'
  const inBlock = mixture.filter((other) => other === topic).length
  const before = order.slice(0, at).filter((other) => other === topic).length
  return { topic, ordinal: block * inBlock + before }
}

/** Every trade comes once in a round, so that no category stays empty for long. */
function tradeOf(seed: number, ordinal: number): Trade {
  const { trades } = madeUpTexts()
  const round = Math.floor(ordinal / trades.length)
  return createRandom(seed ^ 0x27d4eb2f, round).shuffle(trades)[ordinal % trades.length] as Trade
}

/** The same text goes through several groups: offers and spam mostly, a request now and then. */
function originOf(seed: number, n: number, random: Random): MadeUpMessage {
  const back = random.shuffle(Array.from({ length: Math.min(repostReach, n) }, (_, i) => n - 1 - i))
  const found = back
    .map((at) => ({ at, topic: topicOf(seed, at).topic }))
    .find(
      ({ topic }) =>
        topic === 'offer' || topic === 'spam' || topic === 'vacancy' || (topic === 'request' && random.chance(0.2)),
    )
  // Among the very first messages there may be nothing to repost; a message from later then does.
  return madeUpMessage(seed, found?.at ?? nextOffer(seed, n))
}

function nextOffer(seed: number, n: number): number {
  let at = n + 1
  while (topicOf(seed, at).topic !== 'offer') at++
  return at
}

function repeat(topic: MadeUpTopic, times: number): MadeUpTopic[] {
  return Array.from({ length: times }, () => topic)
}

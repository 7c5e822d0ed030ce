/** How a rule would have been: the days that are over, posted by the same decision that posts now. */
import { emptyFilter } from '../../../../contract/reading/filters.ts'
import { decide, momentOfNotice, type Facts } from '../../../../rules/notices/moments.ts'
import { noticeText, noticeTitle } from '../../../../rules/notices/words.ts'
import { wallClock, type WallClock } from '../../../../rules/wall-clock.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { getNewestSeqId, readRecentCards, readScope } from '../../reading/feed/feed.public.ts'
import { accessFilter } from '../../reading/filters/filters.public.ts'
import { readNoticePreferences } from './read-preferences.ts'
import { raised } from './notifying/people.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'

const DAYS = 7
/** Messages looked at; of more it is known that there were more. */
const MOST_LOOKED_AT = 5_000
const MOST_EXAMPLES = 5

export const previewNoticeRule: Handlers<'notices'>['previewNoticeRule'] = async (ctx, input) => {
  const { db, clock } = ctx
  const { filterId, channel: _channel, preferences: tried, ...rule } = input
  const person = personOf(ctx)
  const now = clock.now()
  const [filter, kept, timeZone] = await Promise.all([
    accessFilter(db, person.id, filterId, now),
    readNoticePreferences(db, person.id),
    readTimeZone(db, person.id),
  ])
  const preferences = { ...kept, ...tried }
  const wall = wallClock(timeZone)
  const from = new Date(now.getTime() - DAYS * DAY)
  const scope = await readScope(ctx, person, raised({ ...emptyFilter, ...filter }, rule.level))
  const found =
    rule.mode === 'off' ? [] : await readRecentCards(db, scope, from, await getNewestSeqId(db), MOST_LOOKED_AT + 1)
  const capped = found.length > MOST_LOOKED_AT
  const cards = found.slice(0, MOST_LOOKED_AT).toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const simulated = simulate(cards, {
    rule,
    // A pause is of now, and not of the days that are over.
    preferences: { quiet: preferences.quiet, ceiling: preferences.ceiling, pausedUntil: null },
    clock: wall,
    until: now.getTime(),
  })
  return {
    messages: simulated.reduce((sum, { cards: { length } }) => sum + length, 0),
    notices: simulated.length,
    capped,
    days: byDays(simulated, wall, now.getTime()),
    examples: simulated
      .slice(-MOST_EXAMPLES)
      .reverse()
      .map(({ at, cards: of }) => {
        const texts = of.toSorted(hottestFirst).map(({ text }) => text)
        return {
          at: new Date(at).toISOString(),
          title: noticeTitle(filter.name, of.length, texts),
          text: noticeText(texts),
          count: of.length,
        }
      }),
  }
}

interface Received {
  receivedAt: Date
  seqId: number
  text: string
  level: string
}
interface SimulatedNotice<Card> {
  at: number
  cards: Card[]
}

/** As the engine does it: what comes begins to wait, and is looked at when it is due. @param cards in the order in which they came */
function simulate<Card extends Pick<Received, 'receivedAt'>>(
  cards: readonly Card[],
  { until, ...facts }: Pick<Facts, 'rule' | 'preferences' | 'clock'> & { until: number },
): SimulatedNotice<Card>[] {
  const simulated: SimulatedNotice<Card>[] = []
  let waiting: Card[] = []
  let [since, due]: [number, number | null] = [0, null]
  const factsAt = (now: number): Facts => ({
    ...facts,
    now,
    waitingSince: since,
    lastAt: simulated.at(-1)?.at ?? null,
    recent: facts.rule.mode === 'now' ? simulated.slice(-60).map(({ at }) => at) : [],
  })
  const workUntil = (moment: number): void => {
    while (due !== null && due <= moment) {
      const at: number = due
      const decision = decide(factsAt(at), waiting.length)
      if (decision?.due) {
        simulated.push({ at, cards: waiting })
        waiting = []
        due = null
      } else due = decision?.next ?? null
    }
  }
  for (const card of cards) {
    const now = card.receivedAt.getTime()
    workUntil(now - 1)
    if (waiting.length === 0) since = now
    waiting.push(card)
    const soon = momentOfNotice(factsAt(now))
    due = due === null || facts.rule.mode === 'now' ? soon : due
  }
  workUntil(until)
  return simulated
}

const levels = ['cold', 'warm', 'hot']
const hottestFirst = (a: Received, b: Received): number =>
  levels.indexOf(b.level) - levels.indexOf(a.level) || b.seqId - a.seqId

/** Every day of the person, those without a notice too. */
function byDays(simulated: readonly SimulatedNotice<unknown>[], wall: WallClock, now: number) {
  const dayOf = (moment: number): string => new Date(wall(moment)).toISOString().slice(0, 10)
  const days = new Map<string, { notices: number; messages: number }>()
  for (let hour = now - DAYS * DAY; hour <= now; hour += HOUR) days.set(dayOf(hour), { notices: 0, messages: 0 })
  for (const { at, cards } of simulated) {
    const day = days.get(dayOf(at))
    if (!day) continue
    day.notices += 1
    day.messages += cards.length
  }
  return [...days].map(([day, counts]) => ({ day, ...counts }))
}

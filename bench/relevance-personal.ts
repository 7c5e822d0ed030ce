/**
 * Customers made up from held-back messages: each likes one kind and dislikes another, gives marks one by one, and the
 * other half of the messages is put in order after 0, 5, 10, 20, 50 and 100 marks. No message is marked and measured.
 * Then how much of that half a filter with `learned` would hide, of what they like and of what they do not.
 */
import type { Reaction } from '../engine/relevance/personal.ts'
import { createPersonal, learnMark, personalShift, shiftScore } from '../engine/relevance/personal.ts'
import type { Scorer } from '../engine/relevance/score.ts'
import type { Traits } from '../engine/relevance/traits.ts'
import { areEnough } from '../rules/filters/learned.ts'
import type { LearntMark } from '../server/features/reading/learning/boundary.ts'
import { findBoundary, isDismissed, teach } from '../server/features/reading/learning/boundary.ts'
import { seededRandom } from '../training/random.ts'
import type { Judged, Topic } from '../training/relevance-data.ts'

const STEPS = [0, 5, 10, 20, 50, 100]
/** Each customer is played so often, with other messages in other order. */
const TIMES = 6
/** After so many marks it is counted what would be hidden. */
const HIDING_STEPS = [20, 30, 50, 100, 200]

interface Shown {
  liked: boolean
  traits: Traits
  score: number
}
interface Outcome {
  auc: number
  f1: number
}

/** F1 when as many are taken as there are liked ones; that needs no threshold. */
function order(shown: readonly Shown[], shift: (traits: Traits) => number): Outcome {
  const scored = shown
    .map(({ liked, traits, score }) => ({ liked, score: shiftScore(score, shift(traits)) }))
    .sort((a, b) => b.score - a.score)
  const liked = scored.filter((each) => each.liked).length
  let found = 0
  let below = 0
  for (const each of scored) {
    if (each.liked) found++
    else below += found
  }
  return {
    auc: below / (liked * (scored.length - liked)),
    f1: scored.slice(0, liked).filter((each) => each.liked).length / liked,
  }
}

/** One half to be marked, what is disliked and what is liked; and the others. */
function divide(
  shown: readonly Shown[],
  random: () => number,
): { sides: readonly [Shown[], Shown[]]; others: Shown[] } {
  const shuffled = shown
    .map((each) => ({ each, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each)
  const half = Math.floor(shuffled.length / 2)
  const marked = shuffled.slice(half)
  return {
    sides: [marked.filter(({ liked }) => !liked), marked.filter(({ liked }) => liked)],
    others: shuffled.slice(0, half),
  }
}

function play(shown: readonly Shown[], wrong: number, dislike: Reaction, seed: number): Outcome[] {
  const random = seededRandom(seed)
  const { sides, others } = divide(shown, random)
  const outcomes: Outcome[] = []
  let personal = createPersonal()
  for (let marks = 0; marks <= STEPS.at(-1)!; marks++) {
    const now = personal
    if (STEPS.includes(marks)) outcomes.push(order(others, (traits) => personalShift(now, traits)))
    const side = sides[random() < 0.5 ? 1 : 0]
    const { liked, traits } = side[Math.floor(random() * side.length)]!
    personal = learnMark(personal, random() < wrong !== liked ? 'like' : dislike, traits)
  }
  return outcomes
}

function row(customers: readonly (readonly Shown[])[], wrong: number, dislike: Reaction): Record<string, string> {
  const played = customers.flatMap((shown, i) =>
    Array.from({ length: TIMES }, (_, time) => play(shown, wrong, dislike, i * 100 + time + 1)),
  )
  const mean = (at: number, of: keyof Outcome): string =>
    (played.reduce((sum, outcomes) => sum + outcomes[at]![of], 0) / played.length).toFixed(2)
  const worse = played.filter((outcomes) => outcomes[3]!.auc < outcomes[0]!.auc - 0.01).length
  return {
    ...Object.fromEntries(STEPS.map((marks, at) => [`${marks}: AUC / F1`, `${mean(at, 'auc')} / ${mean(at, 'f1')}`])),
    'worse after 20': `${worse} of ${played.length}`,
  }
}

/** How a customer marks. */
interface Habits {
  wrong: number
  dislike: Reaction
  likes: number
}

/** Shares of the liked and of the disliked that are hidden after each number of marks; null while there are not enough. */
async function playHiding(
  shown: readonly Shown[],
  { wrong, dislike, likes }: Habits,
  seed: number,
): Promise<([number, number] | null)[]> {
  const random = seededRandom(seed)
  const { sides, others } = divide(shown, random)
  const marks: LearntMark[] = []
  const outcomes: ([number, number] | null)[] = []
  for (const step of HIDING_STEPS) {
    // No one marks a message twice.
    while (marks.length < step) {
      const next = (random() < likes ? sides[1].pop() : sides[0].pop()) ?? sides[0].pop() ?? sides[1].pop()
      if (!next) break
      marks.push({ mark: random() < wrong !== next.liked ? 'like' : dislike, traits: next.traits })
    }
    outcomes.push(marks.length < step ? null : await hiddenOf(others, marks))
  }
  return outcomes
}

async function hiddenOf(others: readonly Shown[], marks: readonly LearntMark[]): Promise<[number, number] | null> {
  const liked = marks.filter(({ mark }) => mark === 'like').length
  if (!areEnough({ likes: liked, dislikes: marks.length - liked })) return null
  const personal = teach(marks)
  const boundary = await findBoundary(marks, async () => {})
  const share = (of: readonly Shown[]): number =>
    of.filter(({ traits }) => isDismissed(personal, boundary, traits)).length / of.length
  return [share(others.filter((each) => each.liked)), share(others.filter((each) => !each.liked))]
}

async function hidingRow(
  customers: readonly (readonly Shown[])[],
  habits: Partial<Habits>,
): Promise<Record<string, string>> {
  const whole = { wrong: 0, dislike: 'dislike' as const, likes: 0.5, ...habits }
  // A few customers are played as often as many.
  const times = Math.ceil((7 * TIMES) / customers.length)
  const played: ([number, number] | null)[][] = []
  for (const [i, shown] of customers.entries()) {
    for (let time = 1; time <= times; time++) played.push(await playHiding(shown, whole, i * 100 + time))
  }
  return Object.fromEntries(
    HIDING_STEPS.map((marks, at) => {
      const ready = played.flatMap((outcomes) => (outcomes[at] ? [outcomes[at]] : []))
      const percent = (share: number): string => (share * 100).toFixed(1)
      const mean = (side: 0 | 1): string => percent(ready.reduce((sum, shares) => sum + shares[side], 0) / ready.length)
      const worst = percent(Math.max(...ready.map(([lost]) => lost)))
      return [`${marks}: liked / not, worst`, ready.length === 0 ? '' : `${mean(0)} / ${mean(1)}, ${worst}`]
    }),
  )
}

export async function measurePersonal(
  scorer: Scorer,
  topics: readonly Topic[],
  requests: readonly Judged[],
): Promise<void> {
  const posts = topics.map(({ text, category }) => ({
    category,
    traits: scorer.traits(text),
    score: 1 - scorer.score(text).unwantedScore,
  }))
  const liked = ['it', 'business', 'personal', 'science', 'finances', 'political', 'moscow']
  const among = (like: string, rest: readonly string[] | null): Shown[] =>
    posts
      .filter(({ category }) => category === like || rest === null || rest.includes(category))
      .map((post) => ({ ...post, liked: post.category === like }))
  const oneOfTwo = liked.map((like) => among(like, [like === 'political' ? 'moscow' : 'political']))
  const oneOfAll = liked.map((like) => among(like, null))
  const small = requests.map(({ text, kind }): Shown => ({
    liked: kind === 'request',
    traits: scorer.traits(text),
    score: scorer.score(text).intentScore,
  }))
  console.log('\nPersonal layer: held-back messages, ordered after so many marks')
  console.table({
    'one topic liked, another not': row(oneOfTwo, 0, 'dislike'),
    'one topic liked, none else': row(oneOfAll, 0, 'dislike'),
    'the same, 20 % of marks wrong': row(oneOfAll, 0.2, 'dislike'),
    'the same, all marks by chance': row(oneOfAll, 0.5, 'dislike'),
    'the same, spam marks instead': row(oneOfAll, 0, 'spam'),
    'requests, but no small ones': row([small], 0, 'dislike'),
    'the same, 20 % wrong ': row([small], 0.2, 'dislike'),
  })
  console.log('\nPersonal layer: what a filter that asks for it hides, in %')
  console.table({
    'one topic liked, another not': await hidingRow(oneOfTwo, {}),
    'one topic liked, none else': await hidingRow(oneOfAll, {}),
    'the same, 3 likes of 10 marks': await hidingRow(oneOfAll, { likes: 0.3 }),
    'the same, 7 likes of 10 marks': await hidingRow(oneOfAll, { likes: 0.7 }),
    'the same, 20 % of marks wrong': await hidingRow(oneOfAll, { wrong: 0.2 }),
    'the same, all marks by chance': await hidingRow(oneOfAll, { wrong: 0.5 }),
    'the same, spam marks instead': await hidingRow(oneOfAll, { dislike: 'spam' }),
    'requests, but no small ones': await hidingRow([small], {}),
    'the same, 20 % wrong ': await hidingRow([small], { wrong: 0.2 }),
  })
}

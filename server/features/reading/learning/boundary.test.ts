import { expect, it } from 'vitest'
import { TRAITS, type Traits } from '../../../../engine/relevance/traits.ts'
import { seededRandom } from '../../../../training/random.ts'
import { findBoundary, isDismissed, teach, type LearntMark } from './boundary.ts'

const random = seededRandom(7)
/** A message that points to one side, more or less clearly. */
function traitsOf(side: 1 | -1, clearly: number): Traits {
  const traits = new Float32Array(TRAITS)
  traits[0] = side * clearly
  for (let i = 1; i < 40; i++) traits[i] = (random() - 0.5) * 0.6
  return traits
}
const like = (clearly = 1): LearntMark => ({ mark: 'like', traits: traitsOf(1, clearly) })
const dislike = (clearly = 1): LearntMark => ({ mark: 'dislike', traits: traitsOf(-1, clearly) })
const byTurns = (count: number, clearly: number): LearntMark[] =>
  Array.from({ length: count }, (_, place) => (place % 2 === 0 ? like(clearly) : dislike(clearly)))
const noTurns = async (): Promise<void> => {}

async function sharesDismissed(marks: LearntMark[], clearly: number): Promise<{ liked: number; disliked: number }> {
  const [personal, boundary] = [teach(marks), await findBoundary(marks, noTurns)]
  const share = (side: 1 | -1): number =>
    Array.from({ length: 500 }, () => isDismissed(personal, boundary, traitsOf(side, clearly))).filter(Boolean).length /
    500
  return { liked: share(1), disliked: share(-1) }
}

it('lies between what is liked and what is not, where the marks tell them apart', async () => {
  const { liked, disliked } = await sharesDismissed(byTurns(24, 1), 1)
  expect(liked).toBe(0)
  expect(disliked).toBeGreaterThan(0.9)
})

it.each([20, 60, 200])(
  'loses hardly any of what is liked where the marks hardly tell them apart: after %i',
  async (count) => {
    const { liked, disliked } = await sharesDismissed(byTurns(count, 0.15), 0.15)
    expect(liked).toBeLessThan(0.1)
    expect(disliked).toBeGreaterThanOrEqual(liked)
  },
)

it('is far down when there are few likes, and never near nothing', async () => {
  expect(await findBoundary([], noTurns)).toBe(-2)
  const marks = [...Array.from({ length: 15 }, () => dislike()), ...Array.from({ length: 5 }, () => like(-1))]
  const personal = teach(marks)
  const boundary = await findBoundary(marks, noTurns)
  // What was liked looks like what was not: it is not hidden for that.
  for (const { mark, traits } of marks) if (mark === 'like') expect(isDismissed(personal, boundary, traits)).toBe(false)
})

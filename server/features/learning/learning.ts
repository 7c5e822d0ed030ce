/** What the feed has learnt from the asker's marks. */
import { personOf, type Answers } from '../../kit/asking.ts'
import { forgetMarks } from './learn-marks.ts'
import { readLearned } from './read-learned.ts'

export const answerLearning: Answers<'learning'> = {
  getLearned: (asking) => readLearned(asking, personOf(asking).id),

  async forgetLearned(asking) {
    const userId = personOf(asking).id
    await forgetMarks(asking, userId)
    return readLearned(asking, userId)
  },
}

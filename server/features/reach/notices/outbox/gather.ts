/** Asks for many at once what each asks for itself. */

interface Waiting<Asked, Answer> {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Those who ask while an answer is on its way are asked about together, next.
 * @param askAll the answers, each in its place
 */
export function gather<Asked, Answer>(
  askAll: (all: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = []
  let isAsking = false
  const askOn = async (): Promise<void> => {
    while (waiting.length > 0) {
      const all = waiting
      waiting = []
      try {
        const answers = await askAll(all.map(({ asked }) => asked))
        for (const [place, { resolve }] of all.entries()) resolve(answers[place] as Answer)
      } catch (error) {
        for (const { reject } of all) reject(error)
      }
    }
    isAsking = false
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (isAsking) return
      isAsking = true
      // All who ask in this turn.
      setImmediate(() => void askOn())
    })
}

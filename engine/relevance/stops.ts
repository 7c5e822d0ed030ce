/** What parts clauses and sentences. */
export const NO_STOP = 0,
  STOP = 2,
  QUESTION = 3,
  COMMA = 4

/** What ends a clause between two words, the most telling sign when there are many. */
export function stopBetween(text: string, start: number, end: number): number {
  let found = NO_STOP
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x3f) return QUESTION
    if (code === 0x2e || code === 0x21 || code === 0x0a || code === 0x2026) found = STOP
    else if (code === 0x2c && found === NO_STOP) found = COMMA
  }
  return found
}

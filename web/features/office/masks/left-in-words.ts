const MINUTE = 60_000

/** How long a mask is still on: «осталось 12 мин». @param milliseconds may be below nothing, where clocks differ */
export const leftInWords = (milliseconds: number): string =>
  milliseconds < MINUTE ? 'осталось меньше минуты' : `осталось ${Math.floor(milliseconds / MINUTE)} мин`

/** A name of the time zone database; browsers know older names too, and so does PostgreSQL. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** As a browser says it; Moscow when it says nothing sensible. */
export const knownTimeZone = (name: string | undefined): string =>
  name !== undefined && isTimeZone(name) ? name : 'Europe/Moscow'

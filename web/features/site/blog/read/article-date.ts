/** The day of an article or a comment: the same for everyone who is not known, wherever they and the server are. */
const ZONE = 'Europe/Moscow'

/** «20 ноября 2026» */
export const articleDayInWords = (at: string, zone: string = ZONE): string =>
  new Date(at)
    .toLocaleDateString('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone })
    .replace(/\s*г\.$/, '')

/** «20 ноября 2026 в 09:30» */
export const articleMomentInWords = (at: string, zone: string = ZONE): string =>
  `${articleDayInWords(at, zone)} в ${new Date(at).toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit', timeZone: zone })}`

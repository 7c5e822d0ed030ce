/** Dates of feeds: ISO, RFC 822, and what forums make of it in Russian («Сб, 01 ноя 2025 10:00:00 +0300»). */

const months = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const zones: Record<string, string> = { MSK: '+0300', MSD: '+0400', EET: '+0200', EEST: '+0300', UT: 'GMT', Z: 'GMT' }

/** @returns null for what is no date; one without a zone is taken for UTC, whatever this machine's zone is */
export function readDate(written: string | undefined): Date | null {
  const text = written?.trim().replace(/\s+/g, ' ') ?? ''
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (iso) return valid(`${iso[1]}T${iso[2] ?? '00:00'}${iso[3] ?? 'Z'}`)
  const named =
    /^(?:\p{L}+\.?,? )?(\d{1,2})[ -](\p{L}+)\.?[ -](\d{4}|\d\d)(?: г\.)?(?:,? (\d{1,2}:\d\d(?::\d\d)?))?(?: ([+-]\d\d:?\d\d|[A-Z]{1,5}))?/iu.exec(
      text,
    )
  if (!named) return null
  const [, day, month = '', year = '', time = '00:00', zone = 'GMT'] = named
  const known = zones[zone.toUpperCase()] ?? zone.replace(':', '')
  return valid(`${day} ${englishMonth(month)} ${year.length === 2 ? `20${year}` : year} ${time} ${known}`)
}

function englishMonth(name: string): string {
  const lower = name.toLowerCase()
  // «Мая» and «май» begin as «март» does, so March is looked for first.
  const index = months.findIndex((start) => lower.startsWith(start))
  return englishMonths[index] ?? name.slice(0, 3)
}

function valid(text: string): Date | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}

/** «24 декабря 2026 г.»: the day of that moment by the clocks of the zone. */
export function dayInWords(at: string, zone: string): string {
  return new Date(at).toLocaleDateString('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone })
}

const colours = [
  'c2410c',
  'b45309',
  '4d7c0f',
  '047857',
  '0f766e',
  '0369a1',
  '4338ca',
  '7e22ce',
  'a21caf',
  'be185d',
  '9f1239',
  '475569',
]

/** A small picture with initials that needs no host: about 300 signs. Dark grounds keep white letters readable. */
export function avatarOf(initials: string, number: number): string {
  const colour = colours[number % colours.length] ?? colours[0]
  return (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' " +
    `fill='%23${colour}'/%3E%3Ctext x='20' y='26' font-size='16' font-family='sans-serif' text-anchor='middle' fill='%23fff'%3E` +
    `${encodeURIComponent(initials)}%3C/text%3E%3C/svg%3E`
  )
}

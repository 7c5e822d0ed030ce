import { reviewLength } from '../../contract/site/reviews.ts'

/** The first name and the first letter of the last: «Анна Петрова» -> «Анна П.». Of an address the part before «@». */
export function suggestedName(username: string): string {
  const [first = '', last = ''] = username.replace(/@.*$/, '').trim().split(/\s+/)
  const [letter] = last
  const name = letter === undefined ? first : `${first} ${letter.toUpperCase()}.`
  return [...name].slice(0, reviewLength.name).join('')
}

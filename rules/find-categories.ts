/** The categories of the list that someone means by what they typed. */
import type { Category } from '../contract/category.ts'

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/**
 * Every word has to be in the name or the description; those whose name it is come first. Of a trial those that can be had
 * come first. Endings are cut a little, for «фотографа» is asked for as well as «фотограф».
 */
export function findCategories(categories: readonly Category[], query: string, trial: boolean): Category[] {
  const words = plain(query)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(stem)
  const fitting = categories.filter(({ name, description }) =>
    words.every((word) => plain(`${name} ${description}`).includes(word)),
  )
  const rank = ({ name, free }: Category): number =>
    (trial && !free ? 2 : 0) + (words.length > 0 && words.every((word) => plain(name).includes(word)) ? 0 : 1)
  return fitting.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'ru'))
}

function stem(word: string): string {
  return word.length > 4 ? word.slice(0, word.length > 6 ? -2 : -1) : word
}

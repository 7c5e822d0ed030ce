import snowball from 'snowball-stemmers'
import type { Morphology } from './language.ts'

/** Shorter words lose more than an ending to a stemmer. */
const SHORTEST = 4

/**
 * Cuts endings by rule, for the time when there is no dictionary. It knows no words: «искать» and «ищу» stay strangers,
 * and in a trial with words of real messages it joined several times as many wrong pairs as the dictionary's guesses for
 * words it does not know, so those guesses do not use it.
 */
export function createStemmer(): Morphology {
  const russian = snowball.newStemmer('russian')

  function stem(word: string): string {
    return word.length < SHORTEST ? word : russian.stem(word)
  }

  return {
    lemmas(form) {
      return [form.includes('-') ? form.split('-').map(stem).join('-') : stem(form)]
    },
  }
}

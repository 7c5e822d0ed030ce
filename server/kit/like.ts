/** Words that people look for, as patterns of `like` and `ilike`. */

/** Every sign stands for itself. */
export const escapeLike = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** Wherever they stand. */
export const holding = (words: string): string => `%${escapeLike(words)}%`

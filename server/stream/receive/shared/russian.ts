/** Which messages of a stream of all languages are for us. */

const cyrillic = /\p{Script=Cyrillic}/u

/** Languages are what the writer's program says, and many say nothing. */
export const isRussian = (languages: (string | null)[], text: string): boolean =>
  languages.some((language) => /^ru\b/i.test(language ?? '')) || cyrillic.test(text)

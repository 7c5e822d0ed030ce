/** Russian words in Latin letters, for addresses. Addresses are public: what is written here once does not change. */

const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** The letters that addresses of cities and of articles write in their own ways. */
const own = {
  city: { ...letters, ё: 'yo', й: 'j', х: 'h', ц: 'c' },
  article: { ...letters, ё: 'e', й: 'y', х: 'kh', ц: 'ts' },
} satisfies Record<string, Readonly<Record<string, string>>>

/** @param text in small letters; what is no Russian letter stays as it is */
export function transliterate(text: string, as: keyof typeof own): string {
  const table: Readonly<Record<string, string>> = own[as]
  return text.replace(/[а-яё]/g, (letter) => table[letter] ?? '')
}

/**
 * The cases of a place's name. Names of towns follow a handful of patterns that can be read off their ends; what cannot
 * is written into the name: `Черепов(е)ц` has a vowel that flees, `Химки/Химок` is a plural with this genitive,
 * `Марий Эл*` has one form only.
 */

/** «Волжский», «Лесной», «Видное»: it declines as an adjective does. */
export const isLikeAdjective = (name: string): boolean => ADJECTIVE.test(name) && name.length > 4

/** In the order of school; more than one writing where both are in use («в Иванове», «в Иваново»). */
export interface Cases {
  nominative: string[]
  genitive: string[]
  dative: string[]
  accusative: string[]
  instrumental: string[]
  prepositional: string[]
}

const caseNames = ['nominative', 'genitive', 'dative', 'accusative', 'instrumental', 'prepositional'] as const

/** Prepositions inside a name: what stands after one keeps its case, «в Ростове-на-Дону». */
const INSIDE = new Set(['на', 'под', 'над', 'при'])

const ADJECTIVE = /(?:[иы]й|[сц]кой|[нв]ой|ая|яя|ое|ее|ые|ие)$/

/** «Сергиев» of «Сергиев Посад». */
const POSSESSIVE = /[ое]в$/

/** The name without the marks that `decline` reads. */
export function plainName(name: string): string {
  return name
    .replace(/\((.)\)/g, '$1')
    .replace(/\*$/, '')
    .replace(/\/\S+/g, '')
}

/** @param name as written in the gazetteer: «Торж(о)к», «Вятские Поляны/Полян», «Гусь-Хрустальный» */
export function decline(name: string): Cases {
  if (name.endsWith('*')) return still(plainName(name))
  const words = name.split(' ')
  const isOwner = (word: string, index: number): boolean => index < words.length - 1 && POSSESSIVE.test(word)
  return joinCases(
    words.map((word, index) => (isOwner(word, index) ? possessive(word) : declineCompound(word))),
    ' ',
  )
}

/** All the forms, each once. */
export function formsOf(name: string): string[] {
  const cases = decline(name)
  return [...new Set(caseNames.flatMap((each) => cases[each]))]
}

/** «Каменск-Уральский» declines both halves, «Наро-Фоминск» the last, «Комсомольск-на-Амуре» the first. */
function declineCompound(word: string): Cases {
  const [bare = '', genitive] = word.split('/')
  const parts = bare.split('-')
  const last = parts.length - 1
  const both = ADJECTIVE.test(parts[last] ?? '')
  const preposition = parts.findIndex((part) => INSIDE.has(part))
  const declined = parts.map((part, index) => {
    const declines = preposition > 0 ? index < preposition : index === last || both
    return declines ? declineWord(part, index === last ? genitive : undefined) : still(part)
  })
  return joinCases(declined, '-')
}

function joinCases(parts: Cases[], by: string): Cases {
  const joined = (name: keyof Cases): string[] =>
    parts
      .map((part) => part[name])
      .reduce((before, forms) => before.flatMap((left) => forms.map((right) => left + by + right)))
  return cases(...(caseNames.map(joined) as [string[], string[], string[], string[], string[], string[]]))
}

function cases(...forms: [string[], string[], string[], string[], string[], string[]]): Cases {
  const [nominative, genitive, dative, accusative, instrumental, prepositional] = forms
  return { nominative, genitive, dative, accusative, instrumental, prepositional }
}

const still = (word: string): Cases => cases([word], [word], [word], [word], [word], [word])

function declineWord(written: string, genitive?: string): Cases {
  const word = written.replace(/[()]/g, '')
  if (genitive) return plural(word, genitive)
  if (isLikeAdjective(word)) return adjective(word)
  const stem = written.replace(/\(.\)/, '')
  const cut = word.slice(0, -1)
  const ends = word.at(-1) ?? ''
  // ЮВАО, мск, екб
  if (word === word.toUpperCase() || /^[а-я]{2,3}$/.test(word) || !/[аеёиоуыэюя]/.test(word.toLowerCase()))
    return still(word)
  if (/[бвгджзклмнпрстфхцчшщ]$/.test(word)) return masculine(word, stem)
  if (word.endsWith('ь')) return masculineSoft.test(word) ? softMasculine(word, stem.slice(0, -1)) : feminineSoft(word)
  if (word.endsWith('й')) return of(word, cut + 'я', cut + 'ю', word, cut + 'ем', cut + 'е')
  if (word.endsWith('ия')) return of(word, cut + 'и', cut + 'и', cut + 'ю', cut + 'ей', cut + 'и')
  if (ends === 'а' || ends === 'я') return feminine(word, cut)
  if (/(?:[оеё]в|[иы]н)о$|^Село$/.test(word)) {
    return cases([word], [word, cut + 'а'], [word, cut + 'у'], [word], [word, cut + 'ом'], [word, cut + 'е'])
  }
  if (/ье$|^Поле$/.test(word)) return of(word, cut + 'я', cut + 'ю', word, word + 'м', word)
  return still(word)
}

const of = (...forms: [string, string, string, string, string, string]): Cases =>
  cases([forms[0]], [forms[1]], [forms[2]], [forms[3]], [forms[4]], [forms[5]])

const masculineSoft = /(?:поль|[сз]?лавль|сль|вель|здаль|куль|ырь|ель|усь|амень)$/

function masculine(word: string, stem: string): Cases {
  // Whether a town's last syllable is stressed cannot be seen: «под Ельцом», «под Воронежем».
  const instrumental = /[жшчщц]$/.test(word) ? [stem + 'ем', stem + 'ом'] : [stem + 'ом']
  const prepositional = /^(?:Бор|Крым)$/.test(word) ? [stem + 'у', stem + 'е'] : [stem + 'е']
  return cases([word], [stem + 'а'], [stem + 'у'], [word], instrumental, prepositional)
}

const softMasculine = (word: string, stem: string): Cases =>
  of(word, stem + 'я', stem + 'ю', word, stem + 'ем', stem + 'е')

const feminineSoft = (word: string): Cases => {
  const cut = word.slice(0, -1)
  return of(word, cut + 'и', cut + 'и', word, word + 'ю', cut + 'и')
}

function feminine(word: string, cut: string): Cases {
  const soft = word.endsWith('я')
  const genitive = soft || /[гкхжшщч]$/.test(cut) ? cut + 'и' : cut + 'ы'
  const instrumental = soft || /[жшщчц]$/.test(cut) ? [cut + 'ей'] : [cut + 'ой']
  return cases([word], [genitive], [cut + 'е'], [cut + (soft ? 'ю' : 'у')], instrumental, [cut + 'е'])
}

function possessive(word: string): Cases {
  return of(word, word + 'а', word + 'у', word, word + 'ым', word + 'ом')
}

/** Of a plural: «Боровичи/Боровичей», «Химки/Химок». */
function plural(word: string, genitive: string): Cases {
  const cut = word.slice(0, -1)
  const soft = word.endsWith('и') && !/[гкхжшщч]$/.test(cut)
  const vowel = soft ? 'я' : 'а'
  return of(word, genitive, cut + vowel + 'м', word, cut + vowel + 'ми', cut + vowel + 'х')
}

function adjective(word: string): Cases {
  const cut = word.slice(0, -2)
  const hard = !/[нчшщж]$/.test(cut) || /(?:ый|ой|ая|ое|ые)$/.test(word)
  // «под Волжским», «под Горячим», «под Грозным»
  const y = /[гкхжшщч]$/.test(cut) || !hard ? 'и' : 'ы'
  const o = hard ? 'о' : 'е'
  if (/(?:ая|яя)$/.test(word)) {
    const oblique = cut + o + 'й'
    return of(word, oblique, oblique, cut + (hard ? 'ую' : 'юю'), oblique, oblique)
  }
  if (/(?:ые|ие)$/.test(word)) return of(word, cut + y + 'х', cut + y + 'м', word, cut + y + 'ми', cut + y + 'х')
  return of(word, cut + o + 'го', cut + o + 'му', word, cut + y + 'м', cut + o + 'м')
}

/** What part of someone's name a form may be, and how certainly. */
import type { WordReading } from '../../../../engine/language/az.ts'

/**
 * `sure`: it is no ordinary word; `likely`: it may be one, or is unknown, but ends as such names do; `adjective`: a surname that
 * ends as adjectives do, «Никольская»; `ambiguous`: it is a word as well, «Мороз».
 */
type Certainty = 'sure' | 'likely' | 'adjective' | 'ambiguous'

export interface Naming {
  certainty: Certainty
  /** Gender and case, in all ways it may be read. */
  agrees: ReadonlySet<string>
}

export interface NameForm {
  first: Naming | null
  patronymic: Naming | null
  surname: Naming | null
  /** In the dictionary it is a word, only the name of someone or of a place, or it is not there. */
  standing: 'word' | 'proper' | 'unknown'
}

const CASES = ['nomn', 'gent', 'datv', 'accs', 'ablt', 'loct'] as const
const anyCase = (...genders: string[]): string[] =>
  genders.flatMap((gender) => CASES.map((each) => `${gender} ${each}`))
/** Surnames that the dictionary lacks, by their endings. */
const surnameEndings: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/..(?:[ое]в|[иы]н)$/u, ['masc nomn']],
  [/..(?:[ое]в|[иы]н)а$/u, ['femn nomn', 'masc gent', 'masc accs']],
  [/..(?:[ое]в|[иы]н)у$/u, ['femn accs', 'masc datv']],
  [/..(?:[ое]в|[иы]н)ым$/u, ['masc ablt']],
  [/..(?:[ое]в|[иы]н)ой$/u, ['femn gent', 'femn datv', 'femn ablt', 'femn loct']],
  [/..[сц]кий$/u, ['masc nomn']],
  [/..[сц]кого$/u, ['masc gent', 'masc accs']],
  [/..[сц]кому$/u, ['masc datv']],
  [/..[сц]ким$/u, ['masc ablt']],
  [/..[сц]кая$/u, ['femn nomn']],
  [/..[сц]кой$/u, ['femn gent', 'femn datv', 'femn ablt', 'femn loct']],
  [/..[сц]кую$/u, ['femn accs']],
  [/..(?:енко|швили|дзе)$/u, anyCase('masc', 'femn')],
  [/..(?:ян|чук|щук|нюк)$/u, ['masc nomn', ...anyCase('femn')]],
  [/..(?:ян|чук|щук|нюк)а$/u, ['masc gent', 'masc accs']],
  [/..(?:ян|чук|щук|нюк)у$/u, ['masc datv']],
]
const patronymicEndings: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/...[ое]вич$/u, ['masc nomn']],
  [/...[ое]вич[ау]$/u, ['masc gent', 'masc accs', 'masc datv']],
  [/...[ое]вна$/u, ['femn nomn']],
  [/...[ое]вн[ыуе]$/u, ['femn gent', 'femn accs', 'femn datv', 'femn loct']],
  [/...[ое]вной$/u, ['femn ablt']],
]
/** First names that the dictionary lacks, or has only as a place's: «София». */
const moreFirstNames = /^(?:амин|лиан|милан|софи)(?:([ая])|[ыиеую]|[ое]й)$/u

/** Holidays are no one's names. */
const nobody = new Set(['купала', 'купалу', 'купалы', 'купале', 'купалой'])

const adjective = /[сц]к(?:ий|ого|ому|им|ая|ой|ую)$/u
/** Abbreviations are shorter: «Тел.» */
const SHORTEST_UNKNOWN = 4

/** The adjective that a surname was once: «Иванов». */
const possessive = /(?:[ое]в|[иы]н)$/u

/** @param form folded */
export function readNameForm(form: string, readings: readonly WordReading[]): NameForm {
  const surnames = new Set(readings.flatMap(({ proper, lemma }) => (proper === 'Surn' ? [lemma] : [])))
  const isOrdinary = readings.some(
    // «Катя» is hardly ever the gerund of «катить».
    ({ proper, part, lemma }) =>
      proper === '' && part !== 'GRND' && !(part === 'ADJF' && possessive.test(lemma) && surnames.has(lemma)),
  )
  const named = (kind: string): Naming | null => {
    const agrees = readings.flatMap(({ proper, form: flex, genders }) => {
      const [number, inCase] = flex.split(' ')
      return proper === kind && number === 'sing' && inCase ? genders.map((gender) => `${gender} ${inCase}`) : []
    })
    if (agrees.length === 0 || nobody.has(form)) return null
    return {
      certainty: !isOrdinary ? 'sure' : kind === 'Surn' ? endingCertainty(form) : 'likely',
      agrees: new Set(agrees),
    }
  }
  const guessed = (endings: typeof surnameEndings): Naming | null => {
    const agrees = readings.length > 0 ? [] : endings.flatMap(([ending, ways]) => (ending.test(form) ? ways : []))
    return agrees.length === 0
      ? null
      : { certainty: endings === surnameEndings ? endingCertainty(form) : 'likely', agrees: new Set(agrees) }
  }
  return {
    first: named('Name') ?? oneMore(form, isOrdinary),
    patronymic: named('Patr') ?? guessed(patronymicEndings),
    surname: named('Surn') ?? guessed(surnameEndings),
    standing:
      isOrdinary || (readings.length === 0 && form.length < SHORTEST_UNKNOWN)
        ? 'word'
        : readings.length > 0
          ? 'proper'
          : 'unknown',
  }
}

const endingCertainty = (form: string): Certainty =>
  adjective.test(form) ? 'adjective' : surnameEndings.some(([ending]) => ending.test(form)) ? 'likely' : 'ambiguous'

function oneMore(form: string, isOrdinary: boolean): Naming | null {
  const [found, nominative] = moreFirstNames.exec(form) ?? []
  if (found === undefined) return null
  return {
    certainty: isOrdinary ? 'likely' : 'sure',
    agrees: new Set(nominative ? ['femn nomn'] : anyCase('femn').slice(1)),
  }
}

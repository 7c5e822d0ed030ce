/**
 * Kinds of words: who does work, what is work, what is bought, what is only read or talked of. Knowledge of the language
 * that examples alone would have to be very many for: «посоветуйте» before a trade is a request, before something to read
 * it is none. The model knows kinds by their place here: train it anew when a list is added or moved.
 */
import { hashStem, stemOf } from './meaning.ts'
import { doing, place, trade, trouble, work } from './word-kinds-services.ts'
import { abstract, done, event, job, learning, offer, official, study, taste, tech } from './word-kinds-talk.ts'
import { being, contact, folk, moment, part, pay, thing } from './word-kinds-things.ts'

/** All forms of a word are of its kind, as far as they have one stem. Where two lists hold a word, it is of the first. */
const byStem = [
  trade,
  work,
  doing,
  place,
  trouble,
  thing,
  part,
  pay,
  contact,
  folk,
  being,
  moment,
  learning,
  tech,
  study,
  event,
  official,
  abstract,
  job,
  taste,
]
/** Only as they are written: «починили» is not «починить», though they share a stem. */
const byForm = [done, offer]

/** Words by which people ask, each of them for itself, as they are written. */
const asking = `
посоветуйте посоветуй посоветовать посоветует порекомендуйте порекомендовать порекомендует рекомендуйте ищу ищем ищется нужен нужна нужно нужны
требуется требуются подскажите подскажет поделитесь поделиться поделится дайте дай скиньте скинуть скинет пришлите кинь киньте кто кого кому
есть нет может могут можете можно интересует интересуют куплю купить сниму возьму помогите помочь поможет хочу хотим надо где куда сколько
знает знаете занимается делает делал делали ставил заказывали заказать заказывал обращались обращался чем какой какие какую как почему зачем когда
приму заберу отдам одолжит одолжите выручайте отзовитесь пишите напишите откликнитесь возьмется сделает сможет готов готовы желающие ищут ищет
`
export const askingWords: ReadonlyMap<string, number> = new Map(wordsOf(asking).map((word, place) => [word, place]))

export const NO_KIND = -1

/** The place of a word's kind; `stem` is its own, `stemOf(form)`. */
export type KindReader = (form: string, stem: string) => number

function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/)
}

let known: { forms: Map<number, number>; stems: Map<number, number> } | undefined

function readLists(): NonNullable<typeof known> {
  const forms = new Map<number, number>()
  const stems = new Map<number, number>()
  const put = (map: Map<number, number>, word: string, kind: number): void => {
    const hash = hashStem(word)
    if (!map.has(hash)) map.set(hash, kind)
  }
  byForm.forEach((list, at) => {
    for (const word of wordsOf(list)) put(forms, word, byStem.length + at)
  })
  byStem.forEach((list, kind) => {
    for (const word of wordsOf(list)) put(stems, stemOf(word), kind)
  })
  return { forms, stems }
}

/** The lists are read with the first one, which takes some tens of milliseconds. */
export function createKindReader(): KindReader {
  const { forms, stems } = (known ??= readLists())
  return (form, stem) => forms.get(hashStem(form)) ?? stems.get(hashStem(stem)) ?? NO_KIND
}

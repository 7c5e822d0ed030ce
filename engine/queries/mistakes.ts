/** What is wrong in a written query, for the person who wrote it: a Russian sentence and the place, UTF-16 offsets. */
export interface Mistake {
  message: string
  start: number
  /** Exclusive; beyond `start` unless the query is empty. */
  end: number
}

export const LONGEST_QUERY = 2_000
export const MOST_ATOMS = 200
export const DEEPEST = 8
/** Words in one proximity: `а б в …` or `а /3 б /3 …`. */
export const MOST_SLOTS = 12
export const SHORTEST_STEM = 4
/** The largest n in `/n`. */
export const WIDEST_STEP = 100

export const MISTAKE_TEXTS = {
  empty: 'Запрос пуст: напишите хотя бы одно слово.',
  long: `Запрос длиннее ${LONGEST_QUERY} знаков: разбейте его на несколько.`,
  manyAtoms: `В запросе больше ${MOST_ATOMS} слов: разбейте его на несколько.`,
  deep: `Скобки вложены глубже ${DEEPEST} уровней: упростите запрос.`,
  manySlots: `Рядом могут стоять не больше ${MOST_SLOTS} слов: разделите их скобками.`,
  quoteOpen: 'Кавычка не закрыта.',
  quoteEmpty: 'В кавычках нет ни одного слова.',
  quoteStar: 'В кавычках звёздочка не действует: уберите её или кавычки.',
  quoteSentences:
    'Фраза в кавычках не может переходить из предложения в предложение: уберите знак препинания или разделите её.',
  bracketOpen: 'Скобка не закрыта.',
  bracketClosed: 'Лишняя закрывающая скобка.',
  bracketEmpty: 'В скобках пусто.',
  orEmpty: 'У знака «|» с одной стороны ничего нет.',
  minusEmpty: 'После минуса нет слова. Минус пишется вплотную к слову: -вакансия.',
  minusTwice: 'Два минуса подряд: оставьте один.',
  minusOnly: 'Запрос из одних минусов находит всё подряд: добавьте слово, которое должно быть.',
  minusChain: 'Рядом с «/» минус не действует: вынесите исключение в конец запроса.',
  stepSides: 'Знак «/число» ставится между словами: ремонт /5 квартира.',
  stepSize: `После «/» нужно число от 1 до ${WIDEST_STEP}.`,
  stepBracket: 'Рядом с «/» в скобках могут быть только слова и фразы через «|».',
  stepPicture: 'Смайлик не занимает места среди слов: уберите «/» рядом с ним.',
  slash: 'Косая черта здесь не действует: «или» пишется как (а | б), расстояние — как а /5 б.',
  comma: 'Запятая разделяет запросы: поставьте пробел, если слова должны быть рядом, или | — если любое из них.',
  starPlace: 'Звёздочка ставится только в конце слова: фотограф*.',
  starShort: `Перед звёздочкой нужно не меньше ${SHORTEST_STEM} букв.`,
  bang: 'Восклицательный знак перед словом здесь не действует: исключение пишется с минусом, точная форма — в кавычках.',
  sign: (sign: string) => `Знак «${sign}» в запросе ничего не значит: уберите его.`,
}

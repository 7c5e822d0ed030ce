/** What a feed brings, made up: nobody's real words are shown to strangers. */
export interface Sample {
  category: string
  text: string
  place: string
}

export const samples: readonly Sample[] = [
  { category: 'Фотографы', text: 'Посоветуйте фотографа на выписку из роддома, Химки, 14 числа', place: 'Мамы Химок, ВКонтакте' },
  { category: 'Ремонт квартир', text: 'Ищем бригаду на двушку под ключ, нужен договор и смета', place: 'Соседи «Северный», Telegram' },
  { category: 'Репетиторы', text: 'Нужен репетитор по математике к ОГЭ, лучше очно, Казань', place: 'Родители 9-х классов, ВКонтакте' },
  { category: 'Ветеринары', text: 'Кот не ест второй день. Кто выезжает на дом вечером?', place: 'Кошки Самары, Одноклассники' },
  { category: 'Торты на заказ', text: 'Девочки, кто печёт детские торты без мастики? На субботу', place: 'Барахолка Тулы, ВКонтакте' },
  { category: 'Юристы', text: 'Подскажите толкового юриста по трудовым спорам, не платят при увольнении', place: 'Работа в Омске, Telegram' },
  { category: 'Грузоперевозки', text: 'Переезжаю из Перми в Тюмень, нужна газель и два грузчика', place: 'Подслушано Пермь, ВКонтакте' },
  { category: 'Кондиционеры', text: 'Кто ставит кондиционеры в новостройке до сдачи дома?', place: 'ЖК «Речной», Telegram' },
]

/** Spec §9: another one comes after 5 to 10 s. `random` is from 0 to 1. */
export function sampleDelay(random: number): number {
  return 5_000 + random * 5_000
}

/** `count` of them beginning with the newest, round and round. */
export function samplesFrom(newest: number, count: number): { sample: Sample; number: number }[] {
  return Array.from({ length: count }, (_, at) => newest - at)
    .map((number) => ({ number, sample: samples[((number % samples.length) + samples.length) % samples.length] }))
    .filter((each): each is { sample: Sample; number: number } => each.sample !== undefined)
}

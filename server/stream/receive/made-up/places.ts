/** Towns, and the groups in which the made-up network talks. The names of the groups are general, none is a real one. */
import type { Network } from '../../../../contract/networks.ts'
import type { RawGroup } from '../source.ts'
import { avatarOf } from './avatar.ts'
import { createRandom } from './random.ts'

interface Town {
  name: string
  /** After «в». */
  locative: string
  genitive: string
}

type Circle = 'overheard' | 'mothers' | 'house' | 'market' | 'drivers' | 'business' | 'pets'

export interface MadeUpGroup extends RawGroup {
  circle: Circle
  network: Network
  town: Town
}

/** Name, locative, genitive. */
const towns: Town[] = [
  ['Тверь', 'Твери', 'Твери'],
  ['Казань', 'Казани', 'Казани'],
  ['Пермь', 'Перми', 'Перми'],
  ['Тюмень', 'Тюмени', 'Тюмени'],
  ['Рязань', 'Рязани', 'Рязани'],
  ['Самара', 'Самаре', 'Самары'],
  ['Калуга', 'Калуге', 'Калуги'],
  ['Тула', 'Туле', 'Тулы'],
  ['Уфа', 'Уфе', 'Уфы'],
  ['Вологда', 'Вологде', 'Вологды'],
  ['Пенза', 'Пензе', 'Пензы'],
  ['Москва', 'Москве', 'Москвы'],
  ['Екатеринбург', 'Екатеринбурге', 'Екатеринбурга'],
  ['Новосибирск', 'Новосибирске', 'Новосибирска'],
  ['Краснодар', 'Краснодаре', 'Краснодара'],
  ['Воронеж', 'Воронеже', 'Воронежа'],
  ['Саратов', 'Саратове', 'Саратова'],
  ['Ярославль', 'Ярославле', 'Ярославля'],
  ['Ставрополь', 'Ставрополе', 'Ставрополя'],
  ['Петрозаводск', 'Петрозаводске', 'Петрозаводска'],
  ['Омск', 'Омске', 'Омска'],
  ['Белгород', 'Белгороде', 'Белгорода'],
  ['Псков', 'Пскове', 'Пскова'],
  ['Иркутск', 'Иркутске', 'Иркутска'],
].map(([name = '', locative = '', genitive = '']) => ({ name, locative, genitive }))

const blocks = [
  'Речной',
  'Зелёный берег',
  'Северный парк',
  'Новые сады',
  'Солнечный',
  'Яблоневый',
  'Причал',
  'Три клёна',
]

const circles: Circle[] = [
  'overheard',
  'overheard',
  'overheard',
  'mothers',
  'mothers',
  'house',
  'house',
  'house',
  'market',
  'drivers',
  'business',
  'pets',
]

/** How many different groups there are: every town has one of each position in `circles`. */
const known = towns.length * circles.length

export function madeUpGroup(seed: number, number: number): MadeUpGroup {
  const id = number % known
  const random = createRandom(seed, -1_000_000 - id)
  const town = towns[id % towns.length] as Town
  const circle = circles[Math.floor(id / towns.length)] as Circle
  const name = nameOf(circle, town, random.pick(blocks), random.between(0, 2))
  const network =
    circle === 'house'
      ? random.pick<Network>(['telegram', 'telegram', 'vk'])
      : random.pick<Network>(['vk', 'vk', 'vk', 'ok', 'telegram'])
  return {
    circle,
    town,
    network,
    // People of a town talk there, nobody announces.
    kind: network === 'telegram' ? 'chat' : 'community',
    externalId: `made-up-group-${id}`,
    name,
    avatar: avatarOf(name.charAt(0), id * 5),
    url: null,
    city: town.name,
    followers: circle === 'house' ? random.between(180, 4_000) : random.between(2_500, 140_000),
  }
}

function nameOf(circle: Circle, town: Town, block: string, variant: number): string {
  const names: Record<Circle, string[]> = {
    overheard: [`Подслушано ${town.name}`, `${town.name} на связи`, `Типичный город ${town.name}`],
    mothers: [`Мамы ${town.genitive}`, `Мамочки ${town.genitive} | советы`, `Дети и мамы, ${town.name}`],
    house: [`ЖК «${block}» | соседи, ${town.name}`, `Чат жильцов ЖК «${block}»`, `Соседи «${block}», ${town.name}`],
    market: [`Объявления ${town.genitive}`, `Барахолка ${town.genitive}`, `Куплю-продам ${town.name}`],
    drivers: [`Автомобилисты ${town.genitive}`, `На дороге: ${town.name}`, `Водители ${town.genitive}`],
    business: [`Предприниматели ${town.genitive}`, `Свой бизнес, ${town.name}`, `Деловой чат ${town.genitive}`],
    pets: [`Хвосты ${town.genitive}`, `Собачники ${town.genitive}`, `Кошки и собаки, ${town.name}`],
  }
  return names[circle][variant] ?? town.name
}

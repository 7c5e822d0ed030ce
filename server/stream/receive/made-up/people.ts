/** The people of the made-up network: common first and last names put together by number, none of them a real person. */
import type { RawAuthor } from '../source.ts'
import { avatarOf } from './avatar.ts'
import { createRandom } from './random.ts'

export interface MadeUpPerson extends RawAuthor {
  female: boolean
}

const women = (
  'Анна Мария Елена Ольга Наталья Татьяна Ирина Светлана Юлия Екатерина Анастасия Дарья Ксения Виктория Полина Алина Вера ' +
  'Надежда Любовь Галина Людмила Марина Оксана Евгения Кристина Алёна Валентина Диана София Лариса'
).split(' ')
const men = (
  'Александр Сергей Дмитрий Алексей Андрей Максим Иван Михаил Николай Владимир Артём Евгений Павел Роман Денис Игорь Олег ' +
  'Кирилл Антон Виктор Юрий Константин Никита Илья Егор Тимур Руслан Вадим Григорий Пётр'
).split(' ')
/** As men bear them; women add «а». */
const surnames = (
  'Лесников Озеров Калинин Рябов Соколов Ершов Громов Полянов Ветров Зимин Берёзов Журавлёв Снегирёв Осокин Тихонов Ларин ' +
  'Морошкин Полозов Кедров Ручьёв Сомов Тополев Вишняков Заречнев Клёнов Лугов Мельников Орехов Пескарёв Родников Стрижов ' +
  'Травин Углов Февралёв Холодов Чайкин Шилов Щеглов Юдин Яблоков Бобров Воронов Грачёв Дроздов Ежов'
).split(' ')

const known = 900

/** @param town where this person writes; somebody may write away from home */
export function madeUpPerson(seed: number, number: number, town: string): MadeUpPerson {
  const id = number % known
  const random = createRandom(seed, -1 - id)
  const female = random.chance(0.62)
  const first = random.pick(female ? women : men)
  const last = random.pick(surnames) + (female ? 'а' : '')
  return {
    externalId: `made-up-${id}`,
    name: `${first} ${last}`,
    avatar: random.chance(0.85) ? avatarOf(`${first.charAt(0)}${last.charAt(0)}`, id) : null,
    url: null,
    city: random.chance(0.7) ? town : null,
    female,
  }
}

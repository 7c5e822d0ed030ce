/** The people one can sign in as to look around: seeded outside production only. */
import type { RoleName } from '../../contract/call.ts'
import { createAccount } from '../features/accounts/accounts.public.ts'
import { listAllCategories } from '../features/categories/categories.public.ts'
import { subscribe } from '../features/subscriptions/subscriptions.public.ts'
import { DAY, type Clock } from '../kit/clock.ts'
import type { Db } from '../kit/sql.ts'

export interface DemoPerson {
  role: string
  email: string
  password: string
  /** What there is to see as this person. */
  what: string
  username: string
  roles: RoleName[]
  watches: 'all categories' | 'some categories' | 'trial' | 'nothing'
}

const password = 'echolot-demo'

export const demoPeople: DemoPerson[] = [
  { role: 'клиент', email: 'anna@demo.echolot', password, what: 'лента всех категорий, новые сообщения приходят сами', username: 'Анна Клиентова', roles: [], watches: 'all categories' },
  { role: 'клиент на пробном доступе', email: 'boris@demo.echolot', password, what: 'пробный доступ: последние три дня скрыты', username: 'Борис Пробный', roles: [], watches: 'trial' },
  { role: 'новичок', email: 'vera@demo.echolot', password, what: 'ни одной подписки: так лента встречает новых', username: 'Вера Новичкова', roles: [], watches: 'nothing' },
  { role: 'владелец команды', email: 'owner@demo.echolot', password, what: 'лента нескольких категорий', username: 'Олег Командный', roles: ['teamOwner'], watches: 'some categories' },
  { role: 'партнёр', email: 'partner@demo.echolot', password, what: 'роль партнёра', username: 'Полина Партнёрова', roles: ['partner'], watches: 'some categories' },
  { role: 'поддержка', email: 'support@demo.echolot', password, what: 'роль поддержки', username: 'Семён Поддержкин', roles: ['support'], watches: 'nothing' },
  { role: 'модератор', email: 'moderator@demo.echolot', password, what: 'роль модератора, лента всех категорий', username: 'Мария Модераторова', roles: ['moderator'], watches: 'all categories' },
  { role: 'редактор', email: 'editor@demo.echolot', password, what: 'роли редактора блога и категорий', username: 'Роман Редакторов', roles: ['blogEditor', 'categoryEditor'], watches: 'some categories' },
  { role: 'администратор', email: 'admin@demo.echolot', password, what: 'роль администратора, лента всех категорий', username: 'Алиса Админова', roles: ['admin'], watches: 'all categories' },
]

const YEAR = 365 * DAY

/** Seeds who is not there yet. */
export async function seedDemoPeople(db: Db, clock: Clock): Promise<void> {
  const present = new Set((await db.selectFrom('users').select('email').execute()).map((row) => row.email))
  const missing = demoPeople.filter(({ email }) => !present.has(email))
  if (missing.length === 0) return
  const categories = await listAllCategories(db)
  const startsAt = clock.now()
  for (const person of missing) {
    const watched = person.watches === 'all categories' ? categories : person.watches === 'some categories' ? categories.slice(0, 8) : person.watches === 'trial' ? categories.filter(({ free }) => free).slice(0, 1) : []
    await db.transaction().execute(async (tx) => {
      const userId = await createAccount(tx, clock, { ...person, emailApprove: true, timeZone: 'Europe/Moscow' })
      for (const { id } of watched) {
        await subscribe(tx, {
          userId,
          productType: 'category',
          productId: id,
          tariffType: person.watches === 'trial' ? 'trial' : 'regular',
          startsAt,
          expiresAt: new Date(startsAt.getTime() + YEAR),
        })
      }
    })
  }
}

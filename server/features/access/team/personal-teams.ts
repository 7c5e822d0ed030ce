/** The teams of one person, as they may download it. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

/** Of others only what their cards say of them. */
export async function personalTeams({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select case when c.owner_id = ${userId} then 'своя' else 'команда: ' || o.username end as "команда",
      c.username as "имя", c.email as "email", c.created_at as "когда",
      case c.team_right when 'view' then 'просмотр' when 'work' then 'работа' else 'управление' end as "права",
      case c.status when 'accepted' then 'состоит' when 'pending' then 'приглашение ждёт ответа' else 'отказ' end as "состояние"
    from membership_cards c join users o on o.id = c.owner_id
    where c.owner_id = ${userId} or c.user_id = ${userId} or c.claimed_by = ${userId} order by c.id`.execute(db)
  const { rows: former } = await sql<object>`
    select o.username as "команда", f.joined_at as "с", f.left_at as "до"
    from former_members f join users o on o.id = f.owner_id where f.user_id = ${userId} order by f.left_at`.execute(db)
  return { Команды: rows, 'Прежние команды': former }
}

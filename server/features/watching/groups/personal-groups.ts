/** The groups of one person, as they may download it. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalGroups({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows: groups } = await sql<object>`
    select g.name as "группа", g.url as "ссылка", m.enabled as "включена", m.created_at as "когда добавлена", m.removed_at as "когда убрана"
    from monitored_groups m join monitored_groupsets s on s.id = m.groupset_id join groups g on g.id = m.group_id
    where s.user_id = ${userId} order by m.created_at, m.id`.execute(db)
  const { rows: links } = await sql<object>`
    select l.link as "ссылка", l.status as "что с ней стало", a.created_at as "когда вставлена"
    from group_links l join group_additions a on a.id = l.addition_id join monitored_groupsets s on s.id = a.groupset_id
    where s.user_id = ${userId} order by l.addition_id, l.position`.execute(db)
  return { Группы: groups, 'Вставленные ссылки на группы': links }
}

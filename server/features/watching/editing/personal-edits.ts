/** What an editor did to categories, as they may download it. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalEdits({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows: versions } = await sql<object>`
    select c.name as "категория", v.number as "версия", v.note as "заметка", v.created_at as "когда"
    from category_versions v join categories c on c.id = v.category_id where v.user_id = ${userId} order by v.created_at, v.number`.execute(
    db,
  )
  const { rows: drafts } = await sql<object>`
    select content ->> 'name' as "категория", updated_at as "когда" from category_drafts where user_id = ${userId} order by updated_at`.execute(
    db,
  )
  return { 'Версии категорий': versions, 'Черновики категорий': drafts }
}

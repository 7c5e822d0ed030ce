/** The projects of one person, as they may download them. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalProjects({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select id as "проект", name as "название", keywords as "ключевые слова", context as "контекст", excluded_keywords as "стоп-слова",
      censor_filter as "скрывать грубые слова", neural_filter as "скрывать не упоминания", networks as "сети", kinds as "виды сообщений",
      created_at as "когда", saved_at as "когда сохранён"
    from monitored_projects where user_id = ${userId} order by id`.execute(db)
  const { rows: previews } = await sql<object>`
    select day as "день", count as "просмотров с примерами" from project_previews where user_id = ${userId}`.execute(db)
  return { Проекты: rows, 'Просмотры проектов до сохранения': previews }
}

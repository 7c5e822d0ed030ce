import pg from 'pg'
import { errorCode, ToolError } from './tool-error.ts'

const oldestMajor = 16

// Says in one sentence why a DATABASE_URL will not do, before anything else has been started.
export async function checkDatabase(url: string): Promise<void> {
  const client = clientFor(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; encoding: string; lowers: boolean }>(`
      select current_setting('server_version_num')::int / 10000 as version,
             current_setting('server_encoding') as encoding, lower('Ё') = 'ё' as lowers`)
    const [found] = rows
    if (!found) throw new ToolError('База из DATABASE_URL не ответила на простой запрос.')
    if (found.version < oldestMajor)
      throw new ToolError(`В DATABASE_URL PostgreSQL ${found.version}, а нужен ${oldestMajor} или новее.`)
    if (found.encoding !== 'UTF8' || !found.lowers) {
      throw new ToolError(
        'База из DATABASE_URL не знает русских букв: создайте её с ENCODING UTF8 и локалью C.UTF-8 или ru_RU.UTF-8.',
      )
    }
  } catch (error) {
    throw error instanceof ToolError ? error : new ToolError(sentence(error))
  } finally {
    await client.end().catch(() => {})
  }
}

function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  } catch {
    throw new ToolError('DATABASE_URL не разобрать: нужен вид postgresql://имя:пароль@адрес:5432/база.')
  }
}

function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return 'По адресу из DATABASE_URL никто не отвечает: запущен ли PostgreSQL и верен ли порт?'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'Имя сервера из DATABASE_URL не найдено: проверьте адрес.'
    case '28P01':
      return 'PostgreSQL не принял имя или пароль из DATABASE_URL.'
    case '28000':
      return 'PostgreSQL не пускает пользователя из DATABASE_URL с этой машины (pg_hba.conf).'
    case '3D000':
      return 'Базы, названной в DATABASE_URL, нет: создайте её командой CREATE DATABASE.'
    case '53300':
      return 'У PostgreSQL из DATABASE_URL кончились свободные соединения.'
    default:
      return `Не удалось подключиться к базе из DATABASE_URL: ${message}`
  }
}

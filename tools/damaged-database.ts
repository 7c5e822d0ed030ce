import { errorCode, ToolError } from './tool-error.ts'

// data_corrupted and index_corrupted: what was written to the disk is not what is read from it.
export function isDamage(error: unknown): boolean {
  return ['XX001', 'XX002'].includes(errorCode(error)) || describesDamage(error instanceof Error ? error.message : '')
}

export function describesDamage(text: string): boolean {
  return /invalid page in block|page verification failed|could not read blocks? |invalid primary checkpoint record|could not locate a valid checkpoint/.test(
    text,
  )
}

export function damagedDatabase(dataDir: string, log: string): ToolError {
  return new ToolError(
    `База в ${dataDir} повреждена: на диске не то, что туда было записано. Так бывает после отключения питания или из-за неисправного диска.
  Что делать:
  1. Сохраните копию этой папки и переименуйте её.
  2. Запустите ещё раз: появится новая пустая база.
  3. Верните в неё данные из резервной копии: pg_restore --clean --if-exists -d "$DATABASE_URL" копия.dump
  Если копии нет, отдайте сохранённую папку тому, кто знает PostgreSQL: часть данных почти всегда можно прочитать.
  Журнал: ${log}`,
  )
}

import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkDatabase } from './check-database.ts'
import { startPostgres, type RunningPostgres } from './postgres.ts'
import { projectRoot } from './project-root.ts'

export const dataHome = join(projectRoot, '.data')

// The database of this clone: the user's own when DATABASE_URL names one, else the embedded one under `.data/`.
export async function openDatabase(print: (line: string) => void): Promise<Omit<RunningPostgres, 'dataDir'>> {
  mkdirSync(dataHome, { recursive: true })
  // PostgreSQL's own user must pass through; what is secret inside is closed file by file.
  chmodSync(dataHome, 0o711)
  // Made by root in someone's clone, it is theirs: a later start without sudo writes its log there.
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(projectRoot)
    chownSync(dataHome, uid, gid)
  }
  const own = process.env.DATABASE_URL
  if (own) {
    await checkDatabase(own)
    return { url: own, ended: new Promise(() => {}), stop: async () => {} }
  }
  return startPostgres({ dataDir: join(dataHome, 'postgres'), print })
}

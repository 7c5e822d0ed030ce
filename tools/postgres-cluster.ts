// The directory of a cluster: where it may lie, whose it is, and how it is made whole or not at all.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sharedPlace, type PostgresBinaries } from './postgres-binaries.ts'
import { isAlive } from './postgres-processes.ts'
import { hasRoomInMemory, sharedMemory } from './shared-memory.ts'
import { ToolError } from './tool-error.ts'
import { canReach, unprivilegedUser, type User } from './unprivileged-user.ts'

export const databaseName = 'echolot'
export const passwordName = 'echolot.password'
// Nothing of the user's PG* or LC_* variables may change what the server does.
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: '/' }
const enoughSpace = 200 * 1024 ** 2

// Where a cluster lies, and as whom its server runs.
export type Place = { dataDir: string; user?: User }

const isRoot = () => process.getuid?.() === 0

export function findPlace(wantedDir: string, print: (line: string) => void): Place {
  if (!isRoot()) {
    mkdirSync(dirname(wantedDir), { recursive: true })
    refuseForeign(wantedDir)
    return { dataDir: wantedDir }
  }
  mkdirSync(dirname(wantedDir), { recursive: true })
  const user = ownerOf(wantedDir) ?? unprivilegedUser()
  if (canReach(user, dirname(wantedDir))) return own({ dataDir: wantedDir, user })

  const name = createHash('sha256').update(wantedDir).digest('hex').slice(0, 12)
  const dataDir = join(sharedPlace, name, 'postgres')
  makeSharedPlace(dirname(dataDir))
  print(
    `PostgreSQL работает от имени «${user.name}», которому папка ${dirname(wantedDir)} закрыта: данные лежат в ${dataDir}.`,
  )
  return own({ dataDir, user: ownerOf(dataDir) ?? user })
}

// A directory of its own for the cluster and its log, so that the guard can remove all of it in one go.
export function makeTemporaryPlace(inMemory: boolean): Place {
  const user = isRoot() ? unprivilegedUser() : undefined
  const parent = inMemory && hasRoomInMemory() ? sharedMemory : tmpdir()
  const isOpen = !user || canReach(user, parent)
  if (!isOpen) makeSharedPlace(sharedPlace)
  const home = mkdtempSync(join(isOpen ? realpathSync(parent) : sharedPlace, 'echolot-postgres-'))
  if (user) chownSync(home, user.uid, user.gid)
  return { dataDir: join(home, 'data'), user }
}

function makeSharedPlace(directory: string): void {
  mkdirSync(directory, { recursive: true })
  // Whatever the umask, the unprivileged user must be able to pass through.
  for (const path of [sharedPlace, directory]) chmodSync(path, 0o755)
}

function ownerOf(dataDir: string): User | undefined {
  if (!existsSync(dataDir)) return undefined
  const { uid, gid } = statSync(dataDir)
  return uid === 0 ? undefined : { uid, gid, name: String(uid) }
}

// A copy of the tree made by root (`cp -r`) belongs to root and would be refused by PostgreSQL.
function own(place: Place): Place {
  if (place.user && existsSync(place.dataDir) && statSync(place.dataDir).uid === 0) {
    spawnSync('chown', ['-R', `${place.user.uid}:${place.user.gid}`, place.dataDir])
    chmodSync(place.dataDir, 0o700)
  }
  return place
}

function refuseForeign(dataDir: string): void {
  if (!existsSync(dataDir) || statSync(dataDir).uid === process.getuid?.()) return
  throw new ToolError(
    `Папка базы ${dataDir} принадлежит другому пользователю: запустите от его имени (или от root) либо удалите её, если данные не нужны.`,
  )
}

export function refuseFullDisk(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < enoughSpace) throw diskFull(directory)
}

export function diskFull(directory: string): ToolError {
  return new ToolError(
    `На диске не осталось места для базы (${directory}): освободите хотя бы ${enoughSpace / 1024 ** 2} МБ.`,
  )
}

export function refuseOtherVersion(dataDir: string, { major }: PostgresBinaries): void {
  const found = Number(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8'))
  if (found === major) return
  throw new ToolError(
    `База в ${dataDir} создана PostgreSQL ${found}, а сейчас установлен ${major}: перенесите данные или удалите папку, если они не нужны.`,
  )
}

// Made aside and renamed, so that an interrupted initdb leaves nothing that looks like a database.
export function makeCluster({ dataDir, user }: Place, { initdb }: PostgresBinaries, ephemeral: boolean): void {
  removeUnfinished(dataDir)
  const unfinished = `${dataDir}.new-${process.pid}`
  const passwordFile = `${unfinished}.password`
  const password = randomBytes(24).toString('base64url')
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
  try {
    const made = spawnSync(
      initdb,
      [
        '-D',
        unfinished,
        '-U',
        databaseName,
        '--pwfile',
        passwordFile,
        '-A',
        'scram-sha-256',
        // The builtin provider knows Russian letters (lower('Ё') = 'ё') and sorts the same on every machine.
        '-E',
        'UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(ephemeral ? ['--no-sync', '--no-data-checksums'] : []),
      ],
      { cwd: '/', env: serverEnvironment, encoding: 'utf8', ...(user && { uid: user.uid, gid: user.gid }) },
    )
    if (made.status !== 0) {
      const output = made.error?.message ?? `${made.stdout}${made.stderr}`
      if (/No space left/.test(output)) throw diskFull(dirname(dataDir))
      if (/could not look up effective user ID/.test(output)) {
        throw new ToolError(
          'PostgreSQL не запускается от пользователя, которого нет в /etc/passwd: добавьте его туда или задайте DATABASE_URL.',
        )
      }
      throw new ToolError(`Не удалось создать базу в ${dataDir}: ${output.trim().split('\n').slice(-3).join(' ')}`)
    }
    renameSync(passwordFile, join(unfinished, passwordName))
    renameSync(unfinished, dataDir)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dirname(dataDir))) {
    const maker = name.startsWith(`${basename(dataDir)}.new-`) && /\.new-(\d+)/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) rmSync(join(dirname(dataDir), name), { recursive: true, force: true })
  }
}

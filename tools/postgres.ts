import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { damagedDatabase, isDamage, describesDamage } from './damaged-database.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import {
  databaseName,
  diskFull,
  findPlace,
  makeCluster,
  makeTemporaryPlace,
  passwordName,
  refuseFullDisk,
  refuseOtherVersion,
  serverEnvironment,
  type Place,
} from './postgres-cluster.ts'
import { clearLeftovers, findPostmaster, isAlive } from './postgres-processes.ts'
import { isSharedMemorySmall } from './shared-memory.ts'
import { errorCode, ToolError } from './tool-error.ts'

export type PostgresOptions = {
  port?: number
  // Settings of postgresql.conf on top of ours.
  settings?: Record<string, string>
  print?: (line: string) => void
} &
  // The cluster's directory, made when absent.
  (
    | { dataDir: string; ephemeral?: false }
    // For tests: a cluster in a temporary directory; nothing is kept, so nothing is synced to disk.
    // `inMemory`: in memory where the machine has room for it: making and dropping databases is an order of magnitude faster.
    | { ephemeral: true; inMemory?: boolean }
  )

export type RunningPostgres = {
  url: string
  dataDir: string
  // The process that had started this cluster before us and will stop it; our `stop` then does nothing.
  startedBy?: number
  // Resolves when the server is gone, asked or not.
  ended: Promise<void>
  stop(): Promise<void>
}

// A real PostgreSQL on 127.0.0.1, open only with the password that lies inside its own closed directory.
// It ends with the process that started it, even if that one was killed.
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const print = options.print ?? (() => {})
  const ephemeral = options.ephemeral ?? false
  const place = options.ephemeral ? makeTemporaryPlace(options.inMemory ?? false) : findPlace(options.dataDir, print)
  const binaries = findPostgresBinaries(place.user)
  refuseFullDisk(dirname(place.dataDir))

  const running = ephemeral ? undefined : await joinRunning(place.dataDir)
  if (running) return running
  await clearLeftovers(place.dataDir)
  if (!existsSync(join(place.dataDir, 'PG_VERSION'))) makeCluster(place, binaries, ephemeral)
  refuseOtherVersion(place.dataDir, binaries)

  const settings = { ...settingsFor(ephemeral), ...options.settings }
  const socketDir = ephemeral ? socketPlace(place.dataDir) : null
  if (socketDir !== null) settings.unix_socket_directories = socketDir
  const attempts = options.port ? 1 : 5
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const server = spawnServer(place, binaries, port, settings, ephemeral)
    try {
      await waitUntilReady(server, place.dataDir, port, print)
      return {
        url: urlOf(place.dataDir, port) + (socketDir === null ? '' : `?host=${encodeURIComponent(socketDir)}`),
        dataDir: place.dataDir,
        ended: endOf(server),
        stop: () => stopServer(server, place.dataDir),
      }
    } catch (error) {
      await stopServer(server, place.dataDir)
      if (attempt >= attempts || !(error instanceof PortTaken)) throw error
    }
  }
}

class PortTaken extends ToolError {}

function settingsFor(ephemeral: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: '200',
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    // One machine without replicas: bulk loads write less.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // A query over many partitions locks each of them and their indexes.
    max_locks_per_transaction: '256',
    ...(isSharedMemorySmall() && { dynamic_shared_memory_type: 'mmap' }),
    ...(ephemeral && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }),
  }
}

/** The longest path of a socket that Linux takes, less the name that PostgreSQL gives it. */
const LONGEST_PLACE = 107 - '/.s.PGSQL.65535'.length

// A test asks small questions, hundreds of thousands in a run: a socket of the machine costs half of what a port does.
function socketPlace(dataDir: string): string | null {
  const home = dirname(dataDir)
  return process.platform === 'linux' && home.length <= LONGEST_PLACE ? home : null
}

// A small shell stands between us and the server. Its end of our pipe closes when we end, in whatever way,
// and then it stops the server: fast with a checkpoint, or at once and with its files when nothing is to be kept.
const guard = `
  exec 3<&0
  "$@" </dev/null 3<&- &
  server=$!
  ( read -r nothing <&3; kill -"$STOP_SIGNAL" "$server" ) >/dev/null 2>&1 &
  watcher=$!
  exec 3<&-
  wait "$server"
  code=$?
  kill "$watcher" 2>/dev/null
  if [ -n "$REMOVE" ]; then rm -rf -- "$REMOVE"; fi
  exit $code
`

function spawnServer(
  { dataDir, user }: Place,
  { postgres }: PostgresBinaries,
  port: number,
  settings: Record<string, string>,
  ephemeral: boolean,
): ChildProcess {
  // Again, whichever user owned what the last start left.
  for (const file of [logOf(dataDir), starterOf(dataDir)]) rmSync(file, { force: true })
  const log = openSync(logOf(dataDir), 'w', 0o600)
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(
    '/bin/sh',
    ['-c', guard, 'echolot-postgres', postgres, '-D', dataDir, '-p', String(port), ...given],
    {
      cwd: '/',
      env: { ...serverEnvironment, STOP_SIGNAL: ephemeral ? 'QUIT' : 'INT', REMOVE: ephemeral ? dirname(dataDir) : '' },
      stdio: ['pipe', log, log],
      // Ctrl-C in the terminal must reach the application first and the database last.
      detached: true,
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  )
  closeSync(log)
  server.stdin?.on('error', () => {})
  writeFileSync(starterOf(dataDir), String(process.pid))
  return server
}

const logOf = (dataDir: string) => `${dataDir}.log`
const starterOf = (dataDir: string) => `${dataDir}.starter`

async function stopServer(server: ChildProcess, dataDir: string): Promise<void> {
  server.stdin?.end()
  await Promise.race([endOf(server), sleep(30_000, undefined, { ref: false })])
  await clearLeftovers(dataDir)
  rmSync(starterOf(dataDir), { force: true })
}

function endOf(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => server.once('exit', () => resolve()))
}

async function joinRunning(dataDir: string): Promise<RunningPostgres | undefined> {
  const postmaster = findPostmaster(dataDir)
  const starter = existsSync(starterOf(dataDir)) ? Number(readFileSync(starterOf(dataDir), 'utf8')) : 0
  if (!postmaster || postmaster.status === 'stopping' || starter === process.pid || !isAlive(starter)) return undefined
  const url = urlOf(dataDir, postmaster.port)
  await waitForAnswer(dataDir, url, () => undefined)
  return { url, dataDir, startedBy: starter, ended: new Promise(() => {}), stop: async () => {} }
}

async function waitUntilReady(
  server: ChildProcess,
  dataDir: string,
  port: number,
  print: (line: string) => void,
): Promise<void> {
  let failure: Error | undefined
  server.once('error', (error) => {
    failure = error
  })
  const started = Date.now()
  let isPrinted = false
  await waitForAnswer(dataDir, urlOf(dataDir, port, 'postgres'), () => {
    if (failure) return new ToolError(`Не удалось запустить PostgreSQL: ${failure.message}`)
    if (server.exitCode !== null || server.signalCode !== null) return whyItEnded(dataDir, port)
    if (!isPrinted && Date.now() - started > 5_000) {
      isPrinted = true
      print('База восстанавливается после внезапной остановки, это может занять минуту…')
    }
    return undefined
  })
  await makeDatabase(dataDir, port)
}

// `ended` says why waiting is over, if it is.
async function waitForAnswer(dataDir: string, url: string, ended: () => Error | undefined): Promise<void> {
  for (const end = Date.now() + 600_000; ; await sleep(40)) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      const reason = ended()
      if (reason) throw reason
      const isStarting = ['ECONNREFUSED', '57P03', 'ECONNRESET'].includes(errorCode(error))
      if (isStarting && Date.now() < end) continue
      if (isDamage(error)) throw damagedDatabase(dataDir, logOf(dataDir))
      throw new ToolError(`База не отвечает: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function makeDatabase(dataDir: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(dataDir, port, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (!rowCount) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

function urlOf(dataDir: string, port: number, database = databaseName): string {
  const password = readFileSync(join(dataDir, passwordName), 'utf8').trim()
  return `postgresql://${databaseName}:${password}@127.0.0.1:${port}/${database}`
}

function whyItEnded(dataDir: string, port: number): ToolError {
  const log = existsSync(logOf(dataDir)) ? readFileSync(logOf(dataDir), 'utf8') : ''
  if (/Address already in use|could not bind/.test(log)) return new PortTaken(`Порт ${port} для PostgreSQL занят.`)
  if (/No space left on device/.test(log)) return diskFull(dirname(dataDir))
  if (/Cannot allocate memory|could not map anonymous shared memory/.test(log)) {
    return new ToolError(
      'PostgreSQL не хватает памяти: закройте другие программы или задайте DATABASE_URL другого сервера.',
    )
  }
  if (describesDamage(log)) return damagedDatabase(dataDir, logOf(dataDir))
  const last = log.split('\n').findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? log.trim().split('\n').at(-1) ?? ''
  return new ToolError(`PostgreSQL остановился при запуске: ${last.trim()} (журнал: ${logOf(dataDir)})`)
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

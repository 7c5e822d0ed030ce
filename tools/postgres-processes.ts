import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, ToolError } from './tool-error.ts'

export type Postmaster = { pid: number; port: number; status: string }

// The postmaster that serves this directory now; a pid file left by a dead one counts as none.
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  const pid = Number(lines[0])
  if (!isAlive(pid) || !servesDirectory(pid, dataDir)) return undefined
  return { pid, port: Number(lines[3]), status: lines[7] ?? '' }
}

// After kill -9 a postmaster without its starter, or workers without their postmaster, may still hold the directory.
export async function clearLeftovers(dataDir: string): Promise<void> {
  const postmaster = findPostmaster(dataDir)
  if (postmaster) {
    signal(postmaster.pid, 'SIGINT')
    if (!(await gone(() => !isAlive(postmaster.pid), 30_000))) signal(postmaster.pid, 'SIGQUIT')
    await gone(() => !isAlive(postmaster.pid), 5_000)
  }
  // Workers leave by themselves as soon as they notice that the postmaster is dead.
  if (!(await gone(() => processesIn(dataDir).length === 0, 5_000))) {
    for (const pid of processesIn(dataDir)) signal(pid, 'SIGKILL')
    if (!(await gone(() => processesIn(dataDir).length === 0, 5_000))) {
      throw new ToolError(
        `Папку базы ${dataDir} держит другой процесс PostgreSQL (${processesIn(dataDir).join(', ')}): остановите его.`,
      )
    }
  }
  // PostgreSQL trusts the number in its pid file, but after a restart of the machine or container
  // the same number may belong to anybody.
  if (!findPostmaster(dataDir)) rmSync(join(dataDir, 'postmaster.pid'), { force: true })
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function servesDirectory(pid: number, dataDir: string): boolean {
  if (process.platform === 'linux') return processesIn(dataDir).includes(pid)
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(dataDir)
  } catch {
    return false
  }
}

// PostgreSQL's processes stand in their data directory, which tells them from all others of this machine.
function processesIn(dataDir: string): number[] {
  if (process.platform !== 'linux' || !existsSync(dataDir)) return []
  const place = realpathSync(dataDir)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
        return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === place
      } catch {
        return false
      }
    })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It left by itself, or is not ours to stop: the wait that follows tells.
  }
}

async function gone(isGone: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; ; await sleep(50)) {
    if (isGone()) return true
    if (Date.now() > end) return false
  }
}

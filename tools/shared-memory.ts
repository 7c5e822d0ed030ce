import { existsSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

export const sharedMemory = '/dev/shm'

// Containers often give /dev/shm 64 MB, in which a parallel hash join fails.
export function isSharedMemorySmall(): boolean {
  if (process.platform !== 'linux') return false
  if (!existsSync(sharedMemory)) return true
  const { blocks, bsize } = statfsSync(sharedMemory)
  return blocks * bsize < 256 * 1024 ** 2
}

// What lies there is neither on a disk nor given back by the system when it is short of memory.
export function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(sharedMemory)) return false
  const { bavail, bsize } = statfsSync(sharedMemory)
  return Math.min(bavail * bsize, freemem()) >= 4 * 1024 ** 3
}

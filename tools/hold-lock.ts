import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAlive } from './postgres-processes.ts'
import { errorCode } from './tool-error.ts'

// A file with the number of the process that holds it. One that its process left behind when it was killed counts as none.
export function holdLock(file: string, work: () => void): void {
  while (!take(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  try {
    work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  if (isLeftBehind(file)) rmSync(file, { force: true })
  return false
}

function isLeftBehind(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // Its number is written a moment after the file is made.
    return holder === 0 ? Date.now() - statSync(file).mtimeMs > 5_000 : !isAlive(holder)
  } catch {
    return false
  }
}

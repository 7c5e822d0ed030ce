import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdLock } from './hold-lock.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'echolot-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('lets one process at a time do its work', async () => {
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')]
  const program = `
    import { appendFileSync } from 'node:fs'
    import { holdLock } from ${JSON.stringify(join(import.meta.dirname, 'hold-lock.ts'))}
    holdLock(${JSON.stringify(lock)}, () => {
      appendFileSync(${JSON.stringify(log)}, 'in ')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      appendFileSync(${JSON.stringify(log)}, 'out ')
    })`
  const others = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(others.map(async (other) => (await once(other, 'exit'))[0] as number))
  expect(codes).toEqual([0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
  expect(existsSync(lock)).toBe(false)
})

it('takes what a killed process left behind, and lets go when the work fails', () => {
  const lock = join(folder, 'lock')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock, String(pid))
  expect(() =>
    holdLock(lock, () => {
      throw new Error('no build')
    }),
  ).toThrow('no build')
  expect(existsSync(lock)).toBe(false)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root.ts'

/** In the place of ours: takes its time to stop. */
const slowToStop = `
import { writeFileSync } from 'node:fs'
process.once('SIGTERM', () => setTimeout(() => {
  writeFileSync('stopped', '')
  process.exit(0)
}, 500))
setInterval(() => {}, 1000)
console.log('started')`

test('`npm start` that is asked to stop ends when all has stopped, and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'echolot-start-test-'))
  try {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      scripts: { start: string }
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }))
    mkdirSync(join(folder, 'tools'))
    writeFileSync(join(folder, 'tools', 'start.mjs'), slowToStop)
    const npm = spawn('npm', ['start', '--silent', '--no-update-notifier'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(npm, 'exit')
    let output = ''
    for await (const chunk of npm.stdout) {
      output += String(chunk)
      if (output.includes('started')) break
    }
    npm.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(existsSync(join(folder, 'stopped'))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

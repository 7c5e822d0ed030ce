import { spawn, type StdioOptions } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './project-root.ts'
import { ToolError } from './tool-error.ts'

export type ServerProcess = {
  // Resolves with the exit code when the server has ended, for whatever reason.
  ended: Promise<number>
  hasEnded(): boolean
  stop(): Promise<void>
}

// In megabytes; V8's own is 32, of which it keeps most once it has grown. Smaller ones save no memory that
// could be measured, and the smallest took a little more of the processor: bench/README.md.
export const serverFlags = ['--max-semi-space-size=16']

export function startServer(environment: Record<string, string>, stdio: StdioOptions): ServerProcess {
  const preload = pathToFileURL(join(projectRoot, 'tools', 'end-with-parent.ts')).href
  const child = spawn(process.execPath, [...serverFlags, '--import', preload, join(projectRoot, 'server', 'main.ts')], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio,
    // Ctrl-C in the terminal reaches only us; we stop the server first and the database after it.
    detached: true,
  })
  let over = false
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  }).finally(() => {
    over = true
  })
  return {
    ended,
    hasEnded: () => over,
    stop: async () => {
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(15_000, undefined, { ref: false })])
      if (!over) child.kill('SIGKILL')
      await ended
    },
  }
}

export async function waitUntilHealthy(server: ServerProcess, address: string): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(100)) {
    if (server.hasEnded()) throw new ToolError('Сервер не запустился: причина написана выше.')
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok) return
  }
  await server.stop()
  throw new ToolError('Сервер не ответил за пять минут: посмотрите его журнал.')
}

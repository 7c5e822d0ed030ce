import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { checkPort } from './check-port.ts'
import { handedOn, hiddenServer } from './hidden-server.ts'
import { openDatabase } from './open-database.ts'
import { projectRoot } from './project-root.ts'
import { readSettings } from './read-settings.ts'
import { startServer, waitUntilHealthy, type ServerProcess } from './server-process.ts'
import { printWelcome } from './print-welcome.ts'
import { stopAsked } from './stop-asked.ts'
import { runTool, ToolError } from './tool-error.ts'

const watched = ['server', 'contract', 'rules', 'engine', 'db']

// Vite answers on PORT with hot reload and hands the server's calls on; the server restarts when its sources change.
await runTool(async () => {
  const asked = stopAsked()
  const { host, port: wantedPort, demo } = readSettings()
  const port = await checkPort(host, wantedPort)
  const serverPort = await checkPort('127.0.0.1', 0)
  const database = await openDatabase((line) => console.log(line))
  try {
    if (database.startedBy)
      throw new ToolError(`База этой папки занята процессом ${database.startedBy}: сначала остановите его.`)
    const environment = { DATABASE_URL: database.url, ...hiddenServer(host, port, serverPort) }
    const target = `http://127.0.0.1:${serverPort}`
    const server = restartingServer(() => startServer(environment, ['ignore', 'inherit', 'inherit']), target)
    const others = process.listeners('SIGTERM')
    const vite = await createServer({
      configFile: join(projectRoot, 'vite.config.ts'),
      server: { host, port, strictPort: true, proxy: handedOn(target) },
    })
    // Vite would end the whole process on SIGTERM, before server and database have ended.
    for (const listener of process.listeners('SIGTERM'))
      if (!others.includes(listener)) process.off('SIGTERM', listener)
    try {
      await server.ready
      await vite.listen()
      printWelcome(host, port, demo, 'Страницы и сервер обновляются сами, когда меняются их исходники.')
      await asked.promise
      console.log('Останавливаюсь…')
    } finally {
      await vite.close()
      await server.stop()
    }
  } finally {
    await database.stop()
  }
})

// A crash is left on the screen until the next change; that is what a developer reads.
function restartingServer(
  start: () => ServerProcess,
  address: string,
): { ready: Promise<void>; stop(): Promise<void> } {
  let current = start()
  const ready = waitUntilHealthy(current, address).catch(() => console.log('Сервер не запустился; жду исправления.'))
  let stopped = false
  let restarting = Promise.resolve()
  let waiting: NodeJS.Timeout | undefined
  const restart = async () => {
    if (stopped) return
    const started = performance.now()
    await current.stop()
    current = start()
    await waitUntilHealthy(current, address).then(
      () => console.log(`Сервер перезапущен за ${Math.round(performance.now() - started)} мс.`),
      () => console.log('Сервер не запустился; жду исправления.'),
    )
  }
  const watchers = watched.map((folder) =>
    watch(join(projectRoot, folder), { recursive: true }, (_, name) => {
      if (!name || !/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) return
      // Editors save in several steps.
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        restarting = restarting.then(restart)
      }, 150)
    }),
  )
  return {
    ready,
    stop: async () => {
      stopped = true
      clearTimeout(waiting)
      for (const watcher of watchers) watcher.close()
      await current.stop()
      await restarting
    },
  }
}

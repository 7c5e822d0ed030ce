import { existsSync, fchownSync, openSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildWeb } from './build-web.ts'
import { checkPort } from './check-port.ts'
import { dataHome, openDatabase } from './open-database.ts'
import { projectRoot } from './project-root.ts'
import { readSettings } from './read-settings.ts'
import { addressOf } from '../server/config/service.ts'
import { printWelcome } from './print-welcome.ts'
import { startServer, waitUntilHealthy } from './server-process.ts'
import { stopAsked } from './stop-asked.ts'
import { runTool, ToolError } from './tool-error.ts'

const print = (line: string) => console.log(line)

await runTool(async () => {
  const asked = stopAsked()
  const { host, port: wantedPort, demo } = readSettings()
  const port = await checkPort(host, wantedPort)
  const database = await openDatabase(print)
  try {
    if (database.startedBy) {
      throw new ToolError(
        `База этой папки занята процессом ${database.startedBy}: Эхолот уже запущен или идёт другая команда, сначала остановите её.`,
      )
    }
    buildWeb(print)
    if (asked.already()) return
    const log = join(dataHome, 'server.log')
    const server = startServer({ DATABASE_URL: database.url, PORT: String(port) }, ['ignore', openLog(log), 'inherit'])
    try {
      await Promise.race([waitUntilHealthy(server, addressOf(host, port)), asked.promise])
      if (!asked.already())
        printWelcome(host, port, demo, `Журнал сервера: ${relative(projectRoot, log)}. Остановить: Ctrl-C.`)
      const crashed = await Promise.race([
        asked.promise,
        server.ended.then(
          (code) => `Сервер остановился сам (код ${code}): подробности в ${relative(projectRoot, log)}.`,
        ),
        database.ended.then(
          () =>
            'PostgreSQL остановился сам: запустите ещё раз, данные целы. Подробности в журнале рядом с папкой базы.',
        ),
      ])
      if (crashed) throw new ToolError(crashed)
      print('Останавливаюсь…')
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
  }
})

function openLog(path: string): number {
  const isLong = existsSync(path) && statSync(path).size > 20 * 1024 ** 2
  const log = openSync(path, isLong ? 'w' : 'a', 0o600)
  const { uid, gid } = statSync(dirname(path))
  if (process.getuid?.() === 0) fchownSync(log, uid, gid)
  return log
}

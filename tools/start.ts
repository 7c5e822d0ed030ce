import { existsSync, openSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../server/config.ts'
import { buildWeb } from './build-web.ts'
import { checkPort } from './check-port.ts'
import { dataHome, openDatabase } from './open-database.ts'
import { projectRoot } from './project-root.ts'
import { startServer, waitUntilHealthy } from './server-process.ts'
import { stopAsked } from './stop-asked.ts'
import { runTool, Trouble } from './trouble.ts'

const say = (line: string) => console.log(line)

await runTool(async () => {
  const asked = stopAsked()
  const { host, port: wantedPort } = readSettings()
  const port = await checkPort(host, wantedPort)
  buildWeb(say)

  const database = await openDatabase(say)
  try {
    if (database.startedBy) {
      throw new Trouble(`База этой папки занята процессом ${database.startedBy}: Эхолот уже запущен или идёт другая команда, сначала остановите её.`)
    }
    if (asked.already()) return
    const log = join(dataHome, 'server.log')
    const server = startServer({ DATABASE_URL: database.url, PORT: String(port) }, ['ignore', openLog(log), 'inherit'])
    const address = `http://${['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host}:${port}`
    try {
      await Promise.race([waitUntilHealthy(server, address), asked.promise])
      if (!asked.already()) await greet(address, log)
      const ending = await Promise.race([server.ended, asked.promise])
      if (typeof ending === 'number') throw new Trouble(`Сервер остановился сам (код ${ending}): подробности в ${relative(projectRoot, log)}.`)
      say('Останавливаюсь…')
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
  }
})

function readSettings() {
  try {
    // The database is our concern here; every other mistake is told before anything starts.
    return readConfig({ ...process.env, DATABASE_URL: process.env.DATABASE_URL || 'postgresql://embedded' })
  } catch (error) {
    throw new Trouble(error instanceof Error ? error.message : String(error))
  }
}

function openLog(path: string): number {
  const isLong = existsSync(path) && statSync(path).size > 20 * 1024 ** 2
  return openSync(path, isLong ? 'w' : 'a', 0o600)
}

async function greet(address: string, log: string): Promise<void> {
  say(`\n  Эхолот слушает: ${address}\n`)
  for (const { role, email, password, what } of await demoPeople()) say(`  ${role.padEnd(14)} ${email.padEnd(26)} ${password.padEnd(16)} ${what}`)
  say(`\n  Журнал сервера: ${relative(projectRoot, log)}. Остановить: Ctrl-C.\n`)
}

type DemoPerson = { role: string; email: string; password: string; what: string }

async function demoPeople(): Promise<DemoPerson[]> {
  const file = join(projectRoot, 'server', 'people', 'demo.ts')
  if (!existsSync(file)) return []
  const { demoPeople } = (await import(pathToFileURL(file).href)) as { demoPeople: DemoPerson[] }
  return demoPeople
}

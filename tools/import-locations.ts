import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config/config.ts'
import { importLocations } from '../server/features/watching/locations/import-locations.ts'
import {
  readLocationList,
  type LocationList,
  type LocationMistake,
} from '../server/features/watching/locations/read-location-list.ts'
import { CannotStart, prepareDatabase } from '../server/prepare-database.ts'
import { openDatabase } from './open-database.ts'
import { progressBar } from './progress-bar.ts'
import { errorCode, runTool, ToolError } from './tool-error.ts'

const usage = `npm run locations:import -- ФАЙЛ [ФАЙЛ …]

  Дополняет справочник мест. Что есть, обновляется (по коду ФИАС или по названию и региону), чего нет, добавляется.
  Один и тот же файл второй раз ничего не меняет.

  ФАЙЛ — JSON (массив записей или запись за записью) или CSV с заголовком (через ; , или табуляцию), в UTF-8.
  Город:   name        название: Тверь
           region      регион, как угодно полно: Тверская, Тверская обл., Тверская область
           population  сколько людей, целое число          (можно не писать)
           fias        код ФИАС, или столбец id            (можно не писать)
           forms       формы названия: {"in": "Твери"} или ["Твери", "Тверью"], в CSV через |  (можно не писать:
                       склоняется сам)
           ambiguous   true, если слово чаще значит другое  (можно не писать)
  Регион:  name, type (область, край, Респ, АО, Аобл), без region

  name;region;population;forms
  Тверь;Тверская область;416000;Твери|Тверью`

const mistakesShown = 20

await runTool(() =>
  main().catch((error: unknown) => {
    throw error instanceof CannotStart ? new ToolError(error.message) : error
  }),
)

async function main(): Promise<number> {
  const paths = readArguments()
  const lists: { path: string; list: LocationList }[] = []
  for (const path of paths) lists.push({ path, list: readLocationList(await readText(path)) })
  const server = await openDatabase((line) => console.log(line))
  try {
    const database = await prepareDatabase(readConfig({ ...process.env, DATABASE_URL: server.url }))
    try {
      let taken = 0
      for (const { path, list } of lists) {
        const bar = progressBar()
        const show = (done: number): void => bar.show(done, 'записываю')
        const { added, updated, same, mistakes } = await importLocations(database.db, list.entries, show)
        bar.end()
        taken += added + updated + same
        const all = [...list.mistakes, ...mistakes].sort((one, other) => one.line - other.line)
        console.log(
          `\n  ${path}\n  добавлено ${added}, обновлено ${updated}, без изменений ${same}, с ошибками ${all.length}`,
        )
        printMistakes(all)
      }
      console.log('\n  Сообщения узнаются по новым местам после следующего запуска.\n')
      return taken > 0 ? 0 : 1
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}

function printMistakes(mistakes: readonly LocationMistake[]): void {
  for (const { line, reason } of mistakes.slice(0, mistakesShown)) console.log(`    строка ${line}: ${reason}`)
  if (mistakes.length > mistakesShown) console.log(`    … и ещё ${mistakes.length - mistakesShown}`)
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError(`Файл ${path} не в кодировке UTF-8.`)
    if (errorCode(error) === 'ENOENT') throw new ToolError(`Нет файла ${path}.`)
    if (errorCode(error) === 'EISDIR') throw new ToolError(`${path} — папка, а нужен файл.`)
    throw error
  }
}

function readArguments(): string[] {
  const { values, positionals } = parse()
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  if (positionals.length === 0) throw new ToolError(`Нужен файл:\n\n${usage}`)
  // npm runs us in the clone's root; the path was written where the person stands.
  const home = process.env.INIT_CWD ?? process.env.PWD ?? process.cwd()
  return positionals.map((path) => (isAbsolute(path) ? path : resolve(home, path)))
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', default: false } } })
  } catch {
    throw new ToolError(`Такого ключа нет.\n\n${usage}`)
  }
}

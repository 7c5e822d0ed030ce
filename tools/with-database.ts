import { readConfig, type Config } from '../server/config/config.ts'
import type { Db } from '../server/kit/sql.ts'
import { CannotStart, prepareDatabase } from '../server/prepare-database.ts'
import { openDatabase } from './open-database.ts'
import { ToolError } from './tool-error.ts'

/** What a command does to the service's own database; an embedded one runs for as long as that takes. */
export async function withDatabase<Result>(work: (db: Db, config: Config) => Promise<Result>): Promise<Result> {
  const server = await openDatabase((line) => console.log(line))
  try {
    const config = readConfig({ ...process.env, DATABASE_URL: server.url })
    const database = await prepareDatabase(config)
    try {
      return await work(database.db, config)
    } finally {
      await database.close()
    }
  } catch (error) {
    throw error instanceof CannotStart ? new ToolError(error.message) : error
  } finally {
    await server.stop()
  }
}

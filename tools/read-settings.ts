import { readConfig, type Config } from '../server/config.ts'
import { Trouble } from './trouble.ts'

// The database is opened by us; every other mistake in the environment is told before anything starts.
export function readSettings(): Config {
  try {
    return readConfig({ ...process.env, DATABASE_URL: process.env.DATABASE_URL || 'postgresql://embedded' })
  } catch (error) {
    throw new Trouble(error instanceof Error ? error.message : String(error))
  }
}

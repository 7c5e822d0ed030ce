import { readConfig, type Config } from '../server/config/config.ts'
import { ToolError } from './tool-error.ts'

// The database is opened by us; every other mistake in the environment is reported before anything starts.
export function readSettings(): Config {
  try {
    return readConfig({ ...process.env, DATABASE_URL: process.env.DATABASE_URL || 'postgresql://embedded' })
  } catch (error) {
    throw new ToolError(error instanceof Error ? error.message : String(error))
  }
}

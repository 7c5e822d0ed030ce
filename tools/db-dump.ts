import { writeFileSync } from 'node:fs'
import { describeDatabase, schemaFile, typesFile } from './db-schema.ts'
import { runTool } from './tool-error.ts'

await runTool(async () => {
  const { schema, types } = await describeDatabase()
  writeFileSync(schemaFile, schema)
  writeFileSync(typesFile, types)
  console.log('db/schema.sql and db/types.ts are fresh.')
})

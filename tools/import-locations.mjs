import { installAndRun } from './install.mjs'

await installAndRun('import-locations')

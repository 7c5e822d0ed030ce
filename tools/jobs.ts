import { deleteGivenUpJobs, listGivenUpJobs, retryGivenUpJobs, type GivenUpJob } from '../server/kit/given-up-jobs.ts'
import { runTool, ToolError } from './tool-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run jobs                      показать работы, от которых отказались после всех попыток
npm run jobs -- retry [номер …]   выполнить их заново, все или названные
npm run jobs -- delete номер …    забыть названные: их делать не нужно`

async function main(): Promise<number | void> {
  const [command = 'list', ...words] = process.argv.slice(2)
  const ids = words.map(Number)
  const known = ['list', 'retry', 'delete'].includes(command)
  if (!known || !ids.every(Number.isSafeInteger) || (command === 'delete' && ids.length === 0))
    throw new ToolError(usage)
  await withDatabase(async (db) => {
    if (command === 'retry') print('Будут выполнены заново', await retryGivenUpJobs(db, ids))
    else if (command === 'delete') print('Забыты', await deleteGivenUpJobs(db, ids))
    else print('Не выполнены после всех попыток', await listGivenUpJobs(db))
  })
}

function print(title: string, jobs: GivenUpJob[]): void {
  if (jobs.length === 0) return console.log('\n  Таких работ нет.\n')
  const line = ({ id, job, attempts, error, lastTriedAt }: GivenUpJob): string =>
    `  ${id}  ${job}  попыток: ${attempts}, последняя ${lastTriedAt.toISOString()}  ${error?.split('\n')[0] ?? ''}`
  console.log(`\n${title}:\n${jobs.map(line).join('\n')}\n`)
}

await runTool(main)

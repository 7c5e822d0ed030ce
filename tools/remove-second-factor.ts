import { removeLostSecondFactor } from '../server/features/people/accounts/accounts.public.ts'
import { systemClock } from '../server/kit/clock.ts'
import { runTool, ToolError } from './tool-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run second-factor:remove -- EMAIL

  Выключает двухфакторную защиту человека, который потерял и телефон, и резервные коды. Сначала убедитесь, кто пишет.
  Человек выходит из системы на всех устройствах и получает письмо; в журнале остаётся запись.`

await runTool(async () => {
  const [email = '', ...more] = process.argv.slice(2)
  if (!email.includes('@') || email.startsWith('-') || more.length > 0) throw new ToolError(usage)
  const had = await withDatabase((db, config) =>
    db.transaction().execute((tx) => removeLostSecondFactor(tx, { clock: systemClock, config }, email)),
  )
  if (had === null) throw new ToolError(`Аккаунта с email ${email} нет.`)
  console.log(`\n  ${email}: двухфакторная защита ${had ? 'выключена' : 'и не была включена'}.\n`)
})

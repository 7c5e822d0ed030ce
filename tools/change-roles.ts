import { roleNames, type RoleName } from '../contract/call.ts'
import { roleTitles } from '../rules/role-titles.ts'
import { changeRoles, type RoleChange } from '../server/features/people/accounts/accounts.public.ts'
import { systemClock } from '../server/kit/clock.ts'
import { runTool, ToolError } from './tool-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run roles -- EMAIL [+РОЛЬ …] [-РОЛЬ …]

  Даёт человеку роли и забирает их; без ролей только показывает, какие есть. Действует сразу, входить заново не нужно.

${roleNames.map((role) => `  ${role.padEnd(16)}${roleTitles[role].toLowerCase()}`).join('\n')}

  npm run roles -- anna@example.ru +moderator -partner`

/** @throws ToolError with the usage when they say something else */
export function readRoleChange(words: readonly string[]): RoleChange {
  const emails = words.filter((word) => !/^[+-]/.test(word))
  const [email = ''] = emails
  if (emails.length !== 1 || !email.includes('@')) throw new ToolError(`Нужен один email.\n\n${usage}`)
  const change = { email, add: [] as RoleName[], remove: [] as RoleName[] }
  for (const word of words.filter((each) => each !== email)) {
    const role = roleNames.find((name) => name.toLowerCase() === word.slice(1).toLowerCase())
    if (!role) throw new ToolError(`Роли «${word.slice(1)}» нет.\n\n${usage}`)
    change[word.startsWith('+') ? 'add' : 'remove'].push(role)
  }
  const both = change.add.find((role) => change.remove.includes(role))
  if (both) throw new ToolError(`Роль ${both} и дана, и забрана.`)
  return change
}

async function main(): Promise<number | void> {
  const given = process.argv.slice(2)
  if (given.length === 0 || given.includes('--help')) {
    console.log(usage)
    return given.length === 0 ? 1 : 0
  }
  const change = readRoleChange(given)
  const changed = await withDatabase((db) =>
    db.transaction().execute((tx) => changeRoles(tx, systemClock, null, change)),
  )
  if (!changed) throw new ToolError(`Аккаунта с email ${change.email} нет.`)
  console.log(`\n  ${change.email}: ${describeRoles(changed.after)}${describeBefore(changed)}\n`)
}

const describeRoles = (roles: RoleName[]): string =>
  roles.map((role) => roleTitles[role].toLowerCase()).join(', ') || 'ролей нет'

const describeBefore = ({ before, after }: { before: RoleName[]; after: RoleName[] }): string =>
  describeRoles(before) === describeRoles(after) ? '' : ` (было: ${describeRoles(before)})`

if (process.argv[1] === import.meta.filename) await runTool(main)

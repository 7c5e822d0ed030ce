import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { projectRoot } from './project-root.ts'
import { ToolError } from './tool-error.ts'

export type User = { uid: number; gid: number; name: string }

// PostgreSQL refuses to run as root, and initdb wants its user to be listed in /etc/passwd.
// The owner of the clone comes first: after `sudo npm start` a plain `npm start` then finds its own files.
export function unprivilegedUser(): User {
  const listed = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
    })
  const cloneOwner = statSync(projectRoot).uid
  const wanted = [
    listed.find((user) => user.uid === cloneOwner),
    listed.find((user) => user.name === 'postgres'),
    listed.find((user) => user.name === 'nobody'),
    ...listed,
  ]
  for (const user of wanted) if (user && canBecome(user)) return user
  throw new ToolError(
    'PostgreSQL не запускается от root, а перейти к другому пользователю здесь нельзя: ' +
      'запустите Эхолот обычным пользователем или задайте DATABASE_URL.',
  )
}

function canBecome(user: User): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
}

export function canReach(user: User, directory: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
  )
}

import { Avatar, Menu } from '@mantine/core'
import { IconChevronDown, IconDevices, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { lazy, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '../../../contract/accounts.ts'
import { mayAsk, rolesOf } from '../../../rules/roles.ts'
import { Later } from '../../kit/ui/later.tsx'
import { ThemeSwitch } from '../../kit/ui/theme-switch.tsx'
import { roleTitles } from './role-titles.ts'
import classes from './user-menu.module.css'

const DevicesLogoutDialog = lazy(() =>
  import('./devices-logout-dialog.tsx').then((file) => ({ default: file.DevicesLogoutDialog })),
)

export function UserMenu({ user }: { user: User }) {
  const [leaving, setLeaving] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const stay = (): void => {
    setLeaving(false)
    // The menu item that the dialog was opened from is gone.
    target.current?.focus()
  }
  const roles = roleTitles(user.role)
  return (
    <>
      <Menu position="bottom-end" width={280} radius="md" shadow="md" offset={6}>
        <Menu.Target>
          <button ref={target} type="button" className={classes.target} aria-label={`Меню: ${user.username}`}>
            <Avatar name={user.username} color="sea" variant="filled" size={32} radius="xl" alt="" />
            <span className={classes.short}>{user.username}</span>
            <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.person}>
            <div className={classes.name}>{user.username}</div>
            <div className={classes.email}>{user.email ?? 'Email не указан'}</div>
            {roles.length > 0 && (
              <ul className={classes.roles}>
                {roles.map((role) => (
                  <li key={role}>{role}</li>
                ))}
              </ul>
            )}
            <ThemeSwitch />
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={18} stroke={1.7} />}>
            Профиль
          </Menu.Item>
          {mayAsk('admin', rolesOf(user.role)) && (
            <Menu.Item component={Link} to="/admin" leftSection={<IconSettings size={18} stroke={1.7} />}>
              Админ
            </Menu.Item>
          )}
          <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={18} stroke={1.7} />}>
            Выйти
          </Menu.Item>
          <Menu.Item leftSection={<IconDevices size={18} stroke={1.7} />} onClick={() => setLeaving(true)}>
            Выйти на всех устройствах
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving && (
        <Later>
          <DevicesLogoutDialog onClose={stay} />
        </Later>
      )}
    </>
  )
}

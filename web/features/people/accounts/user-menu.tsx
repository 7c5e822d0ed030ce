import { Avatar } from '@mantine/core'
import {
  IconAffiliate,
  IconBell,
  IconChevronDown,
  IconDevices,
  IconHeadset,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '../../../../contract/people/accounts.ts'
import { mayAsk, rolesOf } from '../../../../rules/roles.ts'
import { LateMenu } from '../../../kit/ui/components/late-menu.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { ThemeSwitch } from '../../../kit/ui/components/theme-switch.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { RoleList } from './role-list.tsx'
import classes from './user-menu.module.css'

const DevicesLogoutDialog = lazyNamed(() => import('./devices-logout-dialog.tsx'), 'DevicesLogoutDialog')

export function UserMenu({ user }: { user: User }) {
  const [leaving, setLeaving] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const isPartner = mayAsk('partner', rolesOf(user.role))
  const stay = (): void => {
    setLeaving(false)
    // The menu item that the dialog was opened from is gone.
    target.current?.focus()
  }
  return (
    <>
      <LateMenu
        position="bottom-end"
        width={280}
        offset={6}
        target={
          <button ref={target} type="button" className={classes.target} aria-label={`Меню: ${user.username}`}>
            <Avatar color="sea" variant="filled" size={32} radius="xl" alt="">
              {/* Drawn, not written: they are no words of the button's name. */}
              <span className={classes.initials} data-initials={initialsOf(user.username)} />
            </Avatar>
            <span className={`${typography.truncated} ${classes.short}`}>{user.username}</span>
            <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
          </button>
        }
      >
        {(Menu) => (
          <>
            <Stack gap={0} align="flex-start" className={classes.person}>
              <div className={classes.name}>{user.username}</div>
              <div className={classes.email}>{user.email ?? 'Email не указан'}</div>
              <RoleList codes={user.role} className={classes.roles} />
              <ThemeSwitch />
            </Stack>
            <Menu.Divider />
            <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={18} stroke={1.7} />}>
              Профиль
            </Menu.Item>
            <Menu.Item component={Link} to="/subscribes" leftSection={<IconReceipt size={18} stroke={1.7} />}>
              Подписки
            </Menu.Item>
            <Menu.Item component={Link} to="/notices" leftSection={<IconBell size={18} stroke={1.7} />}>
              Уведомления
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={isPartner ? '/partner' : '/partner-terms'}
              leftSection={<IconAffiliate size={18} stroke={1.7} />}
            >
              {isPartner ? 'Партнёр' : 'Партнёрская программа'}
            </Menu.Item>
            {mayAsk('support', rolesOf(user.role)) && (
              <Menu.Item component={Link} to="/support" leftSection={<IconHeadset size={18} stroke={1.7} />}>
                Тех поддержка
              </Menu.Item>
            )}
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
          </>
        )}
      </LateMenu>
      {leaving && (
        <LazyBoundary>
          <DevicesLogoutDialog onClose={stay} />
        </LazyBoundary>
      )}
    </>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

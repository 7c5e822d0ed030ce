import { Button } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconDevices, IconHistory, IconLock, IconShieldLock } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { User } from '../../../../contract/people/accounts.ts'
import { pageInHash } from '../../../../rules/paging/page-hash.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { SettingsCard, SettingsNote, SettingsRow } from '../../../kit/ui/components/settings-card.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'

const PasswordDialog = lazyNamed(() => import('./password-change-dialog.tsx'), 'PasswordChangeDialog')
const HistoryDialog = lazyNamed(() => import('./auth-history-dialog.tsx'), 'AuthHistoryDialog')
const DevicesDialog = lazyNamed(() => import('./devices-logout-dialog.tsx'), 'DevicesLogoutDialog')

/** The name of the list of sign-ins in the hash of the address: `#page-auth=2`. */
const AUTH_LIST = 'auth'

const FactorDialog = lazyNamed(() => import('./second-factor-dialog.tsx'), 'SecondFactorDialog')

type DialogName = 'password' | 'factor' | 'history' | 'devices'

export interface ProfileSignInCardProps {
  user: User
  /** The rows of the networks one can come in through. */
  networks: ReactNode
}

/** How a person comes in, and where they are in. */
export function ProfileSignInCard({ user, networks }: ProfileSignInCardProps) {
  // An address that names a page of the history shows it: after a reload, or from somewhere else.
  const [open, setOpen] = useState<DialogName | null>(() =>
    pageInHash(window.location.hash, AUTH_LIST) === null ? null : 'history',
  )
  const close = (): void => setOpen(null)
  const byCode = user.email !== null && user.networks.length === 0
  useFocusReturn({ opened: open !== null })
  return (
    <SettingsCard title="Вход и безопасность">
      <SettingsRow
        icon={<IconLock size={20} stroke={1.7} />}
        title="Пароль"
        own
        action={
          <Button
            variant={user.hasPassword ? 'default' : 'filled'}
            aria-label={`${user.hasPassword ? 'Изменить' : 'Задать'} пароль`}
            onClick={() => setOpen('password')}
          >
            {user.hasPassword ? 'Изменить' : 'Задать'}
          </Button>
        }
      >
        <span>{user.hasPassword ? 'Установлен' : byCode ? 'Не задан: вы входите по коду из письма' : 'Не задан'}</span>
        {!user.hasPassword && (
          <SettingsNote>
            {byCode ? 'С паролем не нужно ждать письма.' : 'С паролем вы войдёте, даже если другая сеть недоступна.'}
          </SettingsNote>
        )}
      </SettingsRow>
      <SettingsRow
        icon={<IconShieldLock size={20} stroke={1.7} />}
        title="Двухфакторная защита"
        own
        action={
          <Button
            variant="default"
            aria-label={`${user.secondFactor ? 'Выключить' : 'Включить'} двухфакторную защиту`}
            onClick={() => setOpen('factor')}
          >
            {user.secondFactor ? 'Выключить' : 'Включить'}
          </Button>
        }
      >
        <span>{user.secondFactor ? 'Включена: вход с кодом из приложения' : 'Выключена'}</span>
        {!user.secondFactor && <SettingsNote>С ней чужой не войдёт, даже если узнает ваш пароль.</SettingsNote>}
      </SettingsRow>
      {networks}
      <SettingsRow
        icon={<IconHistory size={20} stroke={1.7} />}
        title="История входов"
        action={
          <Button variant="default" aria-label="Открыть историю входов" onClick={() => setOpen('history')}>
            Открыть
          </Button>
        }
      >
        <span>Когда, откуда и с какого устройства входили в аккаунт</span>
      </SettingsRow>
      <SettingsRow
        icon={<IconDevices size={20} stroke={1.7} />}
        title="Выход на всех устройствах"
        own
        action={
          <Button variant="default" aria-label="Выйти везде: на всех устройствах" onClick={() => setOpen('devices')}>
            Выйти везде
          </Button>
        }
      >
        <span>Если потеряли телефон или забыли выйти на чужом компьютере</span>
      </SettingsRow>
      <LazyBoundary>
        {open === 'password' && <PasswordDialog user={user} onClose={close} />}
        {open === 'factor' && <FactorDialog user={user} onClose={close} />}
        {open === 'history' && <HistoryDialog list={AUTH_LIST} zone={user.timeZone} onClose={close} />}
        {open === 'devices' && <DevicesDialog onClose={close} />}
      </LazyBoundary>
    </SettingsCard>
  )
}

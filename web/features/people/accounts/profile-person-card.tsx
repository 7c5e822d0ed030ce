import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { usernameLength, type User } from '../../../../contract/people/accounts.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import typography from '../../../kit/ui/typography.module.css'
import { fieldError } from '../../../kit/calls/field-errors.ts'
import classes from './profile-person-card.module.css'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { zoneTitle } from './time-zones.ts'
import { changeMe } from './use-me.ts'

const sentences = { username: 'Введите имя', timeZone: 'Такого часового пояса нет' }

/** The name and the time zone: what a person may write about themselves as they like. */
export function ProfilePersonCard({ user }: { user: User }) {
  const cache = useQueryClient()
  const now = useNow()
  // Only what was changed here; all else is as the server last reported it.
  const [changed, setChanged] = useState<{ username?: string; timeZone?: string }>({})
  const [nameless, setNameless] = useState(false)
  const username = changed.username ?? user.username
  const timeZone = changed.timeZone ?? user.timeZone
  const dirty = username.trim() !== user.username || timeZone !== user.timeZone
  const form = useRef<HTMLFormElement>(null)
  const clean = (): void => {
    // The buttons go away: the focus stays where they were.
    form.current?.focus()
    setChanged({})
    setNameless(false)
  }
  const save = useAct('accounts', 'updateUser', {
    onSuccess: ({ user: saved }) => {
      changeMe(cache, saved)
      clean()
      showActionToast('Сохранено', null)
    },
  })
  const error = fieldError(save.error, sentences)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const change = (to: typeof changed): void => {
    setChanged({ ...changed, ...to })
    setNameless(false)
    save.reset()
  }
  const cancel = (): void => {
    clean()
    save.reset()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setNameless(username.trim() === '')
    if (username.trim() !== '' && dirty) save.mutate({ username: username.trim(), timeZone })
  }
  return (
    <SettingsCard title="Личные данные">
      <Stack ref={form} tabIndex={-1} as="form" className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="Как к вам обращаться"
          size="md"
          name="name"
          autoComplete="name"
          maxLength={usernameLength}
          value={username}
          error={nameless || error?.field === 'username' ? sentences.username : null}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <TimeZoneSelect
          value={timeZone}
          onChange={(zone) => change({ timeZone: zone })}
          error={error?.field === 'timeZone' ? sentences.timeZone : null}
          description={`Время в ленте и письмах. Сейчас там ${clockOf(now, timeZone)}`}
        />
        {zoneTitle(here) !== zoneTitle(timeZone) && (
          <button
            type="button"
            className={`${typography.link} ${classes.here}`}
            onClick={() => change({ timeZone: here })}
          >
            Поставить пояс этого устройства: {zoneTitle(here).split(',')[0]}, {clockOf(now, here)}
          </button>
        )}
        {error?.field === null && <AlertBox tone="bad">{error.sentence}</AlertBox>}
        {dirty && (
          <Row>
            <Button type="submit" loading={save.isPending}>
              Сохранить
            </Button>
            <Button variant="default" disabled={save.isPending} onClick={cancel}>
              Отмена
            </Button>
          </Row>
        )}
      </Stack>
    </SettingsCard>
  )
}

function clockOf(now: Date, zone: string): string {
  return now.toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit', timeZone: zone })
}

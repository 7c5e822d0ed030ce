import { Button } from '@mantine/core'
import { IconBell, IconMail, IconPhone } from '@tabler/icons-react'
import type { User } from '../../../../contract/people/accounts.ts'
import { phoneInWords } from '../../../kit/ui/text/phone-in-words.ts'
import { SettingsCard, SettingsNote, SettingsRow, StateMark } from '../../../kit/ui/components/settings-card.tsx'

export interface ProfileContactsCardProps {
  user: User
  /** How each is shown to be one's own; another part of the page does it. */
  onEmail: () => void
  onPhone: () => void
  onNotices: () => void
}

/** Where a person can be reached, and whether they have shown it to be theirs. */
export function ProfileContactsCard({ user, onEmail, onPhone, onNotices }: ProfileContactsCardProps) {
  const {
    email,
    emailApprove: emailApproved,
    pendingEmail,
    phone,
    phoneApprove: phoneApproved,
    notificationEmail,
  } = user
  const emailDone = email !== null && emailApproved && pendingEmail === null
  const noticesTo = notificationEmail ?? email
  const noticesWord = noticesTo === null ? 'Добавить' : 'Изменить'
  const phoneDone = phone !== null && phoneApproved
  return (
    <SettingsCard title="Контакты">
      <SettingsRow
        icon={<IconMail size={20} stroke={1.7} />}
        title="Email"
        action={
          <Button variant={emailDone ? 'default' : 'filled'} aria-label={`${emailWord(user)}: email`} onClick={onEmail}>
            {emailWord(user)}
          </Button>
        }
      >
        {email === null ? (
          pendingEmail === null && <span>Не указан</span>
        ) : (
          <span>
            <Email address={email} />{' '}
            {emailApproved ? (
              <StateMark tone="good">подтверждён</StateMark>
            ) : (
              <StateMark tone="warn">не подтверждён</StateMark>
            )}
          </span>
        )}
        {pendingEmail !== null && (
          <span>
            {email !== null && 'Новый: '}
            <Email address={pendingEmail} /> <StateMark tone="warn">не подтверждён</StateMark>
          </span>
        )}
        <SettingsNote>{emailNote(user)}</SettingsNote>
      </SettingsRow>
      <SettingsRow
        icon={<IconPhone size={20} stroke={1.7} />}
        title="Телефон"
        action={
          <Button
            variant={phone !== null && !phoneApproved ? 'filled' : 'default'}
            aria-label={`${phone === null ? 'Добавить' : phoneApproved ? 'Изменить' : 'Подтвердить'}: телефон`}
            onClick={onPhone}
          >
            {phone === null ? 'Добавить' : phoneApproved ? 'Изменить' : 'Подтвердить'}
          </Button>
        }
      >
        {phone === null ? (
          <span>Не указан</span>
        ) : (
          <span>
            {phoneInWords(phone)}{' '}
            {phoneApproved ? (
              <StateMark tone="good">подтверждён</StateMark>
            ) : (
              <StateMark tone="warn">не подтверждён</StateMark>
            )}
          </span>
        )}
        <SettingsNote>
          {phoneDone ? 'Видите его только вы и поддержка.' : 'Подтвердим звонком: брать трубку не нужно.'}
        </SettingsNote>
      </SettingsRow>
      <SettingsRow
        icon={<IconBell size={20} stroke={1.7} />}
        title="Письма с уведомлениями"
        action={
          <Button variant="default" aria-label={`${noticesWord}: письма с уведомлениями`} onClick={onNotices}>
            {noticesWord}
          </Button>
        }
      >
        <span>{noticesTo === null ? 'Пока никуда: email не указан' : <Email address={noticesTo} />}</span>
        {noticesTo !== null && (
          <SettingsNote>
            {notificationEmail === null
              ? 'Приходят на email аккаунта. Можно указать другой.'
              : 'Отдельный адрес, не тот, с которым вы входите.'}
          </SettingsNote>
        )}
      </SettingsRow>
    </SettingsCard>
  )
}

/** Where it has to be broken, it breaks before its domain. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function emailNote({ email, emailApprove: approved, pendingEmail }: User): string {
  if (email === null && pendingEmail === null) return 'С ним можно входить и восстанавливать пароль.'
  if (pendingEmail !== null)
    return email === null
      ? 'Введите код из письма, и с ним можно будет входить.'
      : 'Введите код из письма, и новый заменит прежний.'
  return approved
    ? 'С ним вы входите и восстанавливаете пароль.'
    : 'Подтвердите, что он ваш: без этого пароль не восстановить.'
}

function emailWord({ email, emailApprove: approved, pendingEmail }: User): string {
  if (email === null && pendingEmail === null) return 'Добавить'
  return approved && pendingEmail === null ? 'Изменить' : 'Подтвердить'
}

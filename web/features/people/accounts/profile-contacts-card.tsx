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
  return (
    <SettingsCard title="Контакты">
      <EmailRow user={user} onPress={onEmail} />
      <PhoneRow user={user} onPress={onPhone} />
      <NoticesRow user={user} onPress={onNotices} />
    </SettingsCard>
  )
}

interface RowProps {
  user: User
  onPress: () => void
}

function EmailRow({ user, onPress }: RowProps) {
  const { email, emailApprove: emailApproved, pendingEmail } = user
  const done = email !== null && emailApproved && pendingEmail === null
  return (
    <SettingsRow
      icon={<IconMail size={20} stroke={1.7} />}
      title="Email"
      own
      action={
        <Button variant={done ? 'default' : 'filled'} aria-label={`${emailWord(user)}: email`} onClick={onPress}>
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
  )
}

function PhoneRow({ user: { phone, phoneApprove: approved }, onPress }: RowProps) {
  const word = phone === null ? 'Добавить' : approved ? 'Изменить' : 'Подтвердить'
  return (
    <SettingsRow
      icon={<IconPhone size={20} stroke={1.7} />}
      title="Телефон"
      own
      action={
        <Button
          variant={phone !== null && !approved ? 'filled' : 'default'}
          aria-label={`${word}: телефон`}
          onClick={onPress}
        >
          {word}
        </Button>
      }
    >
      {phone === null ? (
        <span>Не указан</span>
      ) : (
        <span>
          {phoneInWords(phone)}{' '}
          {approved ? (
            <StateMark tone="good">подтверждён</StateMark>
          ) : (
            <StateMark tone="warn">не подтверждён</StateMark>
          )}
        </span>
      )}
      <SettingsNote>
        {phone !== null && approved
          ? 'Видите его только вы и поддержка.'
          : 'Подтвердим звонком: брать трубку не нужно.'}
      </SettingsNote>
    </SettingsRow>
  )
}

function NoticesRow({ user: { email, notificationEmail }, onPress }: RowProps) {
  const to = notificationEmail ?? email
  const word = to === null ? 'Добавить' : 'Изменить'
  return (
    <SettingsRow
      icon={<IconBell size={20} stroke={1.7} />}
      title="Письма с уведомлениями"
      own
      action={
        <Button variant="default" aria-label={`${word}: письма с уведомлениями`} onClick={onPress}>
          {word}
        </Button>
      }
    >
      <span>{to === null ? 'Пока никуда: email не указан' : <Email address={to} />}</span>
      {to !== null && (
        <SettingsNote>
          {notificationEmail === null
            ? 'Приходят на email аккаунта. Можно указать другой.'
            : 'Отдельный адрес, не тот, с которым вы входите.'}
        </SettingsNote>
      )}
    </SettingsRow>
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

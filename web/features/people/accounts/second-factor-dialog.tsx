import { Button, Code, CopyButton, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { renderSVG } from 'uqr'
import type { User } from '../../../../contract/people/accounts.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { CurrentPasswordInput } from '../../../kit/ui/components/current-password-input.tsx'
import { DialogForm } from '../../../kit/ui/components/dialog.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './second-factor-dialog.module.css'
import { changeMe } from './use-me.ts'

export interface SecondFactorDialogProps {
  user: User
  onClose: () => void
}

type Begun = Result<'accounts', 'startSecondFactor'>

/** Sets the second factor up in three steps (the password, the app, the recovery codes), or switches it off. */
export function SecondFactorDialog({ user, onClose }: SecondFactorDialogProps) {
  // What it was when the dialog opened: a dialog that is done must not turn into another.
  const [removing] = useState(user.secondFactor)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const cache = useQueryClient()
  const step = removing ? (
    <Remove user={user} onClose={onClose} />
  ) : codes ? (
    <RecoveryCodes codes={codes} onClose={onClose} />
  ) : begun ? (
    <Confirm
      begun={begun}
      onClose={onClose}
      onConfirmed={(recoveryCodes) => {
        setCodes(recoveryCodes)
        changeMe(cache, { ...user, secondFactor: true })
      }}
    />
  ) : (
    <Begin user={user} onBegun={setBegun} onClose={onClose} />
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title="Двухфакторная защита"
      size={460}
      // The codes are shown once.
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
    >
      {step}
    </Modal>
  )
}

function Begin({ user, onBegun, onClose }: SecondFactorDialogProps & { onBegun: (begun: Begun) => void }) {
  const [password, setPassword] = useState('')
  const start = useAct('accounts', 'startSecondFactor', { onSuccess: onBegun })
  return (
    <DialogForm
      submit="Продолжить"
      loading={start.isPending}
      error={isAboutPassword(start.error) ? null : start.error}
      onClose={onClose}
      onSubmit={() => start.mutate(user.hasPassword ? { password } : {})}
    >
      <p>
        При входе, кроме пароля, понадобится код из приложения на вашем телефоне. Подойдёт любое приложение для таких
        кодов: Яндекс Ключ, Google Authenticator, Microsoft Authenticator.
      </p>
      {user.hasPassword && <CurrentPassword user={user} value={password} error={start.error} onChange={setPassword} />}
    </DialogForm>
  )
}

function Confirm({
  begun,
  onConfirmed,
  onClose,
}: {
  begun: Begun
  onConfirmed: (codes: string[]) => void
  onClose: () => void
}) {
  const [code, setCode] = useState('')
  const confirm = useAct('accounts', 'confirmSecondFactor', {
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  const picture = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(begun.uri, { border: 2 }))}`,
    [begun.uri],
  )
  return (
    <DialogForm
      submit="Включить"
      loading={confirm.isPending}
      error={isAboutCode(confirm.error) ? null : confirm.error}
      onClose={onClose}
      onSubmit={() => confirm.mutate({ code })}
    >
      <p>Отсканируйте картинку приложением или введите в нём ключ вручную, затем впишите код, который оно покажет.</p>
      <img className={classes.picture} src={picture} alt="QR-код для приложения" width={200} height={200} />
      <div>
        <div className={typography.note}>Ключ для ручного ввода</div>
        <Code className={classes.key}>{inGroups(begun.secret, 4)}</Code>
      </div>
      <CodeInput label="Код из приложения" value={code} error={confirm.error} onChange={setCode} />
      <p className={typography.note}>На всех других устройствах вход завершится сразу.</p>
    </DialogForm>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const lines = codes.map((code) => inGroups(code, 5))
  return (
    <Stack>
      <AlertBox tone="quiet">Защита включена. Сохраните резервные коды: мы показываем их один раз.</AlertBox>
      <p>Если телефон потеряется, войти поможет любой из них. Каждый действует один раз.</p>
      <ul className={classes.codes} aria-label="Резервные коды">
        {lines.map((line) => (
          <li key={line}>
            <Code>{line}</Code>
          </li>
        ))}
      </ul>
      <CopyButton value={lines.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Скопировано' : 'Скопировать'}
          </Button>
        )}
      </CopyButton>
      <Button data-autofocus onClick={onClose}>
        Я сохранил коды
      </Button>
    </Stack>
  )
}

function Remove({ user, onClose }: SecondFactorDialogProps) {
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useAct('accounts', 'removeSecondFactor', {
    onSuccess: () => {
      changeMe(cache, { ...user, secondFactor: false })
      onClose()
      showActionToast('Двухфакторная защита выключена', null)
    },
  })
  const aboutField = isAboutPassword(remove.error) || isAboutCode(remove.error)
  return (
    <DialogForm
      submit="Выключить"
      loading={remove.isPending}
      error={aboutField ? null : remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate(user.hasPassword ? { password, code } : { code })}
    >
      <p>После этого для входа будет достаточно пароля.</p>
      {user.hasPassword && <CurrentPassword user={user} value={password} error={remove.error} onChange={setPassword} />}
      <CodeInput label="Код из приложения или резервный код" value={code} error={remove.error} onChange={setCode} />
    </DialogForm>
  )
}

interface FieldProps {
  value: string
  /** What the call was refused with: shown here when it is about this field. */
  error: Error | null
  onChange: (value: string) => void
}

function CodeInput({ label, value, error, onChange }: FieldProps & { label: string }) {
  return (
    <TextInput
      label={label}
      name="code"
      autoComplete="one-time-code"
      maxLength={40}
      size="md"
      data-autofocus
      value={value}
      error={error && isAboutCode(error) ? sentenceOfCode(error) : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function CurrentPassword({ user, value, error, onChange }: FieldProps & { user: User }) {
  const mistake = error && isAboutPassword(error) ? sentenceOf(error) : null
  const username = user.email ?? user.username
  return <CurrentPasswordInput username={username} first value={value} error={mistake} onChange={onChange} />
}

const isAboutPassword = (error: Error | null): boolean =>
  hasCode(error, 'PASSWORD_INVALID') || hasCode(error, 'PASSWORD_REQUIRED')

/** An empty one is refused as a mistake of the field. */
const isAboutCode = (error: Error | null): boolean =>
  hasCode(error, 'SECOND_FACTOR_INVALID') || hasCode(error, 'VALIDATION_FAILED')

const sentenceOfCode = (error: Error): string =>
  hasCode(error, 'VALIDATION_FAILED') ? 'Введите код' : sentenceOf(error)

const inGroups = (text: string, size: number): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(size === 5 ? '-' : ' ')

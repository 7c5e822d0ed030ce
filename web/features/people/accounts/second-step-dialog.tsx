import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { closeAuthDialog, openLogin } from './auth-dialog-state.ts'
import { AuthDialog } from './auth-dialog.tsx'
import { AuthForm } from './auth-form.tsx'
import classes from './auth-dialog.module.css'
import { useCameIn } from './use-came-in.ts'
import { useWayIn } from './use-way-in.ts'

const MISSING = 'Введите код из приложения'

/** The second step of coming in. @param ticket what the first step gave */
export function SecondStepDialog({ ticket }: { ticket: string }) {
  const cameIn = useCameIn()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const take = useWayIn('takeSecondStep', { onSuccess: ({ user }) => cameIn(user, 'login') })
  const wrong = hasCode(take.error, 'SECOND_FACTOR_INVALID')
  const expired = hasCode(take.error, 'SECOND_STEP_EXPIRED')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '') take.mutate({ secondStep: ticket, code })
  }
  return (
    <AuthDialog title="Подтвердите вход" onClose={closeAuthDialog}>
      <AuthForm
        submit="Войти"
        loading={take.isPending}
        error={take.error && !wrong ? sentenceOf(take.error) : null}
        onSubmit={submit}
      >
        <TextInput
          label="Код из приложения"
          description="6 цифр. Если телефона нет под рукой, введите один из резервных кодов"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={40}
          data-autofocus
          size="md"
          value={code}
          error={missing ? MISSING : wrong && take.error ? sentenceOf(take.error) : null}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setMissing(false)
          }}
        />
        {expired && (
          <Button variant="default" onClick={openLogin}>
            Войти заново
          </Button>
        )}
        <p className={classes.note}>
          Нет ни телефона, ни резервных кодов? <a href="/contacts?subj=Потерян второй фактор">Напишите в поддержку</a>.
        </p>
      </AuthForm>
    </AuthDialog>
  )
}

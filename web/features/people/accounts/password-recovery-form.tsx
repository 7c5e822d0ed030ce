import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { hasCode } from '../../../kit/calls/call-error.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import frame from '../../../kit/ui/components/page-frame.module.css'
import { openRecovery, openSecondStep } from './auth-dialog-state.ts'
import { AuthForm } from './auth-form.tsx'
import { fieldError, formError } from '../../../kit/calls/field-errors.ts'
import { NewPasswordInput, newPasswordMistake, newPasswordRule } from './new-password-input.tsx'
import classes from './password-recovery-form.module.css'
import { useCameIn } from './use-came-in.ts'
import { useWayIn } from './use-way-in.ts'

const sentences = { password: newPasswordRule }
const owner = { PASSWORD_TOO_COMMON: 'password' } as const

/** The new password of anyone who followed the link in the letter. `token` is what the link brought; null: nothing. */
export function PasswordRecoveryForm({ token }: { token: string | null }) {
  const cameIn = useCameIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPasswordMistake },
  })
  const confirm = useWayIn('confirmRecovery', {
    onSuccess: (came) => (came.user ? cameIn(came.user, 'login') : openSecondStep(came.secondStep ?? '')),
    onError: (error) => {
      const found = fieldError(error, sentences, owner)
      if (found?.field) form.setFieldError(found.field, found.sentence)
    },
  })
  const expired = hasCode(confirm.error, 'RECOVERY_EXPIRED')
  if (token === null || expired) {
    return (
      <EmptyState
        picture="lost"
        level={1}
        title={expired ? 'Ссылка больше не действует' : 'Восстановление пароля'}
        action={<Button onClick={openRecovery}>{expired ? 'Запросить новую' : 'Прислать ссылку'}</Button>}
      >
        {expired
          ? 'Она действует час, только один раз и только пока не пришла следующая.'
          : 'Новый пароль задают по ссылке из письма. Если письмо уже пришло, откройте ссылку целиком.'}
      </EmptyState>
    )
  }
  return (
    <Stack as="section" gap={3} className={`${frame.column} ${classes.page}`}>
      <h1 className={typography.pageTitle}>Новый пароль</h1>
      <p className={classes.about}>На других устройствах вход завершится: там понадобится этот пароль.</p>
      <AuthForm
        submit="Сохранить и войти"
        loading={confirm.isPending}
        error={formError(confirm.error, sentences, owner)}
        onSubmit={form.onSubmit(({ password }) => confirm.mutate({ token, password }))}
      >
        <NewPasswordInput key={form.key('password')} {...form.getInputProps('password')} label="Новый пароль" />
      </AuthForm>
    </Stack>
  )
}

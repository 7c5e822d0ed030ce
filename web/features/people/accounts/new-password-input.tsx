import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { passwordLength } from '../../../../contract/credentials.ts'

export const newPasswordMistake = (password: string): string | null =>
  password.length < passwordLength.min ? newPasswordRule : null
export const newPasswordRule = `Не короче ${passwordLength.min} символов`

/** A password that is thought up, not remembered: browsers offer one. */
export function NewPasswordInput({ label = 'Пароль', ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      label={label}
      // A text input says this by itself; Mantine's password input does not.
      aria-invalid={Boolean(props.error) || undefined}
      // Said once: a mistake says the same.
      description={props.error === newPasswordRule ? undefined : newPasswordRule}
      name="new-password"
      autoComplete="new-password"
      maxLength={passwordLength.max}
      visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
      size="md"
    />
  )
}

import { PasswordInput } from '@mantine/core'
import type { Ref } from 'react'
import { passwordLength } from '../../../../contract/credentials.ts'

export interface CurrentPasswordInputProps {
  /** Whose it is: browsers that keep passwords must know. */
  username: string
  value: string
  error: string | null
  onChange: (value: string) => void
  description?: string
  ref?: Ref<HTMLInputElement>
  /** Has the focus when its dialog opens. */
  first?: boolean
}

/** The password that someone who is signed in shows once more, before what gives the account away. */
export function CurrentPasswordInput(props: CurrentPasswordInputProps) {
  const { username, value, error, onChange, description, ref, first = false } = props
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        ref={ref}
        label="Текущий пароль"
        description={description}
        name="password"
        autoComplete="current-password"
        size="md"
        maxLength={passwordLength.max}
        data-autofocus={first || undefined}
        value={value}
        error={error}
        aria-invalid={error !== null || undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Показать текущий пароль' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}

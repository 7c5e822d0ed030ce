import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'

export interface AuthFormProps {
  submit: string
  loading: boolean
  /** The server's sentence about the whole form. */
  error: string | null
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The fields of a dialog of coming in, what is wrong with them, and the button. */
export function AuthForm({ submit, loading, error, onSubmit, children }: AuthFormProps) {
  return (
    <Stack as="form" onSubmit={onSubmit} noValidate>
      {error !== null && <AlertBox tone="bad">{error}</AlertBox>}
      {children}
      <Button type="submit" size="md" fullWidth loading={loading}>
        {submit}
      </Button>
    </Stack>
  )
}

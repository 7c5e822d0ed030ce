import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './auth-dialog.module.css'

export interface AuthFormProps {
  submit: string
  loading: boolean
  /** The server's sentence about the whole form. */
  trouble: string | null
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The fields of a dialog of coming in, what is wrong with them, and the button. */
export function AuthForm({ submit, loading, trouble, onSubmit, children }: AuthFormProps) {
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {trouble !== null && <Notice tone="bad">{trouble}</Notice>}
      {children}
      <Button type="submit" size="md" fullWidth loading={loading}>
        {submit}
      </Button>
    </form>
  )
}

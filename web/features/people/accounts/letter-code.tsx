import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { entryPinLength, resendSeconds } from '../../../../contract/people/verification.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { PinEntry, type PinEntryProps } from '../../../kit/ui/components/pin-entry.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './auth-dialog.module.css'

/** The words for a code that was not right (`CodeFlag` 2 and 3). */
const pinMistakes = {
  2: 'Код не подошёл. Проверьте и введите ещё раз',
  3: 'Код не подошёл, и попыток больше нет. Запросите новый код',
} as const

interface LetterCodeProps extends Pick<PinEntryProps, 'onComplete' | 'resendAt' | 'onResend' | 'resending'> {
  /** The e-mail the letter went to. */
  target: string
  /** What came of the last code, if it was not right: 2 it is wrong, 3 it is no longer taken. */
  flag: 2 | 3 | null
  error: Error | null | undefined
  captcha: ReactNode
  onAnotherEmail: () => void
  /** Where the letter may be, and what it says where there is no code in it. */
  children: ReactNode
}

/** Six digits from a letter: who has them has the e-mail. */
export function LetterCode({ target, flag, error, captcha, onAnotherEmail, children, ...pin }: LetterCodeProps) {
  return (
    <Stack>
      <p className={classes.words}>
        Мы отправили письмо на <b>{target}</b>. Введите код из него.
      </p>
      {error && <AlertBox tone="bad">{sentenceOf(error)}</AlertBox>}
      <PinEntry
        label="Код из письма"
        length={entryPinLength}
        disabled={flag === 3}
        error={flag === null ? null : pinMistakes[flag]}
        resendSeconds={resendSeconds.email}
        {...pin}
      />
      {captcha}
      <p className={classes.note}>{children}</p>
      <Row gap={0} justify="center" nowrap>
        <Button variant="subtle" onClick={onAnotherEmail}>
          Изменить email
        </Button>
      </Row>
    </Stack>
  )
}

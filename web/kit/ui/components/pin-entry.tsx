import { Button, PinInput } from '@mantine/core'
import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react'
import { pastedPin } from '../text/pasted-pin.ts'
import classes from './pin-entry.module.css'
import { Row, Stack } from './stack.tsx'
import { clockOf, useCountdown } from '../hooks/use-countdown.ts'

export interface PinEntryProps {
  /** What is asked for: «Код из письма». */
  label: string
  length: number
  /** All digits are there. When what it promises is done and the entry is still there, it is emptied for the next try. */
  onComplete: (pin: string) => Promise<unknown>
  /** No code can be entered any more. */
  disabled?: boolean
  /** What was wrong with the last code. */
  error?: string | null
  /** From when on another code can be asked for; null: at once. */
  resendAt: string | null
  /** How long one waits for another code at most, in seconds. */
  resendSeconds: number
  onResend: () => void
  resending?: boolean
  resendTitle?: string
}

/** Entry of a code by digits, and the way to another code. Typed, pasted or filled in by the phone. */
export function PinEntry(props: PinEntryProps) {
  const { label, length, onComplete, disabled = false, error = null, resendAt } = props
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [checking, setChecking] = useState(false)
  const [sentFor, setSentFor] = useState(resendAt)
  if (sentFor !== resendAt) {
    setSentFor(resendAt)
    // What was begun is of an older letter.
    setValue('')
  }
  const ready = !checking && !disabled
  // Gone while the next code is looked at, so that screen readers read it again.
  const shownError = checking ? null : error
  // At once: anyone who types on without looking up must not find the first digit somewhere in the middle.
  useLayoutEffect(() => {
    if (ready) first.current?.focus()
    // A digit that is disabled lets the focus fall out of the dialog.
    else if (disabled) whole.current?.focus()
  }, [ready, disabled, resendAt])

  const take = (entered: string): void => {
    setValue(entered)
    if (entered.length === length) void check(entered)
  }
  const check = async (pin: string): Promise<void> => {
    setChecking(true)
    try {
      await onComplete(pin)
    } catch {
      // Anyone who asked shows what went wrong.
    }
    setChecking(false)
    setValue('')
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    const pin = pastedPin(event.clipboardData.getData('text/plain'), length)
    if (pin !== null && !checking) take(pin)
  }
  return (
    <Stack ref={whole} gap={3} align="center" className={classes.entry} tabIndex={-1}>
      <div id={`${id}-label`} className={classes.label}>
        {label}
      </div>
      <PinInput
        ref={first}
        // Given, it does not change after the first drawing: the inputs would be made again, and lose the focus.
        id={`${id}-digit`}
        aria-labelledby={`${id}-label`}
        aria-describedby={shownError === null ? undefined : `${id}-error`}
        length={length}
        type="number"
        inputMode="numeric"
        size="xl"
        classNames={{ root: classes.digits ?? '', pinInput: classes.digit ?? '' }}
        style={{ gridTemplateColumns: `repeat(${length}, minmax(0, 60px))` }}
        gap="xs"
        placeholder=""
        oneTimeCode
        value={value}
        onChange={take}
        readOnly={checking}
        disabled={disabled}
        error={shownError !== null}
        getInputProps={(index) => ({
          'aria-label': `Цифра ${index + 1} из ${length}`,
          onPaste: paste,
          // A dialog would have the focus on its closing cross.
          ...(index === 0 ? { 'data-autofocus': true } : {}),
        })}
      />
      {shownError !== null && (
        <div id={`${id}-error`} className={classes.error} role="alert">
          {shownError}
        </div>
      )}
      <Resend {...props} />
    </Stack>
  )
}

/** The way to another code, and how long it is barred. */
function Resend(props: PinEntryProps) {
  const { resendAt, resendSeconds, onResend, resending = false, resendTitle = 'Отправить ещё раз' } = props
  const left = useCountdown(resendAt, resendSeconds)
  return (
    <Row gap={0} align="center" nowrap className={classes.resend}>
      {left > 0 ? (
        // Not announced to screen readers each second.
        <span role="timer" aria-live="off">
          Ещё раз можно через <b className={classes.clock}>{clockOf(left)}</b>
        </span>
      ) : (
        <Button variant="subtle" size="compact-md" loading={resending} onClick={onResend}>
          {resendTitle}
        </Button>
      )}
    </Row>
  )
}

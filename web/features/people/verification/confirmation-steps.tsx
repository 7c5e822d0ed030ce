import { Button, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { User } from '../../../../contract/people/accounts.ts'
import { errors } from '../../../../contract/errors.ts'
import { pinLength, type SentCode } from '../../../../contract/people/verification.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { callKey } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { CurrentPasswordInput } from '../../../kit/ui/components/current-password-input.tsx'
import { PinEntry } from '../../../kit/ui/components/pin-entry.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { clockOf } from '../../../kit/ui/hooks/use-countdown.ts'
import type { Confirmation } from './confirmation.ts'
import classes from './confirmation-dialog.module.css'
import { secondsToWait, useConfirmation, type ConfirmationCaptcha } from './use-confirmation.ts'

interface StepsProps {
  confirmation: Confirmation
  user: User
  open: SentCode | null
  captcha: ConfirmationCaptcha
  onClose: () => void
}

const codeMistakes = {
  wrong: 'Код не подошёл. Проверьте и введите ещё раз',
  closed: 'Этот код больше не действует. Запросите новый',
}

export function ConfirmationSteps({ confirmation, user, open, captcha, onClose }: StepsProps) {
  const known = confirmation.init?.known(user) ?? null
  const { state, dispatch, sending, checking } = useConfirmation(confirmation, open, known !== null, captcha)
  const { step, sent, mistake } = state
  const send = (target: string, password?: string): void => {
    if (!captcha.check()) return
    checking.reset()
    sending.mutate({ target, captcha: captcha.solution, ...(password === undefined ? {} : { password }) })
  }
  const change = (event: { type: 'other wanted' } | { type: 'back' }): void => {
    sending.reset()
    checking.reset()
    dispatch(event)
  }

  if (step === 'final') {
    const target = sent?.target ?? confirmation.confirmed(user) ?? ''
    return <Final words={confirmation.final(confirmation.show(target))} onClose={onClose} />
  }
  if (step === 'init' && known !== null) {
    return (
      <KnownTarget
        confirmation={confirmation}
        known={known}
        sending={sending}
        captcha={captcha}
        onSend={() => send(known)}
        onOther={() => change({ type: 'other wanted' })}
      />
    )
  }
  if (step === 'verification' && sent) {
    const { text, label, resend, other, hint } = confirmation.verification
    // That it is too soon is shown by the countdown, and the captcha speaks for itself.
    const refused =
      sending.error && !hasCode(sending.error, 'CODE_TOO_SOON') && !hasCode(sending.error, 'CAPTCHA_REQUIRED')
    return (
      <div className={classes.step}>
        {refused && <AlertBox tone="bad">{sentenceOf(sending.error)}</AlertBox>}
        <p className={classes.text}>{text(confirmation.show(sent.target))}</p>
        <PinEntry
          label={label}
          length={pinLength}
          onComplete={(pin) => checking.mutateAsync(pin)}
          disabled={mistake === 'closed'}
          error={checking.error ? sentenceOf(checking.error) : mistake && codeMistakes[mistake]}
          resendAt={sent.resendAt}
          resendSeconds={confirmation.resendSeconds}
          onResend={() => send(sent.target)}
          resending={sending.isPending}
          resendTitle={resend}
        />
        {captcha.field}
        <p className={classes.hint}>{hint}</p>
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.other}
          onClick={() => change({ type: 'other wanted' })}
        >
          {other}
        </Button>
      </div>
    )
  }
  return (
    <TargetForm
      confirmation={confirmation}
      user={user}
      sending={sending.isPending}
      error={sending.error}
      captcha={captcha}
      onSend={send}
      onBack={sent ? () => change({ type: 'back' }) : null}
      onClose={onClose}
    />
  )
}

interface KnownTargetProps extends Pick<StepsProps, 'confirmation' | 'captcha'> {
  known: string
  sending: ReturnType<typeof useConfirmation>['sending']
  onSend: () => void
  /** Another one shall be confirmed. */
  onOther: () => void
}

/** The step for what waits to be confirmed already. */
function KnownTarget({ confirmation, known, sending, captcha, onSend, onOther }: KnownTargetProps) {
  const { init, show, verification } = confirmation
  const error = sending.error && sendErrorOf(sending.error, confirmation)
  if (!init) return null
  return (
    <div className={classes.step}>
      {error !== null && <AlertBox tone="bad">{error}</AlertBox>}
      <p className={classes.text}>{init.text(show(known))}</p>
      {captcha.field}
      <Row>
        <FirstButton loading={sending.isPending} onClick={onSend}>
          {init.send}
        </FirstButton>
        <Button variant="subtle" onClick={onOther}>
          {verification.other}
        </Button>
      </Row>
    </div>
  )
}

interface TargetFormProps extends Pick<StepsProps, 'confirmation' | 'user' | 'captcha' | 'onClose'> {
  sending: boolean
  error: Error | null
  onSend: (target: string, password?: string) => void
  /** To the code that was sent already. */
  onBack: (() => void) | null
}

/** The step in which it is entered what shall be confirmed. */
function TargetForm({ confirmation, user, sending, error, captcha, onSend, onBack, onClose }: TargetFormProps) {
  const { input } = confirmation
  const field = useFirst<HTMLInputElement>()
  const [written, setWritten] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const asksPassword = input.asksPassword?.(user) ?? false
  const passwordField = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [passwordMissing, setPasswordMissing] = useState(false)
  const giveUp = input.giveUp(user)
  const givingUp = useGivingUp(giveUp, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = input.mistake(written)
    const missing = asksPassword && password === ''
    setMistake(found)
    setPasswordMissing(missing)
    if (found !== null) field.current?.focus()
    else if (missing) passwordField.current?.focus()
    else onSend(written.trim(), asksPassword ? password : undefined)
  }
  // What is wrong with it is mended there.
  useEffect(() => {
    if (isAboutPassword(error)) passwordField.current?.focus()
    else if (error && !hasCode(error, 'CAPTCHA_REQUIRED')) field.current?.focus()
  }, [error, field])
  const passwordError = passwordErrorOf(error, passwordMissing)
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      {givingUp.error && <AlertBox tone="bad">{sentenceOf(givingUp.error)}</AlertBox>}
      <p className={classes.text}>{input.text(user)}</p>
      <TextInput
        ref={field}
        label={input.label}
        classNames={{ input: classes.field }}
        type={input.type}
        inputMode={input.type}
        autoComplete={input.type}
        placeholder={input.placeholder}
        size="md"
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value)
          setMistake(null)
        }}
        error={mistake ?? (error && !isAboutPassword(error) ? sendErrorOf(error, confirmation) : null)}
      />
      {asksPassword && (
        <CurrentPasswordInput
          ref={passwordField}
          username={user.email ?? user.username}
          description="Чтобы мы знали, что это вы"
          value={password}
          error={passwordError}
          onChange={(value) => {
            setPassword(value)
            setPasswordMissing(false)
          }}
        />
      )}
      {captcha.field}
      <Row>
        <Button type="submit" loading={sending}>
          {input.send}
        </Button>
        {onBack && (
          <Button variant="subtle" onClick={onBack}>
            У меня есть код
          </Button>
        )}
        {giveUp && !onBack && (
          <Button variant="subtle" color="red" loading={givingUp.isPending} onClick={() => givingUp.mutate()}>
            {giveUp.title}
          </Button>
        )}
      </Row>
    </form>
  )
}

/** What there is may be given up instead of being confirmed. */
function useGivingUp(giveUp: ReturnType<Confirmation['input']['giveUp']>, onGivenUp: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => giveUp?.ask(),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: callKey('accounts', 'getMe', {}) })
      onGivenUp()
    },
  })
}

function Final({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <Stack gap={3} align="center" className={classes.final}>
      <IconCircleCheck className={classes.tick} size={56} stroke={1.4} aria-hidden="true" />
      <p className={classes.done} role="status">
        {words}
      </p>
      <FirstButton onClick={onClose}>Готово</FirstButton>
    </Stack>
  )
}

/** What comes next: the focus goes there, as what had it is gone with the step before. */
function FirstButton({ loading, onClick, children }: { loading?: boolean; onClick: () => void; children: string }) {
  const button = useFirst<HTMLButtonElement>()
  return (
    <Button ref={button} loading={loading} onClick={onClick}>
      {children}
    </Button>
  )
}

function useFirst<Element extends HTMLElement>() {
  const first = useRef<Element>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  return first
}

const isAboutPassword = (error: Error | null): boolean =>
  hasCode(error, 'PASSWORD_INVALID') || hasCode(error, 'PASSWORD_REQUIRED')

function passwordErrorOf(error: Error | null, missing: boolean): string | null {
  if (missing) return errors.PASSWORD_REQUIRED.message
  return error && isAboutPassword(error) ? sentenceOf(error) : null
}

/** Null: the captcha says it. */
function sendErrorOf(error: Error, { input }: Confirmation): string | null {
  if (hasCode(error, 'CAPTCHA_REQUIRED')) return null
  if (hasCode(error, 'VALIDATION_FAILED')) return input.invalid
  if (hasCode(error, 'CODE_TOO_SOON')) return `Новый код можно запросить через ${clockOf(secondsToWait(error))}`
  return sentenceOf(error)
}

import { Button, Modal, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { payoutMethods, type Payout, type PayoutMethod } from '../../../../contract/commerce/partner.ts'
import { pinLength, resendSeconds, type SentCode } from '../../../../contract/people/verification.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { PinEntry } from '../../../kit/ui/components/pin-entry.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useCheckedForm, type CheckedFields } from '../../../kit/ui/hooks/use-checked-form.ts'
import { typedNumber } from '../../../kit/ui/text/read-number.ts'
import { methodWords } from './partner-in-words.ts'
import { payoutMistakes, type PayoutBounds, type PayoutForm } from './payout-form.ts'
import { usePayout, type PayoutCaptcha } from './use-payout.ts'

export interface PayoutDialogProps {
  captcha: PayoutCaptcha
  /** Where the payouts are listed. */
  history: string
  onClose: () => void
}

/** Asks for a payout: what and where to, then the code of a letter, then what comes next (spec §4 Payout popup). */
export function PayoutDialog(props: PayoutDialogProps) {
  const { data, error, refetch } = useCall('partner', 'getAvailablePayout', {}, { staleTime: 0, gcTime: 0 })
  return (
    <Modal opened onClose={props.onClose} title="Запросить выплату" size={480}>
      {data ? (
        <Steps {...props} bounds={data} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={280} radius="md" aria-busy="true" />
      )}
    </Modal>
  )
}

function Steps({ captcha, history, onClose, bounds }: PayoutDialogProps & { bounds: PayoutBounds }) {
  // What may be asked for when the dialog opens: it must not change under the hands of who fills it in.
  const [opened] = useState(bounds)
  const fields = useCheckedForm(
    (): PayoutForm => ({ method: 'card', sum: typedNumber(opened.available), wallet: '', other: '' }),
    (form) => payoutMistakes(form, opened),
  )
  const payout = usePayout(fields.form, captcha)
  const { sent, made, sendError } = payout
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (sent === null && fields.check()) payout.sendCode()
  }
  return (
    <Stack gap={4}>
      <Stack as="form" noValidate gap={4} onSubmit={submit}>
        <PayoutFields fields={fields} bounds={opened} disabled={sent !== null} />
        {captcha.field}
        {sendError !== null && <AlertBox tone="bad">{sendError}</AlertBox>}
        {sent === null && (
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={payout.sending}>
              Получить код
            </Button>
          </DialogButtons>
        )}
      </Stack>
      {made !== null ? (
        <Made payout={made} history={history} onClose={onClose} />
      ) : (
        sent !== null && <CodeStep payout={payout} sent={sent} onClose={onClose} />
      )}
    </Stack>
  )
}

interface CodeStepProps {
  payout: ReturnType<typeof usePayout>
  sent: SentCode
  onClose: () => void
}

function CodeStep({ payout, sent, onClose }: CodeStepProps) {
  return (
    <>
      <p>Отправили код на {sent.target === '' ? 'ваш email' : sent.target}. Введите его, и мы получим вашу заявку.</p>
      <PinEntry
        label="Код из письма"
        length={pinLength}
        onComplete={payout.pay}
        error={payout.codeError}
        resendAt={sent.resendAt}
        resendSeconds={resendSeconds.email}
        onResend={payout.sendCode}
        resending={payout.sending}
      />
      {payout.payError !== null && <AlertBox tone="bad">{payout.payError}</AlertBox>}
      <Row justify="space-between">
        <Button variant="subtle" onClick={payout.change}>
          Изменить данные
        </Button>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
      </Row>
    </>
  )
}

const methods = payoutMethods.map((value) => ({ value, label: methodWords[value].title }))

interface PayoutFieldsProps {
  fields: CheckedFields<PayoutForm>
  bounds: PayoutBounds
  disabled: boolean
}

function PayoutFields({ fields: { form, change, input }, bounds, disabled }: PayoutFieldsProps) {
  const { wallet, placeholder } = methodWords[form.method]
  return (
    <>
      <NativeSelect
        label="Куда"
        name="method"
        data={methods}
        disabled={disabled}
        value={form.method}
        onChange={(event) => change({ method: event.currentTarget.value as PayoutMethod })}
      />
      <TextInput
        label="Сумма, руб."
        description={`Доступно ${sumInWords(bounds.available)}, наименьшая выплата — ${sumInWords(bounds.smallest)}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        disabled={disabled}
        {...input('sum')}
      />
      <TextInput
        label={wallet}
        placeholder={placeholder}
        inputMode={form.method === 'sbp' ? 'tel' : 'numeric'}
        autoComplete="off"
        maxLength={40}
        disabled={disabled}
        {...input('wallet')}
      />
      {form.method === 'account' && (
        <Textarea
          label="Реквизиты"
          description="Название компании или ИП, ИНН, БИК и название банка"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2_000}
          disabled={disabled}
          {...input('other')}
        />
      )}
    </>
  )
}

function Made({ payout, history, onClose }: { payout: Payout; history: string; onClose: () => void }) {
  return (
    <>
      <AlertBox tone="quiet">
        Заявка № {payout.id} на {sumInWords(payout.sum)} принята. Мы проверим начисления и реквизиты и переведём деньги.
        Как она идёт, видно в истории выплат; если вы не выключили письма, напишем и на email.
      </AlertBox>
      <Row justify="flex-end">
        <Button component={Link} to={history} variant="default" onClick={onClose}>
          История выплат
        </Button>
        <Button data-autofocus onClick={onClose}>
          Закрыть
        </Button>
      </Row>
    </>
  )
}

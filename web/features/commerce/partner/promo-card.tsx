import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { formerCodeDays } from '../../../../contract/commerce/partner.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { DialogButtons } from '../../../kit/ui/components/dialog.tsx'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import { CopyField } from './copy-field.tsx'
import { inPercent, shortDay } from './partner-in-words.ts'
import type { Partner } from './use-partner.ts'

const DAY = 86_400_000

/** The promo code of the partner, and those of before. */
export function PromoCard({ partner, zone, onChanged }: { partner: Partner; zone: string; onChanged: () => void }) {
  const { promoCode, terms } = partner
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const day = (moment: number): string => shortDay(wallTime(moment, zone))
  const make = useAct('partner', 'regeneratePromo', {
    onSuccess: ({ code }) => {
      setAsking(false)
      showActionToast(`Новый промокод: ${code}`, null)
      onChanged()
    },
  })
  const close = (): void => {
    setAsking(false)
    make.reset()
  }
  return (
    <SettingsCard title="Промокод">
      <Stack gap={4}>
        {promoCode.code === '' ? (
          <>
            <p>Промокода у вас ещё нет.</p>
            {make.error && <AlertBox tone="bad">{sentenceOf(make.error)}</AlertBox>}
            <div>
              <Button loading={make.isPending} onClick={() => make.mutate({})}>
                Создать промокод
              </Button>
            </div>
          </>
        ) : (
          <CopyField what="промокод" value={promoCode.code} look="code">
            <Button variant="default" size="sm" onClick={() => setAsking(true)}>
              Создать другой
            </Button>
          </CopyField>
        )}
        <SettingsNote>
          Даёт {inPercent(terms.discount)} скидки на первую покупку. Кто купит с ним впервые, станет вашим рефералом,
          даже если пришёл по чужой ссылке.
        </SettingsNote>
        {promoCode.former.length > 0 && (
          <div>
            <div className={typography.note}>Прежние промокоды</div>
            <ul>
              {promoCode.former.map(({ code, endsAt }) => (
                <li key={code}>
                  {code}{' '}
                  <span className={typography.note}>
                    {endsAt === null
                      ? 'действует'
                      : Date.parse(endsAt) > now.getTime()
                        ? `действует до ${day(Date.parse(endsAt))}`
                        : `не действует с ${day(Date.parse(endsAt))}`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
      {asking && (
        <Modal opened onClose={close} title="Создать другой промокод?" size={440}>
          <Stack>
            <p>
              Промокод {promoCode.code} будет давать скидку ещё {formerCodeDays} {plural(formerCodeDays, dayForms)}, до{' '}
              {day(now.getTime() + formerCodeDays * DAY)}. Кого он привёл, останутся вашими рефералами.
            </p>
            {make.error && <AlertBox tone="bad">{sentenceOf(make.error)}</AlertBox>}
            <DialogButtons onClose={close}>
              <Button data-autofocus loading={make.isPending} onClick={() => make.mutate({})}>
                Создать
              </Button>
            </DialogButtons>
          </Stack>
        </Modal>
      )}
    </SettingsCard>
  )
}

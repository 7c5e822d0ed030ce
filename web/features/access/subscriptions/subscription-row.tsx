import { Button } from '@mantine/core'
import { IconDots, IconPlus, IconReplace, IconSnowflake } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import iconButton from '../../../kit/ui/components/icon-button.module.css'
import { LateMenu } from '../../../kit/ui/components/late-menu.tsx'
import { SettingsRow } from '../../../kit/ui/components/settings-card.tsx'
import { dayInWords } from '../../../kit/ui/text/day-in-words.ts'
import typography from '../../../kit/ui/typography.module.css'
import { isPaidOtherwise, prolongAddress, subscriptionActs, type SubscriptionAct } from './subscription-acts.ts'
import {
  isSubscriptionOver,
  leftInWords,
  periodInWords,
  runsAgainAt,
  subscriptionName,
  tariffInWords,
} from './subscription-history.ts'
import { SubscriptionIcon } from './subscription-icon.tsx'
import { TariffMark } from './tariff-mark.tsx'

export interface SubscriptionRowsProps {
  subscriptions: Subscription[]
  /** All that the person holds or held, these among them. */
  all: readonly Subscription[]
  zone: string
  now: Date
  /** `opener`: what the focus goes back to. */
  onAct: (act: SubscriptionAct, subscription: Subscription, opener: HTMLElement | null) => void
}

/** Subscriptions, and what can be done with each. */
export function SubscriptionRows({ subscriptions, all, zone, now, onAct }: SubscriptionRowsProps) {
  return (
    <ul>
      {subscriptions.map((each) => (
        <SubscriptionRow
          key={each.id}
          subscription={each}
          paidOtherwise={isPaidOtherwise(each, all, now)}
          zone={zone}
          now={now}
          onAct={(act, opener) => onAct(act, each, opener)}
        />
      ))}
    </ul>
  )
}

interface SubscriptionRowProps extends Pick<SubscriptionRowsProps, 'zone' | 'now'> {
  subscription: Subscription
  paidOtherwise: boolean
  onAct: (act: SubscriptionAct, opener: HTMLElement | null) => void
}

const titles: Record<Exclude<SubscriptionAct, 'unfreeze'>, [title: string, Icon: typeof IconPlus]> = {
  'add-groups': ['Купить больше мест', IconPlus],
  'change-category': ['Сменить категорию', IconReplace],
  freeze: ['Заморозить', IconSnowflake],
}

function SubscriptionRow({ subscription, paidOtherwise, zone, now, onAct }: SubscriptionRowProps) {
  const more = useRef<HTMLButtonElement>(null)
  const { Tariff, frozenAt } = subscription
  const name = subscriptionName(subscription)
  const tariff = tariffInWords(subscription)
  const acts = subscriptionActs(subscription, now)
  const over = isSubscriptionOver(subscription, now)
  const prolong = over ? 'Купить снова' : Tariff.type === 'trial' ? 'Купить' : 'Продлить'
  const others = acts.filter((act) => act !== 'unfreeze')
  const buttons = (
    <>
      {acts.includes('unfreeze') ? (
        <Button
          variant="default"
          aria-label={`Разморозить: ${name}`}
          onClick={(event) => onAct('unfreeze', event.currentTarget)}
        >
          Разморозить
        </Button>
      ) : (
        !paidOtherwise && (
          <Button
            component={Link}
            to={prolongAddress(subscription)}
            variant="default"
            aria-label={`${prolong}: ${name}`}
          >
            {prolong}
          </Button>
        )
      )}
      {others.length > 0 && (
        <LateMenu
          position="bottom-end"
          width={230}
          offset={6}
          target={
            <button ref={more} type="button" className={iconButton.button} aria-label={`Ещё: ${name}`} title="Ещё">
              <IconDots size={18} stroke={1.8} aria-hidden="true" />
            </button>
          }
        >
          {(Menu) =>
            others.map((act) => {
              const [title, Icon] = titles[act]
              return (
                <Menu.Item
                  key={act}
                  leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
                  onClick={() => onAct(act, more.current)}
                >
                  {title}
                </Menu.Item>
              )
            })
          }
        </LateMenu>
      )}
    </>
  )
  return (
    <SettingsRow
      as="li"
      icon={<SubscriptionIcon of={subscription} size={20} />}
      title={name}
      mark={<TariffMark of={subscription} />}
      action={buttons}
      resting={frozenAt !== null || over || paidOtherwise}
    >
      <span>{termInWords(subscription, now, zone)}</span>
      {frozenAt !== null && (
        <span className={typography.note}>Продолжится {dayInWords(runsAgainAt(subscription), zone)}</span>
      )}
      {paidOtherwise && <span className={typography.note}>Уже есть платная подписка</span>}
      {tariff && <span className={typography.note}>{tariff}</span>}
    </SettingsRow>
  )
}

/** «до 24 декабря 2026 г., осталось 3 дня» */
function termInWords(subscription: Subscription, now: Date, zone: string): string {
  const { startsAt, expiresAt, frozenAt } = subscription
  if (frozenAt !== null) return `Заморожена с ${dayInWords(frozenAt, zone)}, ${leftInWords(subscription, now)}`
  if (isSubscriptionOver(subscription, now)) return `${periodInWords(subscription, zone)}, закончилась`
  if (Date.parse(startsAt) > now.getTime()) return `С ${dayInWords(startsAt, zone)} до ${dayInWords(expiresAt, zone)}`
  return `До ${dayInWords(expiresAt, zone)}, ${leftInWords(subscription, now)}`
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { InfoOf } from '../../../../contract/office/support.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { partnerFacts } from '../../../../rules/partner/facts.ts'
import { plural } from '../../../../rules/plural.ts'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { memberStates, memberRightTitles, runningInWords } from './in-words.ts'
import classes from './support.module.css'
import type { Desk } from './use-desk.ts'

type Fact = [title: string, value: ReactNode]
interface Shown {
  zone: string
  desk: Desk
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** To the card of another person. */
function PersonLink({ id, name, email, desk }: { id: number; name: string; email: string | null; desk: Desk }) {
  return (
    <Link to={desk.linkTo({ user: id, place: 'details' })} className={`${typography.link} ${classes.break}`}>
      {email === null ? `${name}, № ${id}` : `${name}, ${email}`}
    </Link>
  )
}

const networkTitles: Record<string, string> = { vk: 'VK', apple: 'Apple' }

export function DetailFacts({ person, zone, desk }: Shown & { person: InfoOf<'details'>['person'] }) {
  const { createdAt, lastSeenAt, running, paid, purchases, broughtBy, timeZone, hasPassword, networks } = person
  const { secondFactor, pendingEmail, notificationEmail, freeDirectLinks } = person
  const ways = [...(hasPassword ? ['пароль'] : []), ...networks.map((network) => networkTitles[network] ?? network)]
  const facts: Fact[] = [
    ['Зарегистрирован', <Moment key="created" at={createdAt} zone={zone} />],
    ['Последний визит', lastSeenAt === null ? 'не заходил' : <Moment key="seen" at={lastSeenAt} zone={zone} />],
    ['Подписки', runningInWords(running, zone) || 'нет'],
    [
      'Оплатил',
      purchases === 0
        ? 'ничего'
        : `${sumInWords(paid)}, ${purchases} ${plural(purchases, ['заказ', 'заказа', 'заказов'])}`,
    ],
    ['Как входит', [...ways, 'код из письма'].join(', ')],
    ['Двухфакторная защита', secondFactor ? 'включена' : 'нет'],
    ...(pendingEmail === null ? [] : [['Подтверждает email', pendingEmail] as Fact]),
    ...(notificationEmail === null ? [] : [['Уведомления на', notificationEmail] as Fact]),
    ...(freeDirectLinks ? [['Прямые ссылки', 'открыты бесплатно'] as Fact] : []),
    ['Часовой пояс', timeZone],
    ['Кто привёл', broughtBy === null ? 'никто' : <PersonLink key="by" {...broughtBy} desk={desk} />],
  ]
  return <Facts facts={facts} />
}

export function TeamFacts({ team: { memberOf, own }, zone, desk }: Shown & { team: InfoOf<'team'> }) {
  if (memberOf === null && own === null) return <p className={typography.muted}>Ни своей команды, ни чужой.</p>
  return (
    <Stack gap={3}>
      {memberOf !== null && (
        <p>
          В команде: <PersonLink {...memberOf} desk={desk} />
          {!memberOf.seated && (
            <>
              {' '}
              <StateMark tone="warn">места нет или тариф закончился</StateMark>
            </>
          )}
        </p>
      )}
      {own !== null && (
        <>
          <p>{sizeInWords(own.size)}</p>
          {own.members.length > 0 && (
            <ul className={classes.lines} aria-label="Участники команды">
              {own.members.map(({ id, userId, email, name, status, right, at }) => (
                <li key={id} className={classes.line}>
                  <Row justify="space-between">
                    {userId === null ? (
                      <span className={classes.break}>{`${name}, ${email}`}</span>
                    ) : (
                      <PersonLink id={userId} name={name} email={email} desk={desk} />
                    )}
                    <StateMark tone={memberStates[status].tone}>{memberStates[status].title}</StateMark>
                  </Row>
                  <div className={typography.note}>
                    {memberRightTitles[right]} · <Moment at={at} zone={zone} />
                  </div>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Stack>
  )
}

function sizeInWords(size: number | null): string {
  if (size === null) return 'Своя команда без предела мест.'
  if (size === 0) return 'Своя команда есть, но командный тариф не действует.'
  return `Своя команда: ${size} ${plural(size, ['место', 'места', 'мест'])} вместе с владельцем.`
}

export function PartnerFacts({ info: { broughtBy, partner }, zone, desk }: Shown & { info: InfoOf<'partner'> }) {
  const brought: Fact = [
    'Кто привёл',
    broughtBy === null ? 'никто' : <PersonLink key="by" {...broughtBy} desk={desk} />,
  ]
  if (partner === null) {
    return (
      <Stack gap={3}>
        <Facts facts={[brought]} />
        <p className={typography.muted}>В партнёрской программе не участвует.</p>
      </Stack>
    )
  }
  const { joinedAt, codes, referrals, paying, money, payouts } = partner
  const facts: Fact[] = [
    brought,
    ...(joinedAt === null ? [] : [['В программе', <Moment key="joined" at={joinedAt} zone={zone} />] as Fact]),
    ['Промокоды', codes.length === 0 ? 'нет' : codes.join(', ')],
    ...partnerFacts({ referrals, paying, money }),
  ]
  return (
    <Stack gap={3}>
      <Facts facts={facts} />
      {payouts.length > 0 && (
        <ul className={classes.lines} aria-label="Заявки на выплату">
          {payouts.map(({ id, sum, status, createdAt }) => (
            <li key={id} className={classes.line}>
              {`№ ${id}: ${sumInWords(sum)}, ${status.toLowerCase()} `}
              <span className={typography.note}>
                <Moment at={createdAt} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** What one thing of a person's lists looks like. */
import { Button } from '@mantine/core'
import type { HeldSubscription, InfoOf, LogLine } from '../../../../contract/office/support.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { plural } from '../../../../rules/plural.ts'
import { dayInDigits, gatewayTitles, heldStates, letterStates, orderStates } from './in-words.ts'
import classes from './support.module.css'
import { useUndo } from './use-undo.ts'

type Doc<Place extends 'purchases' | 'sessions' | 'products' | 'letters'> = InfoOf<Place>['docs'][number]
interface InZone {
  zone: string
}

export function SubscriptionLine({ held, zone }: InZone & { held: HeldSubscription }) {
  const { name, type, title, startsAt, expiresAt, state, teamSize, maxSize } = held
  const more = [
    type === 'trial' ? 'пробная' : type === 'team' ? 'командная' : '',
    title,
    teamSize === null ? '' : `${teamSize} ${plural(teamSize, ['место', 'места', 'мест'])}`,
    maxSize === null ? '' : `до ${maxSize} групп`,
  ].filter((words) => words !== '')
  return (
    <>
      <Row justify="space-between">
        <strong className={classes.break}>{name}</strong>
        <StateMark tone={heldStates[state].tone}>{heldStates[state].title}</StateMark>
      </Row>
      <div>{`с ${dayInDigits(startsAt, zone)} до ${dayInDigits(expiresAt, zone)}`}</div>
      {more.length > 0 && <div className={typography.note}>{more.join(' · ')}</div>}
    </>
  )
}

export function PurchaseLine({ purchase, zone }: InZone & { purchase: Doc<'purchases'> }) {
  const { account, createdAt, what, title, sum, gateway, status, opened, promoCode, journal } = purchase
  return (
    <>
      <Row justify="space-between">
        <strong className={classes.break}>{account}</strong>
        <StateMark tone={orderStates[status].tone}>{orderStates[status].title}</StateMark>
      </Row>
      <div className={classes.break}>{`${what}, ${title}: ${sumInWords(sum)}`}</div>
      <div className={typography.note}>
        <Moment at={createdAt} zone={zone} />
        {` · ${gatewayTitles[gateway] ?? gateway}`}
        {promoCode !== null && ` · промокод ${promoCode}`}
      </div>
      {status === 'paid' && !opened && (
        <StateMark tone="warn">оплачен, но открывать было нечего: деньги возвращает администратор</StateMark>
      )}
      {journal.length > 0 && (
        <ul className={classes.journal} aria-label={`Что сообщила платёжная система: заказ ${account}`}>
          {journal.map(({ at, words, bad }, index) => (
            // Two may say the same at the same moment.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-bad={bad || undefined}>
              {words} <span className={typography.note}>{<Moment at={at} zone={zone} />}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function SessionLine({ session, zone }: InZone & { session: Doc<'sessions'> }) {
  const { createdAt, lastSeenAt, ip, device, place, active } = session
  return (
    <>
      <Row justify="space-between">
        <strong>{device}</strong>
        {active && <StateMark tone="good">открыта</StateMark>}
      </Row>
      <div className={classes.break}>{[place, ip].filter((words) => words !== '').join(', ')}</div>
      <div className={typography.note}>
        вход <Moment at={createdAt} zone={zone} />, в последний раз <Moment at={lastSeenAt} zone={zone} />
      </div>
    </>
  )
}

export function ProductLine({ product, zone }: InZone & { product: Doc<'products'> }) {
  const { name, running, size, maxSize, found, lastAt, failures } = product
  const isProject = product.product === 'project'
  return (
    <>
      <Row justify="space-between">
        <strong className={classes.break}>{name}</strong>
        <StateMark tone={running ? 'good' : 'quiet'}>{running ? 'слушаем' : 'не слушаем'}</StateMark>
      </Row>
      <div>
        {isProject
          ? `${size} ${plural(size, ['ключевое слово', 'ключевых слова', 'ключевых слов'])}`
          : `${size}${maxSize === null ? '' : ` из ${maxSize}`} ${plural(maxSize ?? size, ['группы', 'групп', 'групп'])}`}
      </div>
      <div className={typography.note}>
        {`за 7 дней сообщений: ${found.toLocaleString('ru')}`}
        {lastAt !== null && (
          <>
            {', последнее '}
            <Moment at={lastAt} zone={zone} />
          </>
        )}
      </div>
      {failures.length > 0 && (
        <ul className={classes.journal} aria-label={`Что не так: ${name}`}>
          {failures.map((failure) => (
            <li key={failure} data-bad>
              {failure}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function LetterLine({ letter, zone }: InZone & { letter: Doc<'letters'> }) {
  const { subject, recipient, createdAt, at, state, error } = letter
  return (
    <>
      <Row justify="space-between">
        <strong className={classes.break}>{subject}</strong>
        <StateMark tone={letterStates[state].tone}>{letterStates[state].title}</StateMark>
      </Row>
      <div className={classes.break}>{recipient}</div>
      <div className={typography.note}>
        написано <Moment at={createdAt} zone={zone} />
        {at !== null && (
          <>
            {state === 'failed' ? ', ошибка ' : ', отправлено '}
            <Moment at={at} zone={zone} />
          </>
        )}
      </div>
      {error !== '' && <code className={classes.error}>{error}</code>}
    </>
  )
}

export function LogEntryLine({ line, userId, zone }: InZone & { line: LogLine; userId: number }) {
  const { id, at, actor, byStaff, words, note, undo } = line
  const takeBack = useUndo(userId)
  return (
    <>
      <Row justify="space-between" align="flex-start">
        <span className={classes.break}>{words}</span>
        {undo && (
          <Button
            variant="default"
            size="xs"
            loading={takeBack.isPending}
            aria-label={`Отменить: ${words}`}
            onClick={() => takeBack.mutate({ entry: id, user: userId })}
          >
            Отменить
          </Button>
        )}
      </Row>
      {note !== '' && <div className={classes.break}>«{note}»</div>}
      <div className={typography.note}>
        <Moment at={at} zone={zone} />
        {byStaff && actor !== null && ` · ${actor.name}`}
        {actor === null && ' · сервис'}
      </div>
    </>
  )
}

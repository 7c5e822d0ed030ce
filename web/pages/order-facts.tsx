import {
  IconFileInvoice,
  IconLock,
  IconPlayerPause,
  IconReceipt,
  IconRepeatOff,
  IconRotateClockwise,
} from '@tabler/icons-react'
import { freezing } from '../../contract/access/subscriptions.ts'
import { Link } from 'react-router'
import { Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import classes from './order-facts.module.css'

const icon = { size: 22, stroke: 1.7, 'aria-hidden': true }

/** What people ask before they pay. Every sentence is a promise that the product keeps. */
export function OrderFacts() {
  return (
    <section className={classes.facts} aria-label="Что важно знать об оплате">
      <div>
        <IconRepeatOff {...icon} />
        <h2>Без автосписаний</h2>
        <p>
          Карта не запоминается. За 3 дня и за день до конца подписки придёт письмо, а продлевать её или нет, решаете
          вы.
        </p>
      </div>
      <div>
        <IconRotateClockwise {...icon} />
        <h2>Продлевать дешевле</h2>
        <p>
          Пока подписка действует, следующая того же вида стоит на 10 % меньше. Дни не теряются: она начнётся, когда
          закончится нынешняя.
        </p>
      </div>
      <div>
        <IconPlayerPause {...icon} />
        <h2>Можно поставить на паузу</h2>
        <p>Платную подписку можно заморозить дважды, всего на {freezing.days} дней. Дни заморозки не сгорают.</p>
      </div>
      <div>
        <IconFileInvoice {...icon} />
        <h2>Чек и счёт</h2>
        <p>Чек придёт на email сразу после оплаты. Счёт для бухгалтерии можно распечатать в профиле.</p>
      </div>
    </section>
  )
}

/** Under the button, where people hesitate last. */
export function OrderTrust({ trial, test }: { trial: boolean; test: boolean }) {
  const small = { size: 17, stroke: 1.8, 'aria-hidden': true }
  if (trial)
    return (
      <>
        <p className={classes.quiet}>Карта не нужна. Пробный доступ сам не станет платным.</p>
        <Terms />
      </>
    )
  return (
    <>
      <Stack as="ul" gap="tight" className={classes.trust}>
        {test && <li className={classes.test}>Тестовый режим, без списаний</li>}
        <li>
          <IconLock {...small} />
          Данные карты вводятся на стороне банка, мы их не видим
        </li>
        <li>
          <IconReceipt {...small} />
          Чек по 54-ФЗ придёт на email
        </li>
      </Stack>
      <Terms />
    </>
  )
}

const Terms = () => (
  <p className={classes.quiet}>
    Заказывая, вы принимаете{' '}
    <Link to="/offer" className={typography.link}>
      оферту
    </Link>{' '}
    и даёте{' '}
    <Link to="/consent" className={typography.link}>
      согласие на обработку данных
    </Link>
    .
  </p>
)

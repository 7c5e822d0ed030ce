import type { ReactNode } from 'react'
import { payoutStatuses, type PartnerTerms, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { referralCookies } from '../../../../contract/people/referrals.ts'
import { sumInWords } from '../../../../rules/money.ts'
import { dayForms, plural } from '../../../../rules/plural.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { inPercent, payoutWords } from './partner-in-words.ts'
import classes from './programme.module.css'
import { workExample } from './worked-example.ts'

/** What the client of the example pays for a month. */
const EXAMPLE_PRICE = 3_000

const monthForms = ['месяц', 'месяца', 'месяцев'] as const
/** «из следующего 1 месяца», «из следующих 11 месяцев» */
const ofMonths = ['месяца', 'месяцев', 'месяцев'] as const
const days = (count: number): string => `${count} ${plural(count, dayForms)}`

/** What the programme is, by the terms as they are now. */
export function Programme({ terms }: { terms: PartnerTerms }) {
  const { rate, months, holdDays, smallestPayout, discount } = terms
  const term = `${months} ${plural(months, monthForms)}`
  return (
    <Stack gap={6}>
      <Example terms={terms} />
      <Part title="Как это работает">
        <ol className={classes.steps}>
          <li>Вы получаете личную ссылку, промокод и короткие ссылки на любые наши страницы.</li>
          <li>Человек приходит по ссылке и регистрируется или вводит ваш промокод при первой покупке.</li>
          <li>
            С каждой его оплаты за {term} вам начисляется {inPercent(rate)} того, что он на самом деле заплатил.
          </li>
          <li>Через {days(holdDays)} начисление можно вывести.</li>
        </ol>
      </Part>
      <Part title="Кто кого привёл">
        <ul className={typography.bullets}>
          <li>
            Промокод важнее ссылки. Если человек пришёл по ссылке одного партнёра, а впервые купил с промокодом другого,
            он реферал того, чей промокод.
          </li>
          <li>
            Ссылку помним {days(referralCookies.ref_id)}: если за это время человек зарегистрировался, он пришёл от вас.
          </li>
          <li>Кто пришёл сам и купил без промокода, ничей, и позже ничьим рефералом не станет.</li>
          <li>
            Первая оплата закрепляет человека за партнёром на {term}. Чужой промокод в следующих покупках этого не
            меняет.
          </li>
          <li>
            Промокод даёт покупателю {inPercent(discount)} скидки на первую покупку, поэтому начисление считается с
            суммы после скидки.
          </li>
        </ul>
      </Part>
      <Part title="За что не начисляем">
        <ul className={typography.bullets}>
          <li>За свои покупки: реферал не может быть самим партнёром.</li>
          <li>За бесплатный и пробный доступ: за них ничего не заплачено.</li>
          <li>
            Если похоже, что партнёр и покупатель — один человек (то же устройство, телефон, карта или почтовый ящик),
            начисление ждёт проверки. Вы видите его и причину, решает администратор.
          </li>
        </ul>
      </Part>
      <Part title="Удержание и возвраты">
        <p>
          Каждое начисление {days(holdDays)} стоит на удержании: столько покупатель может вернуть деньги. Если он их
          вернул, начисление снимается. Если возврат случился позже, сумма вычитается из ваших следующих начислений.
        </p>
      </Part>
      <Part title="Выплаты">
        <p>
          От {sumInWords(smallestPayout)}: на карту, по СБП на телефон, на кошелёк ЮMoney или на счёт компании и ИП.
          Заявку подтверждает код из письма. Как она идёт, видно на странице партнёра:
        </p>
        <dl className={classes.statuses}>
          {statuses.map((status) => (
            <div key={status}>
              <dt>{payoutStatuses[status]}</dt>
              <dd>{payoutWords[status].words}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="Если условия изменятся">
        <p>Новые условия действуют только для будущих оплат. Что начислено, остаётся начисленным по прежним.</p>
      </Part>
    </Stack>
  )
}

const statuses: PayoutStatus[] = [0, 1, 2, 3, 10, 5, 11, 12]

/** One client, in numbers that follow from the terms. */
function Example({ terms }: { terms: PartnerTerms }) {
  const { rate, discount, months } = terms
  const { first, later, earned } = workExample(terms, EXAMPLE_PRICE)
  return (
    <section className={classes.example} aria-label="Пример">
      <p className={classes.sum}>
        {sumInWords(earned)}{' '}
        <span className={classes.per}>
          с одного клиента за {months} {plural(months, monthForms)}
        </span>
      </p>
      <p>
        Клиент платит за Эхолот {sumInWords(EXAMPLE_PRICE)} в месяц. С вашим промокодом первый месяц стоит ему{' '}
        {sumInWords(first.paid)}
        {discount > 0 && ` (скидка ${inPercent(discount)})`}, и {sumInWords(first.earned)} из них ваши: это{' '}
        {inPercent(rate)}.
        {later.months > 0 && (
          <>
            {' '}
            Потом {sumInWords(later.earned)} с каждого из следующих {later.months} {plural(later.months, ofMonths)}.
          </>
        )}
      </p>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={typography.heading}>{title}</h2>
      <div className={classes.part}>{children}</div>
    </section>
  )
}

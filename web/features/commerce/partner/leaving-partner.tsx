import { Link } from 'react-router'
import { useCall } from '../../../kit/calls/use-call.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import typography from '../../../kit/ui/typography.module.css'

/** What a partner loses with their account, and what they are still paid: items of the list of consequences. */
export function LeavingPartner() {
  const { data } = useCall('partner', 'getPartner', {}, { staleTime: 0 })
  const { available = 0, held = 0, suspected = 0, requested = 0 } = data?.money ?? {}
  const { smallestPayout = 0 } = data?.terms ?? {}
  const waiting = toKopecks(held) + toKopecks(suspected)
  return (
    <>
      <li>
        Ссылки и промокод партнёра перестанут работать, новых начислений не будет. Все суммы —{' '}
        <Link className={typography.link} to="/partner">
          на странице партнёра
        </Link>
        .
      </li>
      {requested > 0 && (
        <li>
          Заявки на выплату на {formatRoubles(toKopecks(requested))} мы рассмотрим и после удаления. Номер карты или
          счёта сотрём, когда они закроются.
        </li>
      )}
      {available > 0 && (
        <li>
          Доступные к выплате {formatRoubles(toKopecks(available))} пропадут
          {available < smallestPayout ? ': это меньше наименьшей выплаты.' : ', если не подать заявку раньше.'}
        </li>
      )}
      {waiting > 0 && <li>Начисления, которые ещё ждут, {formatRoubles(waiting)}, выплатить будет некому.</li>}
    </>
  )
}

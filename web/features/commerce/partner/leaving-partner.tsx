import { useCall } from '../../../kit/calls/use-call.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'

/** What a partner loses with their account, and what they are still paid: items of the list of consequences. */
export function LeavingPartner() {
  const { data } = useCall('partner', 'getPartner', {}, { staleTime: 0 })
  const { available = 0, held = 0, suspected = 0, requested = 0 } = data?.money ?? {}
  const waiting = toKopecks(held) + toKopecks(suspected)
  return (
    <>
      <li>Ссылки и промокод партнёра перестанут работать, новых начислений не будет.</li>
      {requested > 0 && (
        <li>Заявки на выплату на {formatRoubles(toKopecks(requested))} мы рассмотрим и после удаления.</li>
      )}
      {available > 0 && (
        <li>
          Доступные к выплате {formatRoubles(toKopecks(available))} пропадут, если не подать заявку раньше: на странице
          партнёра.
        </li>
      )}
      {waiting > 0 && <li>Начисления, которые ещё ждут, {formatRoubles(waiting)}, выплатить будет некому.</li>}
    </>
  )
}

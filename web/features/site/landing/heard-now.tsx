import { networkTitles } from '../../../../contract/networks.ts'
import { HEARD_HOURS } from '../../../../contract/watching/sources.ts'
import { messageForms, plural } from '../../../../rules/plural.ts'
import { roundedDown } from '../../../../rules/site/rounded-count.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { Band } from './band.tsx'
import classes from './landing.module.css'

/** How much came in the last day, network by network; nothing at all while there is nothing to show. */
export function HeardNow() {
  const { data } = useCall('sources', 'countHeard', {}, { staleTime: 600_000 })
  const [loudest] = data?.networks ?? []
  if (!data || !loudest) return null
  const all = data.networks.reduce((sum, { messages }) => sum + messages, 0)
  const total = roundedDown(all)
  const demo = data.networks.some((network) => network.demo)
  return (
    <Band
      tone="deep"
      eyebrow="Что слышно сейчас"
      title="Столько сообщений он прочитал за сутки"
      about="Посты и комментарии в открытых группах, каналах и на форумах. Из них в ленту попадает только то, о чём вы спросили."
    >
      <div className={classes.heard}>
        <div>
          <p className={classes.total}>{total.toLocaleString('ru')}</p>
          <p className={classes.under}>
            {total < all ? 'и ещё немного: число округлено вниз' : plural(total, messageForms)}, последние {HEARD_HOURS}
            &nbsp;ч.
            {demo && ' Часть сообщений придумана, чтобы показать работу сервиса.'}
          </p>
        </div>
        <ul className={classes.networks} aria-label="Сообщений за сутки по сетям">
          {data.networks.map(({ network, messages }) => (
            <li key={network}>
              <span className={classes.name}>
                <NetworkIcon network={network} />
                {networkTitles[network]}
              </span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${(100 * messages) / loudest.messages}%` }} />
              </span>
              <span className={classes.number}>{roundedDown(messages).toLocaleString('ru')}</span>
            </li>
          ))}
        </ul>
      </div>
    </Band>
  )
}

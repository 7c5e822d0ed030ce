import { networkTitles } from '../../../../contract/networks.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import card from '../../../kit/ui/components/card.module.css'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { PageWaiting } from '../../../kit/ui/components/page-frame.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useCall } from '../../../kit/calls/use-call.ts'
import typography from '../../../kit/ui/typography.module.css'
import { lagInWords } from './lag-in-words.ts'
import classes from './sources-list.module.css'
import { stateNames } from './state-names.ts'

/** How each network that is listened to is heard, for anyone; read again every minute. */
export function StatusList({ zone }: { zone: string }) {
  const { data, error, refetch } = useCall('sources', 'getStatus', {}, { refetchInterval: 60_000 })
  if (!data) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageWaiting />
  const notOk = data.networks.filter(({ state }) => state !== 'ok')
  return (
    <>
      <AlertBox tone={notOk.length === 0 ? 'quiet' : 'warn'}>{summaryOf(data.networks.length, notOk.length)}</AlertBox>
      {data.demo && (
        <p className={typography.note}>
          Это демо: сообщения сочиняет придуманная сеть. Ниже только настоящие сети, если они подключены.
        </p>
      )}
      <ul className={classes.list}>
        {data.networks.map(({ network, state, lagSeconds, heardAt, since }) => (
          <Stack key={network} as="li" gap={2} className={`${card.surface} ${classes.source}`}>
            <Row as="header" align="center" nowrap>
              <NetworkIcon network={network} size={20} />
              <h2 className={classes.name}>{networkTitles[network]}</h2>
              <span className={classes.state} data-state={state}>
                {stateNames[state]}
              </span>
            </Row>
            <p className={`${classes.facts} ${typography.note}`}>
              <span>{lagSeconds === null ? 'Пока без сообщений' : `Отставание ${lagInWords(lagSeconds)}`}</span>
              {heardAt !== null && (
                <span>
                  последнее сообщение <Moment at={heardAt} zone={zone} />
                </span>
              )}
              {since !== null && (
                <span>
                  не отвечает с <Moment at={since} zone={zone} />
                </span>
              )}
            </p>
          </Stack>
        ))}
      </ul>
      <p className={typography.small}>
        Так было <Moment at={data.at} zone={zone} />. Отставание — время от публикации сообщения до ленты: половина
        сообщений последнего времени пришла быстрее.
      </p>
    </>
  )
}

function summaryOf(all: number, notOk: number): string {
  if (all === 0) return 'Сейчас ни одна сеть не подключена.'
  if (notOk === 0) return 'Все подключённые сети слышны хорошо.'
  return notOk === all ? 'Сейчас слышно с перебоями.' : 'Часть сетей сейчас слышна с перебоями.'
}

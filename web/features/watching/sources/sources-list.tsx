import { Skeleton } from '@mantine/core'
import { networkTitles } from '../../../../contract/networks.ts'
import type { SourceHealth } from '../../../../contract/watching/sources.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import { lagInWords } from './lag-in-words.ts'
import classes from './sources-list.module.css'
import { stateNames } from './state-names.ts'

export const sourcePartTitles: Record<SourceHealth['parts'][number]['part'], string> = {
  groups: 'Группы',
  searches: 'Поиск по сети',
  stream: 'Поток',
  links: 'Проверка ссылок',
}

/** How each network is heard, read again every half a minute. */
export function SourcesList({ zone }: { zone: string }) {
  const { data, error, refetch } = useCall('sources', 'listSources', {}, { refetchInterval: 30_000 })
  if (error && !data) {
    return <LoadFailure error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton height={320} radius="lg" aria-busy="true" />
  return (
    <>
      {data.demo && (
        <AlertBox tone="quiet">
          Это демо: сообщения сочиняет придуманная сеть, поэтому лента живая и без настоящих.
        </AlertBox>
      )}
      <ul className={classes.list}>
        {data.sources.map((source) => (
          <Stack key={source.network} as="li" gap={2} className={`${card.surface} ${classes.source}`}>
            <Row as="header" align="center" nowrap>
              <NetworkIcon network={source.network} size={20} />
              <h2 className={classes.name}>{networkTitles[source.network]}</h2>
              <span className={classes.state} data-state={source.state}>
                {source.state === 'off' && data.demo ? 'в демо не подключена' : stateNames[source.state]}
              </span>
            </Row>
            {source.state !== 'off' && (
              <ul className={classes.parts}>
                {source.parts.map(({ part, okAt, heardAt, lagSeconds, waiting, failure }) => (
                  <li key={part}>
                    <b>{sourcePartTitles[part]}</b>
                    <span>{lagSeconds === null ? 'пока без сообщений' : `отставание ${lagInWords(lagSeconds)}`}</span>
                    {heardAt !== null && (
                      <span>
                        последнее сообщение <Moment at={heardAt} zone={zone} />
                      </span>
                    )}
                    {okAt === null ? (
                      <span>ответа ещё не было</span>
                    ) : (
                      <span>
                        ответ <Moment at={okAt} zone={zone} />
                      </span>
                    )}
                    {waiting > 0 && <span>ждут очереди: {waiting.toLocaleString('ru')}</span>}
                    {failure !== null && <span className={classes.failure}>{failure}</span>}
                  </li>
                ))}
              </ul>
            )}
          </Stack>
        ))}
      </ul>
    </>
  )
}

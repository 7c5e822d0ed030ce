import { Button } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { noticeChannels, type NoticeChannel, type NoticeSettings } from '../../../../contract/reach/notices.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './notices.module.css'
import { isLinked } from './linked.ts'
import { channelNames, ruleInWords } from './rule-in-words.ts'

const RuleDialog = lazyNamed(() => import('./rule-dialog.tsx'), 'RuleDialog')

type Filter = NoticeSettings['filters'][number]

/** What is notified of each filter, and where. The address opens one: `/notices?filter=5`. */
export function FiltersCard({ settings }: { settings: NoticeSettings }) {
  const [open, setOpen] = useAskedFilter()
  const filter = settings.filters.find(({ filterId }) => filterId === open)
  useFocusReturn({ opened: filter !== undefined })
  return (
    <SettingsCard title="О чём сообщать">
      <Stack as="ul" gap={0} className={classes.list}>
        {settings.filters.map((each) => (
          <FilterRow key={each.filterId} filter={each} settings={settings} onOpen={() => setOpen(each.filterId)} />
        ))}
      </Stack>
      <LazyBoundary>
        {filter && (
          <RuleDialog key={filter.filterId} filter={filter} settings={settings} onClose={() => setOpen(null)} />
        )}
      </LazyBoundary>
    </SettingsCard>
  )
}

/** Which filter is open stands in the address, so that «back» closes it. */
function useAskedFilter() {
  const [parameters, setParameters] = useSearchParams()
  const open = Number(parameters.get('filter')) || null
  const set = (filterId: number | null): void =>
    setParameters(filterId === null ? {} : { filter: String(filterId) }, { replace: filterId === null })
  return [open, set] as const
}

function FilterRow({ filter, settings, onOpen }: { filter: Filter; settings: NoticeSettings; onOpen: () => void }) {
  const channels = noticeChannels.filter(
    (channel) => settings.channels[channel].available && filter.rules[channel].mode !== 'off',
  )
  return (
    <Row as="li" gap={[2, 5]} align="center" justify="space-between" className={classes.row}>
      <Stack gap={1} className={classes.words}>
        <span className={classes.name}>{filter.name}</span>
        {channels.length === 0 ? (
          <SettingsNote>Ничего не присылается</SettingsNote>
        ) : (
          <dl className={classes.rules}>
            {channels.map((channel) => (
              <RuleLine
                key={channel}
                channel={channel}
                words={ruleInWords(filter.rules[channel]) ?? ''}
                linked={isLinked(settings, channel)}
              />
            ))}
          </dl>
        )}
      </Stack>
      <Button size="sm" variant="default" aria-label={`Настроить: ${filter.name}`} onClick={onOpen}>
        Настроить
      </Button>
    </Row>
  )
}

function RuleLine({ channel, words, linked }: { channel: NoticeChannel; words: string; linked: boolean }) {
  return (
    <>
      <dt>{channelNames[channel]}</dt>
      <dd>{linked ? words : `${words} — когда подключите`}</dd>
    </>
  )
}

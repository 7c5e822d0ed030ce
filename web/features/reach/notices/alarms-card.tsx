import { Checkbox } from '@mantine/core'
import { alarmKinds, noticeChannels, type NoticeSettings } from '../../../../contract/reach/notices.ts'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './notices.module.css'
import { alarmNames, channelNames } from './rule-in-words.ts'
import { useChangePreferences } from './use-notices.ts'

/** What someone is warned of in addition to messages, and where. */
export function AlarmsCard({ settings: { preferences, channels } }: { settings: NoticeSettings }) {
  const change = useChangePreferences()
  const offered = noticeChannels.filter((channel) => channels[channel].available)
  return (
    <SettingsCard title="Тревоги">
      <SettingsNote>О том, что легко не заметить: лента молчит, что-то случилось, подписка кончается.</SettingsNote>
      <Stack as="ul" gap={0} className={classes.list}>
        {alarmKinds.map((kind) => {
          const { title, note } = alarmNames[kind]
          const chosen = preferences.alarms[kind]
          return (
            <Row as="li" key={kind} gap={[2, 5]} align="center" justify="space-between" className={classes.row}>
              <Stack gap={0} className={classes.words}>
                <span className={classes.name}>{title}</span>
                <SettingsNote>{note}</SettingsNote>
              </Stack>
              <Row gap={[2, 4]} role="group" aria-label={title}>
                {offered.map((channel) => (
                  <Checkbox
                    key={channel}
                    size="sm"
                    label={channelNames[channel]}
                    checked={chosen.includes(channel)}
                    onChange={(event) =>
                      change({
                        alarms: {
                          [kind]: event.currentTarget.checked
                            ? [...chosen, channel]
                            : chosen.filter((each) => each !== channel),
                        },
                      })
                    }
                  />
                ))}
              </Row>
            </Row>
          )
        })}
      </Stack>
    </SettingsCard>
  )
}

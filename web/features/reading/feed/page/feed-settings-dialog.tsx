import { Button, Modal, SegmentedControl, Skeleton, Switch } from '@mantine/core'
import { useId } from 'react'
import { densities, feedOrders, type Density, type FeedSettings } from '../../../../../contract/reading/feed.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import { orderTitles } from '../card/order-choice.tsx'
import { rememberDensity } from '../card/use-density.ts'
import { usePushSetting } from '../push/use-push-setting.ts'
import classes from './feed-settings-dialog.module.css'
import { useFeedSettings, type FeedSettingsChoice } from './use-feed-settings.ts'

export interface FeedSettingsDialogProps {
  onClose: () => void
  /** Has this browser notified with no page open too. */
  subscribe: () => Promise<void>
  /** The filter that is read: whether it notifies comes with it. */
  filter: { name: string; push: boolean; setPush: ((on: boolean) => void) | null } | null
}

const densityChoice: { value: Density; label: string }[] = [
  { value: 'auto', label: 'По ширине окна' },
  { value: 'compact', label: 'Плотно' },
  { value: 'comfortable', label: 'Просторно' },
]

export function FeedSettingsDialog({ onClose, subscribe, filter }: FeedSettingsDialogProps) {
  const { settings, set, error, retry } = useFeedSettings()
  const push = usePushSetting(subscribe)

  return (
    <Modal opened onClose={onClose} title="Настройки ленты" size={460}>
      <Stack gap={5} className={classes.settings}>
        {error !== null && (
          <AlertBox
            tone="bad"
            action={
              !settings && (
                <Button variant="default" size="sm" onClick={retry}>
                  Повторить
                </Button>
              )
            }
          >
            {error}
          </AlertBox>
        )}
        {settings ? (
          <>
            <ListLooks settings={settings} set={set} />
            <Switch
              label="Уведомлять о новых сообщениях"
              description="Пока вкладка скрыта, о них скажет браузер. Он спросит разрешения, когда вы включите."
              checked={settings.push}
              onChange={(event) => (event.currentTarget.checked ? void push.turnOn() : push.turnOff())}
            />
            {push.mistake !== null && <AlertBox tone="bad">{push.mistake}</AlertBox>}
            {settings.push && filter && (
              <Switch
                className={classes.inner}
                label={`По фильтру «${filter.name}»`}
                description={
                  filter.setPush ? 'У каждого фильтра свой переключатель.' : 'Этот фильтр меняет тот, кто его создал.'
                }
                disabled={filter.setPush === null}
                checked={filter.push}
                onChange={(event) => filter.setPush?.(event.currentTarget.checked)}
              />
            )}
            <Switch
              label="Отмечать прочитанным при прокрутке"
              description="Сообщение, которое вы видели целиком две секунды, станет прочитанным само."
              checked={settings.feed_scroll}
              onChange={(event) => set('feed_scroll', event.currentTarget.checked)}
            />
            <Switch
              label="Кнопка подарка"
              description="Стоит над лентой, пока вас ждёт скидка."
              checked={settings.bonus_btn}
              onChange={(event) => set('bonus_btn', event.currentTarget.checked)}
            />
          </>
        ) : (
          error === null && <Skeleton height={120} radius="md" />
        )}
      </Stack>
    </Modal>
  )
}

/** How dense the list is, and what stands first in it. */
function ListLooks({ settings, set }: { settings: FeedSettings } & Pick<FeedSettingsChoice, 'set'>) {
  const [densityName, orderName] = [useId(), useId()]
  return (
    <>
      <Stack gap={1}>
        <span id={densityName}>Как показывать сообщения</span>
        <SegmentedControl
          fullWidth
          aria-labelledby={densityName}
          data={densityChoice}
          value={settings.density}
          onChange={(value) => {
            const density = densities.find((each) => each === value) ?? 'auto'
            rememberDensity(density)
            set('density', density)
          }}
        />
      </Stack>
      <Stack gap={1}>
        <span id={orderName}>Что стоит первым</span>
        <SegmentedControl
          fullWidth
          aria-labelledby={orderName}
          data={feedOrders.map((value) => ({ value, label: orderTitles[value] }))}
          value={settings.order}
          onChange={(value) => set('order', feedOrders.find((each) => each === value) ?? 'new')}
        />
      </Stack>
    </>
  )
}

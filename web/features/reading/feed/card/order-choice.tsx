import { NativeSelect } from '@mantine/core'
import { feedOrders, type FeedOrder } from '../../../../../contract/reading/feed.ts'
import { useFeedSettings } from '../page/use-feed-settings.ts'
import classes from './density-switch.module.css'

export const orderTitles: Record<FeedOrder, string> = { new: 'Сначала новые', hot: 'Сначала горячие' }

/** What stands first in the feed; kept with the person. */
export function OrderChoice() {
  const { settings, set } = useFeedSettings()
  if (!settings) return null
  return (
    <NativeSelect
      className={classes.switch}
      aria-label="Порядок сообщений"
      size="xs"
      value={settings.order}
      data={feedOrders.map((value) => ({ value, label: orderTitles[value] }))}
      onChange={(event) => set('order', feedOrders.find((each) => each === event.currentTarget.value) ?? 'new')}
    />
  )
}

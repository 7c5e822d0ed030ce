import { Skeleton } from '@mantine/core'
import { CardSkeletons, MessageSkeletons, RowSkeletons } from '../features/reading/feed/card/message-skeleton.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import card from '../kit/ui/components/card.module.css'
import typography from '../kit/ui/typography.module.css'
import classes from './feed-page.module.css'

/** The feed before anything is known of it: each part where it will stand, as high as it will be. */
export function FeedWaiting() {
  return (
    <>
      <div className={classes.tabs} aria-hidden="true">
        <div className={classes.tabsWaiting}>
          <Skeleton height={16} width={120} />
        </div>
      </div>
      <div className={classes.panel} aria-hidden="true">
        <div className={`${card.surface} ${classes.panelWaiting}`}>
          <Skeleton height={16} width="50%" />
        </div>
      </div>
      <Stack className={classes.main} aria-busy="true">
        <header className={classes.headWaiting}>
          <h1 className={typography.pageTitle}>Лента</h1>
        </header>
        <Skeleton radius="md" className={classes.filterWaiting} />
        {/* Everybody has it until they turn it off. */}
        <Skeleton height={44} radius="md" className={classes.bonusWaiting} />
        <Skeleton height={44} radius="md" />
        {/* How dense the list will be hangs on the width until more is known. */}
        <div className={classes.rowsWaiting}>
          <RowSkeletons count={5} />
        </div>
        <Stack gap={3} className={classes.cardsWaiting}>
          <CardSkeletons count={5} />
        </Stack>
      </Stack>
    </>
  )
}

/** The cards alone, where the rest stands already. */
export function CardsWaiting() {
  return (
    <Stack gap={3} aria-busy="true">
      <MessageSkeletons count={5} />
    </Stack>
  )
}

import { RotatingList } from '../../../kit/ui/components/rotating-list.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import typography from '../../../kit/ui/typography.module.css'
import classes from './promo-samples.module.css'
import { samples } from './samples.ts'

const SHOWN = 3

/** What a feed looks like while it comes in. */
export function PromoSamples() {
  return (
    <RotatingList
      title="Так выглядит лента"
      things={samples}
      shown={SHOWN}
      note="Примеры. В вашей ленте будут настоящие сообщения со ссылкой на автора."
    >
      {(sample) => (
        <Stack gap={1} className={`${card.surface} ${classes.sample}`}>
          <span className={classes.category}>{sample.category}</span>
          <p className={classes.text}>{sample.text}</p>
          <span className={`${typography.truncated} ${classes.place}`}>{sample.place}</span>
        </Stack>
      )}
    </RotatingList>
  )
}

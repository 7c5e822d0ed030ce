import { RotatingList } from '../../kit/ui/rotating-list.tsx'
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
        <div className={classes.sample}>
          <span className={classes.category}>{sample.category}</span>
          <p className={classes.text}>{sample.text}</p>
          <span className={classes.place}>{sample.place}</span>
        </div>
      )}
    </RotatingList>
  )
}

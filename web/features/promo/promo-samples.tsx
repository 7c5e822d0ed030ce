import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { rotated, useRotation } from '../../kit/ui/use-rotation.ts'
import classes from './promo-samples.module.css'
import { samples } from './samples.ts'

const SHOWN = 3

/** What a feed looks like while it comes in. Stands still for whoever wants it so. */
export function PromoSamples() {
  const { newest, paused, toggle, still } = useRotation(SHOWN)
  return (
    <section className={classes.samples} aria-labelledby="promo-samples">
      <div className={classes.head}>
        <h2 id="promo-samples" className={classes.title}>
          Так выглядит лента
        </h2>
        {!still && (
          <button type="button" className={classes.pause} onClick={toggle}>
            {paused ? <IconPlayerPlay size={15} aria-hidden="true" /> : <IconPlayerPause size={15} aria-hidden="true" />}
            {paused ? 'Продолжить' : 'Остановить'}
          </button>
        )}
      </div>
      <ul className={classes.list}>
        {rotated(samples, newest, SHOWN).map(({ thing: sample, number }) => (
          <li key={number} className={classes.sample} data-fresh={number === newest || undefined}>
            <span className={classes.category}>{sample.category}</span>
            <p className={classes.text}>{sample.text}</p>
            <span className={classes.place}>{sample.place}</span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>Примеры. В вашей ленте будут настоящие сообщения со ссылкой на автора.</p>
    </section>
  )
}

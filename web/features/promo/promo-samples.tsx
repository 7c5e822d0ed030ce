import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './promo-samples.module.css'
import { sampleDelay, samplesFrom } from './samples.ts'

const SHOWN = 3

/** What a feed looks like while it comes in. Stands still for whoever wants it so. */
export function PromoSamples() {
  const still = useReducedMotion()
  const [newest, setNewest] = useState(SHOWN - 1)
  const [paused, setPaused] = useState(false)
  const moving = !paused && !still
  useEffect(() => {
    if (!moving) return
    const timer = setTimeout(() => setNewest((before) => before + 1), sampleDelay(Math.random()))
    return () => clearTimeout(timer)
  }, [moving, newest])
  return (
    <section className={classes.samples} aria-labelledby="promo-samples">
      <div className={classes.head}>
        <h2 id="promo-samples" className={classes.title}>
          Так выглядит лента
        </h2>
        {!still && (
          <button type="button" className={classes.pause} onClick={() => setPaused(!paused)}>
            {paused ? <IconPlayerPlay size={15} aria-hidden="true" /> : <IconPlayerPause size={15} aria-hidden="true" />}
            {paused ? 'Продолжить' : 'Остановить'}
          </button>
        )}
      </div>
      <ul className={classes.list}>
        {samplesFrom(newest, SHOWN).map(({ sample, number }) => (
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

import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Sample } from '../../../contract/projects.ts'
import { SampleCard } from '../../kit/ui/sample-card.tsx'
import { rotated, useRotation } from '../../kit/ui/use-rotation.ts'
import classes from './category-samples.module.css'

export const SHOWN = 3

/** What the category brought, a few at a time and another one now and then. */
export function CategorySamples({ samples, zone }: { samples: readonly Sample[]; zone: string }) {
  const { newest, paused, toggle, still } = useRotation(SHOWN)
  const moves = samples.length > SHOWN && !still
  return (
    <section className={classes.samples} aria-labelledby="category-samples">
      <div className={classes.head}>
        <h2 id="category-samples" className={classes.title}>
          Что она приносит
        </h2>
        {moves && (
          <button type="button" className={classes.pause} onClick={toggle}>
            {paused ? <IconPlayerPlay size={15} aria-hidden="true" /> : <IconPlayerPause size={15} aria-hidden="true" />}
            {paused ? 'Продолжить' : 'Остановить'}
          </button>
        )}
      </div>
      <ul className={classes.list} data-moves={moves || undefined}>
        {rotated(samples, moves ? newest : SHOWN - 1, SHOWN).map(({ thing, number }) => (
          <li key={number} data-fresh={(moves && number === newest) || undefined}>
            <SampleCard sample={thing} zone={zone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

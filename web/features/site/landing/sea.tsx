import { Fragment } from 'react'
import { Link } from 'react-router'
import { networkTitles } from '../../../../contract/networks.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { PauseButton } from '../../../kit/ui/components/pause-button.tsx'
import { highlightSpans } from '../../../kit/ui/text/highlight-spans.ts'
import { textLine } from '../../../kit/ui/text/text-line.ts'
import { rotated, useRotation } from '../../../kit/ui/hooks/use-rotation.ts'
import classes from './sea.module.css'

const SHOWN = 3

type Shown = Result<'categories', 'listCategorySamples'>['samples']

export interface SeaProps {
  samples: Shown
  /** What links of samples lead to. */
  addressOf: (slug: string) => string
}

/** What the product does, with what it heard: among many messages those that ask come up, another one now and then. */
export function Sea({ samples, addressOf }: SeaProps) {
  const { newest, paused, toggle, still } = useRotation(SHOWN)
  const moves = samples.length > SHOWN && !still
  return (
    <section className={classes.sea} aria-label="Кто кого искал: настоящие сообщения">
      <Rings />
      <ul className={classes.depth}>
        {rotated(samples, moves ? newest : SHOWN - 1, SHOWN).map(({ thing: { name, slug, sample }, number }, at) => (
          <li
            key={number}
            className={classes.card}
            data-right={number % 2 === 1 || undefined}
            data-fresh={(moves && at === 0 && number >= SHOWN) || undefined}
          >
            <p className={classes.from}>
              <Link to={addressOf(slug)}>{name}</Link>
              <span>
                <NetworkIcon network={sample.network} size={15} /> {networkTitles[sample.network]},{' '}
                {dayOf(sample.publishedAt)}
                {sample.demo && ' · Демо'}
              </span>
            </p>
            <p className={classes.text}>
              <Marked {...sample} />
            </p>
          </li>
        ))}
      </ul>
      <p className={classes.label}>
        Сообщения старше трёх дней, без имён
        {moves && <PauseButton paused={paused} onToggle={toggle} className={classes.pause} />}
      </p>
    </section>
  )
}

/** From where it says what is asked for on, for as many lines as there is room for. */
function Marked({ text, spans }: Pick<Shown[number]['sample'], 'text' | 'spans'>) {
  const [from] = textLine(text, spans)
  return (
    <>
      {from > 0 && '… '}
      {highlightSpans(text, spans, from).map((piece, at) =>
        piece.highlighted ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>,
      )}
    </>
  )
}

/** The day in Moscow: the same wherever it is drawn. */
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' }).format(new Date(at))

/** Before there is anything to show: what it would look like, made up. */
export function MadeUpSea() {
  return (
    <div
      className={classes.sea}
      role="img"
      aria-label="Пример: среди множества сообщений Эхолот выделяет просьбы посоветовать фотографа и найти электрика"
    >
      <Rings />
      <div className={classes.depth} aria-hidden="true">
        <p className={classes.noise}>С праздником, любимый город!</p>
        <div className={classes.card}>
          <p className={classes.from}>
            <b>Марина</b> <span>Мамы района · 2 минуты назад</span>
          </p>
          <p className={classes.text}>
            Девочки, <mark>посоветуйте фотографа</mark> на крестины, это уже в субботу
          </p>
        </div>
        <p className={classes.noise} data-right>
          Фотограф, портфолио в профиле, скидки
        </p>
        <div className={classes.card} data-right>
          <p className={classes.from}>
            <b>Олег</b> <span>Соседи · 5 минут назад</span>
          </p>
          <p className={classes.text}>
            Кто может сегодня подъехать? <mark>Нужен электрик</mark>, выбивает пробки
          </p>
        </div>
        <p className={classes.noise}>Вакансия: электрик, вахта, жильё</p>
      </div>
      <p className={classes.label} aria-hidden="true">
        Пример
      </p>
    </div>
  )
}

function Rings() {
  return (
    <svg className={classes.rings} viewBox="0 0 480 480" aria-hidden="true">
      {[70, 140, 210, 280, 350].map((radius) => (
        <circle key={radius} cx="240" cy="20" r={radius} />
      ))}
      <circle className={classes.ping} cx="240" cy="20" r="350" />
    </svg>
  )
}

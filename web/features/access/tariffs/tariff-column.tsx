import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { Tariff, TariffProduct } from '../../../../contract/access/tariffs.ts'
import { formatRoubles, toKopecks } from '../../../../rules/money.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import choice from '../../../kit/ui/components/choice.module.css'
import { nearestTariff, type ColumnType } from './tariff-choice.ts'
import classes from './tariff-columns.module.css'
import { bestSaving, savedPercent } from './tariff-price.ts'
import { lengthInWords, rateInWords, teamSizeInWords, typeWords, whatIsIncluded } from './tariff-in-words.ts'

export interface TariffColumnProps {
  /** The name of the choice all columns share. */
  group: string
  product: TariffProduct
  type: ColumnType
  tariffs: Tariff[]
  /** Of teams on sale; none in other columns. */
  sizes: number[]
  size: number | null
  /** It was had once, and is not to be had again. */
  used: boolean
  /** It is the chosen column. */
  open: boolean
  chosen: Tariff | null
  onSize: (size: number) => void
  onChoose: (tariff: Tariff | null) => void
}

export function TariffColumn({
  group,
  product,
  type,
  tariffs,
  sizes,
  size,
  used,
  open,
  chosen,
  onSize,
  onChoose,
}: TariffColumnProps) {
  const heading = useId()
  const { title, about } = typeWords[type]
  const usual = nearestTariff(tariffs, null)
  /** What a press on the name or the price chooses. */
  const meant = useId()
  return (
    <section
      className={classes.column}
      data-open={open || undefined}
      data-used={used || undefined}
      aria-labelledby={heading}
    >
      {/* The whole card, under its choices; the lengths have their names without it. */}
      {!open && !used && <label className={classes.press} htmlFor={meant} aria-hidden="true" />}
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
          {open && (
            <Row as="span" gap={0} align="center" justify="center" nowrap className={classes.tick}>
              <IconCheck size={15} stroke={2.6} aria-label="выбран" />
            </Row>
          )}
        </h2>
        <p className={classes.about}>{about}</p>
        <Price type={type} product={product} tariff={type === 'trial' ? null : (chosen ?? usual)} />
      </div>
      <div className={classes.body}>
        <Stack gap="tight" className={classes.choices}>
          {sizes.length > 1 && <TeamSizes sizes={sizes} size={size} onSize={onSize} />}
          <Lengths {...{ group, product, type, tariffs, size, used, open, chosen, onChoose }} meant={meant} />
        </Stack>
        <ul className={classes.included}>
          {whatIsIncluded(product, type).map((line) => (
            <li key={line}>
              <IconCheck size={17} stroke={2} aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface LengthsProps extends Omit<TariffColumnProps, 'sizes' | 'onSize'> {
  /** The id of the one that is meant when only the column is named. */
  meant: string
}

/** For how long. */
function Lengths({ group, product, type, tariffs, size, used, open, chosen, meant, onChoose }: LengthsProps) {
  const { title } = typeWords[type]
  const usual = nearestTariff(tariffs, null)
  if (type === 'trial') {
    return (
      <Length
        id={meant}
        group={group}
        name={title}
        title={product === 'project' ? 'По запросу' : (tariffs[0]?.durationTitle ?? '')}
        note={used ? 'уже был у вас, даётся один раз' : 'бесплатно'}
        disabled={used}
        checked={open}
        onChoose={() => onChoose(tariffs[0] ?? null)}
      />
    )
  }
  return tariffs.map((tariff) => {
    const saved = savedPercent(tariff, tariffs)
    return (
      <Length
        key={tariff.id}
        id={tariff.id === usual?.id ? meant : undefined}
        group={group}
        name={size !== null && type === 'team' ? `${title} ${teamSizeInWords(size)}` : title}
        title={tariff.durationTitle}
        note={lengthInWords(tariff)}
        saved={saved === 0 ? null : { percent: saved, best: bestSaving(tariffs) === tariff.id }}
        checked={tariff.id === chosen?.id}
        onChoose={() => onChoose(tariff)}
      />
    )
  })
}

function Price({ type, product, tariff }: { type: ColumnType; product: TariffProduct; tariff: Tariff | null }) {
  if (tariff === null) {
    return (
      <Stack gap={0} className={classes.price}>
        <span className={classes.sum}>Бесплатно</span>
        <span className={classes.each}>{product === 'project' ? 'договоримся о сроке' : 'один раз на человека'}</span>
      </Stack>
    )
  }
  const fee = toKopecks(tariff.fee)
  return (
    <Stack gap={0} className={classes.price}>
      <span className={classes.sum}>{formatRoubles(toKopecks(tariff.rate))}</span>
      <span className={classes.each}>{rateInWords(tariff)}</span>
      {fee > 0 && type === 'team' && <span className={classes.each}>+ {formatRoubles(fee)} за команду</span>}
      {fee > 0 && type === 'regular' && product === 'group' && (
        <span className={classes.each}>+ {formatRoubles(fee)} за подключение</span>
      )}
    </Stack>
  )
}

function TeamSizes({ sizes, size, onSize }: { sizes: number[]; size: number | null; onSize: (size: number) => void }) {
  const name = useId()
  return (
    <Row gap="tight" className={classes.sizes} role="radiogroup" aria-label="Сколько человек в команде">
      <span className={classes.label} aria-hidden="true">
        Человек в команде
      </span>
      {sizes.map((each) => (
        <label key={each} className={`${choice.choice} ${classes.size}`}>
          <input
            className={choice.cover}
            type="radio"
            name={name}
            aria-label={teamSizeInWords(each)}
            checked={each === size}
            onChange={() => onSize(each)}
          />
          до {each}
        </label>
      ))}
    </Row>
  )
}

interface LengthProps {
  id?: string | undefined
  group: string
  /** Of the column. */
  name: string
  title: string
  note: string
  saved?: { percent: number; best: boolean } | null
  disabled?: boolean
  checked: boolean
  onChoose: () => void
}

function Length({ id, group, name, title, note, saved = null, disabled = false, checked, onChoose }: LengthProps) {
  return (
    <label className={`${choice.choice} ${classes.length}`}>
      <input
        id={id}
        className={`${choice.radio} ${classes.radio}`}
        type="radio"
        name={group}
        aria-label={`${name}, ${title}, ${note}`}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <Stack as="span" gap={0} grow>
        <span className={classes.lengthTitle}>
          {title}
          {saved && (
            <span className={classes.saved} data-best={saved.best || undefined}>
              −{saved.percent}&nbsp;%
            </span>
          )}
        </span>
        <span className={classes.lengthNote}>{note}</span>
      </Stack>
    </label>
  )
}

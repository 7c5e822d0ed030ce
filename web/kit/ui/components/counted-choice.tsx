import classes from './counted-choice.module.css'
import { Row } from './stack.tsx'

export interface CountedChoiceProps<Value extends string> {
  /** What is chosen, for those who do not see it. */
  label: string
  values: readonly Value[]
  titles: Record<Value, string>
  /** How many there are of each; a value without a number is drawn without. */
  counts?: Partial<Record<Value, number>> | undefined
  current: Value
  onChoose: (value: Value) => void
}

/** One of a few parts of a list, each with how much is in it. */
export function CountedChoice<Value extends string>(props: CountedChoiceProps<Value>) {
  const { label, values, titles, counts, current, onChoose } = props
  return (
    <Row gap={1} role="group" aria-label={label}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className={classes.choice}
          aria-pressed={value === current}
          onClick={() => onChoose(value)}
        >
          {titles[value]}
          {counts?.[value] !== undefined && <span className={classes.count}>{counts[value]}</span>}
        </button>
      ))}
    </Row>
  )
}

import { useId, type ReactNode } from 'react'
import choice from './choice.module.css'
import classes from './choice-chips.module.css'
import { Row } from './stack.tsx'

export interface ChoiceOption<Value> {
  value: Value
  title: string
  icon?: ReactNode
  /** A number beside the title, such as how many it shows. */
  count?: string | null
}

interface ChipsProps<Value> {
  /** Names the group to a screen reader. */
  label: string
  options: readonly ChoiceOption<Value>[]
}

/** One of a few. */
export function ChoiceChips<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: ChipsProps<Value> & { value: Value; onChange: (value: Value) => void }) {
  const name = useId()
  return (
    <Row gap="tight" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={`${choice.choice} ${classes.chip}`} data-count={option.count ?? undefined}>
          <input
            className={choice.cover}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.title}
        </label>
      ))}
    </Row>
  )
}

/** Any of a few; none of them is no matter. */
export function ToggleChips<Value extends string>({
  label,
  options,
  values,
  onChange,
}: ChipsProps<Value> & { values: readonly Value[]; onChange: (values: Value[]) => void }) {
  return (
    <Row gap="tight" role="group" aria-label={label}>
      {options.map(({ value, title, icon, count }) => {
        const on = values.includes(value)
        return (
          <label key={value} className={`${choice.choice} ${classes.chip}`} data-count={count ?? undefined}>
            <input
              className={choice.cover}
              type="checkbox"
              checked={on}
              onChange={() =>
                onChange(
                  options.map((each) => each.value).filter((each) => (each === value ? !on : values.includes(each))),
                )
              }
            />
            {icon}
            {title}
          </label>
        )
      })}
    </Row>
  )
}

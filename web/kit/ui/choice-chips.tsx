import { useId, type ReactNode } from 'react'
import classes from './choice-chips.module.css'

export interface ChoiceOption<Value> {
  value: Value
  title: string
  icon?: ReactNode
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
    <div className={classes.chips} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.chip}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.title}
        </label>
      ))}
    </div>
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
    <div className={classes.chips} role="group" aria-label={label}>
      {options.map(({ value, title, icon }) => {
        const on = values.includes(value)
        return (
          <label key={value} className={classes.chip}>
            <input
              className={classes.input}
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
    </div>
  )
}

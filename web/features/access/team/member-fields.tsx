import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { teamRights } from '../../../../contract/call.ts'
import choice from '../../../kit/ui/components/choice.module.css'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import type { CheckedFields } from '../../../kit/ui/hooks/use-checked-form.ts'
import typography from '../../../kit/ui/typography.module.css'
import { rightTitles, rightWords } from './card-in-words.ts'
import classes from './member-fields.module.css'
import { NAME_LENGTH, type MemberForm } from './member-form.ts'

export interface MemberFieldsProps extends CheckedFields<MemberForm> {
  /** The e-mail is another matter once the invitation is answered. */
  withEmail: boolean
}

/** Who someone is, and what they may do. */
export function MemberFields({ form, change, input, withEmail }: MemberFieldsProps) {
  const [group, heading] = [useId(), useId()]
  return (
    <>
      {withEmail && (
        <TextInput
          {...input('email')}
          label="Email"
          description="Сюда придёт приглашение"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          required
          data-autofocus
        />
      )}
      <TextInput
        {...input('username')}
        label="Имя"
        description="Под ним участника видит команда"
        autoComplete="off"
        maxLength={NAME_LENGTH}
        required
        data-autofocus={withEmail ? undefined : true}
      />
      <Stack gap={1} role="radiogroup" aria-labelledby={heading}>
        <span id={heading} className={classes.label}>
          Что можно делать
        </span>
        {teamRights.map((right) => (
          <label key={right} className={`${choice.choice} ${classes.right}`}>
            <input
              className={choice.radio}
              type="radio"
              name={group}
              aria-label={rightTitles[right]}
              aria-describedby={`${group}${right}`}
              checked={form.right === right}
              onChange={() => change({ right })}
            />
            <Stack as="span" gap={0}>
              <span>{rightTitles[right]}</span>
              <span id={`${group}${right}`} className={typography.note}>
                {rightWords[right]}
              </span>
            </Stack>
          </label>
        ))}
      </Stack>
    </>
  )
}

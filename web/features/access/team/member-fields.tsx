import { Radio, TextInput } from '@mantine/core'
import { teamRights } from '../../../../contract/access/team.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import type { CheckedFields } from '../../../kit/ui/hooks/use-checked-form.ts'
import { rightTitles, rightWords } from './card-in-words.ts'
import { NAME_LENGTH, type MemberForm } from './member-form.ts'

export interface MemberFieldsProps extends CheckedFields<MemberForm> {
  /** The e-mail is another matter once the invitation is answered. */
  withEmail: boolean
}

/** Who someone is, and what they may do. */
export function MemberFields({ form, change, input, withEmail }: MemberFieldsProps) {
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
      <Radio.Group
        label="Что можно делать"
        value={form.right}
        onChange={(value) => {
          const right = teamRights.find((each) => each === value)
          if (right) change({ right })
        }}
      >
        <Stack gap={2} style={{ marginTop: 'var(--gap-2)' }}>
          {teamRights.map((right) => (
            <Radio key={right} value={right} label={rightTitles[right]} description={rightWords[right]} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}

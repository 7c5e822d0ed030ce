import { useState } from 'react'

export type Mistakes<Form> = Partial<Record<keyof Form, string>>

/** A form whose mistakes are reported when it is sent, and looked at again as it is filled in; nothing new is complained of meanwhile. */
export function useCheckedForm<Form extends object>(filled: () => Form, mistakesOf: (form: Form) => Mistakes<Form>) {
  const [form, setForm] = useState(filled)
  const [mistakes, setMistakes] = useState<Mistakes<Form>>({})
  const change = (to: Partial<Form>): void => {
    const next = { ...form, ...to }
    setForm(next)
    const still = mistakesOf(next)
    setMistakes(
      (before) => Object.fromEntries(Object.entries(before).filter(([field]) => field in still)) as Mistakes<Form>,
    )
  }
  const changeField = (field: keyof Form, value: string): void => change({ [field]: value } as Partial<Form>)
  return {
    form,
    /** What only the server could find. */
    setMistakes,
    change,
    /** What a field that is typed into takes. */
    input: <Field extends keyof Form & string>(field: Field) => ({
      name: field,
      value: form[field],
      onChange: (event: { currentTarget: { value: string } }) => changeField(field, event.currentTarget.value),
      error: mistakes[field],
    }),
    /** What a list to choose one from takes. */
    choice: <Field extends keyof Form & string>(field: Field) => ({
      value: form[field],
      onChange: (value: string | null) => value !== null && changeField(field, value),
      allowDeselect: false,
    }),
    /** Shows the mistakes. @returns whether there are none. */
    check(): boolean {
      const found = mistakesOf(form)
      setMistakes(found)
      return Object.keys(found).length === 0
    },
  }
}

/** The form as its fields see it. */
export type CheckedFields<Form extends object> = Pick<
  ReturnType<typeof useCheckedForm<Form>>,
  'form' | 'change' | 'input' | 'choice'
>

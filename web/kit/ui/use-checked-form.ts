import { useState } from 'react'

export type Mistakes<Form> = Partial<Record<keyof Form, string>>

/** A form whose mistakes are told when it is sent, and looked at again as it is filled in; nothing new is complained of meanwhile. */
export function useCheckedForm<Form extends object>(filled: () => Form, mistakesOf: (form: Form) => Mistakes<Form>) {
  const [form, setForm] = useState(filled)
  const [mistakes, setMistakes] = useState<Mistakes<Form>>({})
  return {
    form,
    mistakes,
    /** What only the server could find. */
    setMistakes,
    change(to: Partial<Form>): void {
      const next = { ...form, ...to }
      setForm(next)
      const still = mistakesOf(next)
      setMistakes(
        (before) => Object.fromEntries(Object.entries(before).filter(([field]) => field in still)) as Mistakes<Form>,
      )
    },
    /** Tells the mistakes. Says whether there are none. */
    check(): boolean {
      const found = mistakesOf(form)
      setMistakes(found)
      return Object.keys(found).length === 0
    },
  }
}

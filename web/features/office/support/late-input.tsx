import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 300

export interface LateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  /** Called when nothing was typed for a moment. */
  onSettle: (value: string) => void
}

/** A field of a filter: what is typed goes into the address a moment later, and what the address says comes back here. */
export function LateInput({ value, onSettle, ...rest }: LateInputProps) {
  const [typed, setTyped] = useState(value)
  const settled = useRef(value)
  const timer = useRef(0)
  useEffect(() => {
    // The address was changed by something else: by «back», or by «reset».
    if (value !== settled.current) {
      settled.current = value
      setTyped(value)
    }
  }, [value])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const change = (next: string): void => {
    setTyped(next)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      settled.current = next.trim()
      onSettle(next.trim())
    }, TYPING_MS)
  }
  return <TextInput value={typed} onChange={(event) => change(event.currentTarget.value)} {...rest} />
}

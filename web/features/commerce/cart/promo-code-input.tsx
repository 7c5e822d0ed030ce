import { Button, TextInput } from '@mantine/core'
import { IconTicket, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Estimation } from '../../../../contract/commerce/cart.ts'
import { useKeptFocus } from '../../../kit/ui/hooks/use-kept-focus.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './promo-code-input.module.css'

export interface PromoCodeInputProps {
  /** That of the cart; null: none. */
  code: string | null
  status: Estimation['promoCodeStatus']
  /** The server has not answered yet. */
  asking: boolean
  onApply: (code: string | null) => void
}

/** A promo code, what it does, or why it does nothing. Most people have none, so it is a line until it is wanted. */
export function PromoCodeInput(props: PromoCodeInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const place = useKeptFocus<HTMLDivElement>(`${typed !== null} ${props.code}`)
  return (
    <Stack ref={place} gap={0}>
      <PromoCode {...props} typed={typed} setTyped={setTyped} />
    </Stack>
  )
}

interface PromoCodeProps extends PromoCodeInputProps {
  /** Null: no one is writing. */
  typed: string | null
  setTyped: (typed: string | null) => void
}

function PromoCode({ code, status, asking, onApply, typed, setTyped }: PromoCodeProps) {
  if (code !== null && typed === null) {
    const refused = !asking && status.error !== ''
    return (
      <div className={classes.promo} data-refused={refused || undefined}>
        <IconTicket size={20} stroke={1.7} aria-hidden="true" />
        <Stack gap={0} align="flex-start" grow className={classes.words} role="status">
          <span className={classes.code}>{code}</span>
          <span className={classes.description}>{asking ? 'Проверяем…' : status.error || status.description}</span>
          {refused && (
            <button type="button" className={`${typography.link} ${classes.another}`} onClick={() => setTyped(code)}>
              Ввести другой
            </button>
          )}
        </Stack>
        <button type="button" className={classes.remove} aria-label="Убрать промокод" onClick={() => onApply(null)}>
          <IconX size={16} stroke={2} aria-hidden="true" />
        </button>
      </div>
    )
  }
  if (typed === null) {
    return (
      <button type="button" className={`${typography.link} ${classes.open}`} onClick={() => setTyped('')}>
        <IconTicket size={18} stroke={1.7} aria-hidden="true" />
        Есть промокод?
      </button>
    )
  }
  const apply = (): void => {
    const written = typed.trim()
    if (written !== '') onApply(written)
    setTyped(null)
  }
  return (
    <Row
      as="form"
      nowrap
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextInput
        className={classes.input}
        aria-label="Промокод"
        placeholder="Промокод"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === ''}>
        Применить
      </Button>
    </Row>
  )
}

import { Button } from '@mantine/core'
import { IconMasksTheater } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Mask, User } from '../../../../contract/people/accounts.ts'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'

const MaskDialog = lazyNamed(() => import('./mask-dialog.tsx'), 'MaskDialog')

/** As much of a person as their card knows. */
export interface MaskedPerson {
  id: number
  name: string
}

export interface MaskButtonProps {
  user: MaskedPerson
  /** Goes with the deed: no one asks who is here while it is on its way. */
  deedKey: readonly string[]
  /** This browser is theirs now. */
  onMasked: (user: User, mask: Mask) => void
}

/** Opens the question that comes before a mask: why. */
export function MaskButton({ user, deedKey, onMasked }: MaskButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconMasksTheater size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Посмотреть как {user.name}
      </Button>
      <LazyBoundary>
        {open && <MaskDialog user={user} deedKey={deedKey} onMasked={onMasked} onClose={close} />}
      </LazyBoundary>
    </>
  )
}

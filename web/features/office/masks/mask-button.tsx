import { Button } from '@mantine/core'
import { IconMasksTheater } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import type { MaskButtonProps } from './masked-person.ts'

const MaskDialog = lazyNamed(() => import('./mask-dialog.tsx'), 'MaskDialog')

/** Opens the question that comes before a mask: why. */
export function MaskButton({ user, mutationKey, onMasked }: MaskButtonProps) {
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
        {open && <MaskDialog user={user} mutationKey={mutationKey} onMasked={onMasked} onClose={close} />}
      </LazyBoundary>
    </>
  )
}

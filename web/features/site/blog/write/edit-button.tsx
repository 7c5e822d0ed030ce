import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { ArticleDialog } from './article-dialog.tsx'

export function EditButton({ id, zone }: { id: number; zone: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPencil size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Изменить
      </Button>
      {open && <ArticleDialog id={id} zone={zone} onClose={() => setOpen(false)} />}
    </>
  )
}

import { Button, Modal, TextInput } from '@mantine/core'
import { IconBrandTelegram, IconBrandVk, IconCheck, IconCopy, IconMail, IconShare } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { shareTargets, type Shared } from '../text/share-targets.ts'
import typography from '../typography.module.css'
import { Row, Stack } from './stack.tsx'

export interface ShareDialogProps extends Shared {
  /** What anyone who opens the link will see, where that is not plain. */
  note?: string
  onClose: () => void
}

const icons = [IconBrandVk, IconBrandTelegram, IconMail]

/** A link to be given to someone: copied, handed to the system, or sent by a network or a letter. */
export function ShareDialog({ url, title, note, onClose }: ShareDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // No clipboard without https, or without leave.
      field.current?.select()
      setCopied(false)
    }
  }
  // Whether it was sent is between the person and their system; a refusal is mostly a change of mind.
  const send = (): void => void navigator.share({ url, title }).catch(() => {})
  return (
    <Modal opened onClose={onClose} title="Поделиться" size={460}>
      <Stack gap={4}>
        <p>{title}</p>
        <Row gap={2} align="flex-start">
          <TextInput
            ref={field}
            readOnly
            flex="1 1 220px"
            aria-label="Ссылка"
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            data-autofocus
            leftSection={
              copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />
            }
            onClick={() => void copy()}
          >
            {copied ? 'Скопировано' : 'Скопировать'}
          </Button>
        </Row>
        <p role="status" className={typography.note}>
          {copied === false ? 'Браузер не дал скопировать: ссылка выделена, нажмите Ctrl+C.' : note}
        </p>
        <Row gap={2}>
          {shareTargets({ url, title }).map(({ name, address }, at) => {
            const Icon = icons[at] ?? IconShare
            return (
              <Button
                key={name}
                component="a"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                variant="default"
                leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
              >
                {name}
              </Button>
            )
          })}
          {typeof navigator.share === 'function' && (
            <Button
              variant="default"
              leftSection={<IconShare size={18} stroke={1.7} aria-hidden="true" />}
              onClick={send}
            >
              Другое приложение
            </Button>
          )}
        </Row>
      </Stack>
    </Modal>
  )
}

import { Button, Code, CopyButton, Loader, Modal } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import type { messengers } from '../../../../contract/reach/notices.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './link-messenger.module.css'
import { useNoticeSettings } from './use-notices.ts'
import { VkWidget } from './vk-widget.tsx'

type MessengerName = (typeof messengers)[number]

const words: Record<MessengerName, { title: string; open: string }> = {
  telegram: { title: 'Telegram', open: 'Открыть Telegram' },
  vk: { title: 'VK', open: 'Открыть сообщения VK' },
}

/** A button that links a chat of this messenger: by a link, from a phone by its picture. */
export function LinkMessenger({ channel }: { channel: MessengerName }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="default"
        aria-label={`Привязать ${words[channel].title}`}
        onClick={() => setOpened(true)}
      >
        Привязать
      </Button>
      {opened && <LinkDialog channel={channel} onClose={() => setOpened(false)} />}
    </>
  )
}

function LinkDialog({ channel, onClose }: { channel: MessengerName; onClose: () => void }) {
  const start = useAct('notices', 'startMessengerLink')
  const { mutate } = start
  useEffect(() => mutate({ channel }), [mutate, channel])
  useClosedWhenLinked(channel, onClose)
  const { title } = words[channel]
  return (
    <Modal opened onClose={onClose} title={`Привязать ${title}`} size={460}>
      {start.error ? (
        <AlertBox
          tone="bad"
          action={
            <Button size="compact-sm" variant="default" onClick={() => mutate({ channel })}>
              Ещё раз
            </Button>
          }
        >
          {sentenceOf(start.error)}
        </AlertBox>
      ) : start.data ? (
        <Linking key={start.data.url} channel={channel} link={start.data} onAgain={() => mutate({ channel })} />
      ) : (
        <Row justify="center" className={classes.loading}>
          <Loader type="dots" aria-label="Готовим ссылку" />
        </Row>
      )}
    </Modal>
  )
}

/** As soon as a chat that was not there when the dialog opened is there, by whatever way it came. */
function useClosedWhenLinked(channel: MessengerName, onClose: () => void): void {
  const { settings } = useNoticeSettings()
  const known = useRef<Set<number> | null>(null)
  const living = settings?.addresses.filter((each) => each.channel === channel && each.endedAt === null)
  useEffect(() => {
    if (!living) return
    known.current ??= new Set(living.map(({ id }) => id))
    const fresh = living.find(({ id }) => !known.current?.has(id))
    if (!fresh) return
    showActionToast(`Привязан чат «${fresh.title}»`, null)
    onClose()
  })
}

function Linking({
  channel,
  link,
  onAgain,
}: {
  channel: MessengerName
  link: Result<'notices', 'startMessengerLink'>
  onAgain: () => void
}) {
  const over = useIsOver(link.expiresAt)
  const { open } = words[channel]
  const picture = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(link.url, { border: 2 }))}`,
    [link.url],
  )
  if (over) {
    return (
      <AlertBox
        tone="warn"
        action={
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            Новая ссылка
          </Button>
        }
      >
        Ссылка действует 15 минут, и они прошли.
      </AlertBox>
    )
  }
  return (
    <Stack>
      <p>Откройте чат по ссылке или наведите на картинку камеру телефона, затем нажмите «Начать».</p>
      <img className={classes.picture} src={picture} alt="QR-код со ссылкой на чат" width={200} height={200} />
      <Button component="a" href={link.url} target="_blank" rel="noopener noreferrer" data-autofocus>
        {open}
      </Button>
      {link.appUrl !== null && (
        <Button component="a" href={link.appUrl} variant="subtle">
          Открыть в приложении
        </Button>
      )}
      <Row gap={2} align="center" justify="center" role="status">
        <Loader size="xs" type="dots" aria-hidden="true" />
        <span className={typography.note}>Ждём, когда вы нажмёте «Начать»…</span>
      </Row>
      {link.groupCommand !== null && <GroupCommand command={link.groupCommand} />}
      {channel === 'vk' && <VkWidget />}
    </Stack>
  )
}

function GroupCommand({ command }: { command: string }) {
  return (
    <details className={classes.group}>
      <summary>Для общего чата команды</summary>
      <Stack gap={2}>
        <p>Добавьте бота в группу и напишите там:</p>
        <Code className={classes.command}>{command}</Code>
        <Row>
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? 'Скопировано' : 'Скопировать'}
              </Button>
            )}
          </CopyButton>
        </Row>
      </Stack>
    </details>
  )
}

/** Its time has come while the page was open. */
function useIsOver(at: string): boolean {
  const [over, setOver] = useState(() => Date.parse(at) <= Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return over
}

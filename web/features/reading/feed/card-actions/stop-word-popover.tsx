import { Button, Loader, Popover, Portal } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { TOTAL_CAP } from '../../../../../contract/total-cap.ts'
import { messageForms, plural, type PluralForms } from '../../../../../rules/plural.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import classes from './stop-word-popover.module.css'
import type { FeedQuestion } from '../page/feed-question.ts'
import type { SelectedWord } from './use-selected-word.ts'

const hideForms: PluralForms = ['скроется', 'скроются', 'скроется']

export interface StopWordPopoverProps {
  selected: SelectedWord
  /** The filter or the view that is read. */
  asked: FeedQuestion['ask']
  onAdd: (word: string) => void
  onClose: () => void
}

/** Beside a selected word: «В стоп-слова», and before that what it would cost. */
export function StopWordPopover({ selected, asked: feed, onAdd, onClose }: StopWordPopoverProps) {
  const [asked, setAsked] = useState(false)
  const { word, at } = selected
  return (
    <Portal>
      <Popover
        opened
        onDismiss={onClose}
        position="bottom-start"
        width={asked ? 320 : 'auto'}
        shadow="md"
        radius="md"
        withinPortal
        trapFocus={asked}
      >
        <Popover.Target>
          <span
            className={classes.target}
            style={{ left: at.left, top: at.top, height: at.height }}
            aria-hidden="true"
          />
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} data-stop-word aria-label={`Стоп-слово «${word}»`}>
          {asked ? (
            <Trial word={word} feed={feed} onAdd={() => onAdd(word)} onClose={onClose} />
          ) : (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconFilterOff size={17} stroke={1.7} aria-hidden="true" />}
              // Pressing it must not take the selection away.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setAsked(true)}
            >
              В стоп-слова
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
    </Portal>
  )
}

function Trial({
  word,
  feed,
  onAdd,
  onClose,
}: {
  word: string
  feed: FeedQuestion['ask']
  onAdd: () => void
  onClose: () => void
}) {
  const { data, error } = useCall('feed', 'tryStopWord', { ...feed, word }, { staleTime: 0 })
  return (
    <Stack gap={2} className={classes.trial}>
      <p className={classes.title}>Скрывать сообщения со словом «{word}»?</p>
      <div className={classes.count} role="status">
        {error ? (
          `Посчитать не получилось. ${sentenceOf(error)}`
        ) : data ? (
          <>
            За 30 дней {plural(data.hides, hideForms)} <b>{number(data.hides)}</b> {plural(data.hides, messageForms)} из{' '}
            {data.capped ? `${number(TOTAL_CAP)} последних` : number(data.of)}
          </>
        ) : (
          <Loader size="xs" type="dots" aria-label="Считаем" />
        )}
      </div>
      {data && data.samples.length > 0 && (
        <Stack as="ul" gap="tight" className={classes.samples}>
          {data.samples.slice(0, 3).map(({ seqId, text }) => (
            <li key={seqId}>{text}</li>
          ))}
        </Stack>
      )}
      <Row justify="flex-end" nowrap>
        <Button variant="default" size="sm" onClick={onClose}>
          Отмена
        </Button>
        <Button size="sm" onClick={onAdd} data-autofocus>
          Добавить
        </Button>
      </Row>
    </Stack>
  )
}

const number = (count: number): string => count.toLocaleString('ru')

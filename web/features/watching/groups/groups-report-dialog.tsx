import { Avatar, Button, CopyButton, Loader, Modal, Progress, ScrollArea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconEqual } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Addition } from '../../../../contract/watching/groups.ts'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { failedLinks, linkTones, linkWords, summaryOf, type LinkTone } from './addition-in-words.ts'
import classes from './groups-dialog.module.css'

export interface GroupsReportDialogProps {
  addition: Addition
  onClose: () => void
}

const marks: Record<LinkTone, ReactNode> = {
  busy: <Loader size={15} />,
  good: <IconCheck size={17} stroke={2.2} aria-hidden="true" />,
  quiet: <IconEqual size={17} stroke={2} aria-hidden="true" />,
  bad: <IconAlertTriangle size={17} stroke={2} aria-hidden="true" />,
}

/** What came of each link; filled in while they are looked up. It may be closed: the checking goes on. */
export function GroupsReportDialog({ addition, onClose }: GroupsReportDialogProps) {
  const { items, finished, done, total } = addition
  const failed = failedLinks(addition)
  return (
    <Modal opened onClose={onClose} title="Добавление групп" size={620}>
      <Stack>
        <p className={classes.summary} role="status">
          {summaryOf(addition)}
        </p>
        {!finished && <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label="Проверено ссылок" />}
        <ScrollArea.Autosize mah="min(440px, 50dvh)" className={classes.scroll} viewportProps={{ tabIndex: 0 }}>
          <Stack as="ol" gap={0} aria-label="Ссылки">
            {items.map(({ link, status, result }, at) => (
              <Row
                key={at}
                as="li"
                gap={3}
                align="center"
                nowrap
                className={classes.link}
                data-tone={linkTones[status]}
              >
                <Row as="span" gap={0} justify="center" nowrap className={classes.mark}>
                  {marks[linkTones[status]]}
                </Row>
                {result && (
                  <Avatar
                    src={result.avatar}
                    name={result.name}
                    color="initials"
                    size={28}
                    radius="xl"
                    alt=""
                    imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
                  />
                )}
                <Row gap={[0, 3]} justify="space-between" grow className={classes.words}>
                  <span className={classes.name}>
                    {result && <NetworkIcon network={result.network} size={15} />}
                    {result?.name ?? link}
                  </span>
                  <span className={typography.note}>{linkWords[status]}</span>
                </Row>
              </Row>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        {!finished && (
          <p className={typography.note}>Окно можно закрыть: проверка продолжится, а группы появятся в списке.</p>
        )}
        <Row gap={[2, 3]} align="center" justify="flex-end">
          {finished && failed.length > 0 && (
            <CopyButton value={failed.join('\n')}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Скопировано' : 'Скопировать неподошедшие'}
                </Button>
              )}
            </CopyButton>
          )}
          <Button onClick={onClose} data-autofocus>
            {finished ? 'Понятно' : 'Закрыть'}
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}

import { Button, Loader, Modal, Progress, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Project } from '../../../../contract/watching/projects.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import {
  endedWell,
  endInWords,
  isSavingOver,
  savingTitle,
  stepsOf,
  type ProjectSaving,
  type StepState,
} from './progress-steps.ts'
import classes from './project-progress-dialog.module.css'

export interface ProjectProgressDialogProps {
  saving: ProjectSaving
  project: Project
  /** Where its messages are. */
  feed: string
  onClose: () => void
}

const marks: Record<Exclude<StepState, 'waiting' | 'pending'>, ReactNode> = {
  ok: <IconCheck size={17} stroke={2.2} aria-hidden="true" />,
  skip: <IconMinus size={17} stroke={2.2} aria-hidden="true" />,
  error: <IconAlertTriangle size={17} stroke={2} aria-hidden="true" />,
}
const spoken: Record<StepState, string> = {
  waiting: 'ещё впереди',
  pending: 'идёт',
  ok: 'готово',
  skip: 'пропущено',
  error: 'ошибка',
}

/** A project is being saved: step by step, closed only when it has ended (spec §4). */
export function ProjectProgressDialog({ saving, project, feed, onClose }: ProjectProgressDialogProps) {
  const over = isSavingOver(saving)
  const well = endedWell(saving)
  const close = (): void => (over ? onClose() : undefined)
  return (
    <Modal
      opened
      onClose={close}
      title={savingTitle(saving)}
      size={480}
      withCloseButton={false}
      closeOnEscape={over}
      closeOnClickOutside={over}
    >
      <Stack as="ol" className={classes.steps} aria-live="polite">
        {stepsOf(saving).map(({ number, title, state, note }) => (
          <li key={number} className={classes.step} data-state={state}>
            <Row as="span" gap={0} align="center" justify="center" nowrap className={classes.mark}>
              {state === 'pending' ? <Loader size={16} /> : state === 'waiting' ? number : marks[state]}
            </Row>
            <Stack gap={1} className={classes.words}>
              <p className={classes.title}>
                {title}
                <VisuallyHidden>: {spoken[state]}</VisuallyHidden>
              </p>
              {note !== null && <p className={classes.note}>{note}</p>}
              {number === 2 && state === 'pending' && (
                <Progress value={(saving.progress?.done ?? 0) * 100} aria-label="Просмотрено сообщений" />
              )}
            </Stack>
          </li>
        ))}
      </Stack>
      {well && (
        <p className={classes.end} role="status">
          Готово. {endInWords(project)}
        </p>
      )}
      <Row justify="flex-end" className={classes.buttons}>
        <Button variant={well ? 'default' : 'filled'} disabled={!over} onClick={onClose} data-autofocus>
          Закрыть
        </Button>
        {well && (
          <Button component={Link} to={feed}>
            Открыть в ленте
          </Button>
        )}
      </Row>
    </Modal>
  )
}

import { Button, Collapse, Skeleton } from '@mantine/core'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { Suspense, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Project } from '../../../../contract/watching/projects.ts'
import { TOTAL_CAP } from '../../../../contract/total-cap.ts'
import { messagesInWords } from '../../../../rules/plural.ts'
import { CallError, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import card from '../../../kit/ui/components/card.module.css'
import { endedWell, type ProjectSaving } from './progress-steps.ts'
import { findPassedLimit, mistakesOf, savingErrorInWords } from './project-fields.ts'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectForm } from './project-form.tsx'
import beside from './preview-column.module.css'
import classes from './project-panel.module.css'
import { ProjectPreview, usePreview } from './project-preview.tsx'
import { useTakeProject } from './projects-cache.ts'
import { useProjectDraft, type ProjectDraft } from './use-project-draft.ts'

const ProgressDialog = lazyNamed(() => import('./project-progress-dialog.tsx'), 'ProjectProgressDialog')

/** What came of a saving stays to be read (spec §9: project message stays 600 s). */
const MESSAGE_MS = 600_000

const states: Record<Project['status'], string> = {
  RUNNING: 'слушает',
  STARTING_UP: 'ищет за прошлые дни',
  STOPPED: 'остановлен',
}
const stateOf = ({ status, downtimeReason }: Project): string =>
  downtimeReason === 'NOT_CONFIGURED' ? 'не настроен' : states[status]

/** One's own, or the team's with the right to. */
const mayChange = ({ team }: Project): boolean => team?.editable ?? true

export interface ProjectPanelProps {
  project: Project
  zone: string
  /** Where its messages are. */
  feed: string
  openAtFirst: boolean
  /** The person whose words from before they had a project wait in this one's form; null: they wait elsewhere. */
  takerId: number | null
}

/** One project: its state in a line, and its settings beside what they find. */
export function ProjectPanel({ project, zone, feed, openAtFirst, takerId }: ProjectPanelProps) {
  const [open, setOpen] = useState(openAtFirst)
  const body = useId()
  const take = useTakeProject()
  const refresh = useAct('projects', 'refreshProject', {
    onSuccess: ({ project: saved }) => take(saved),
    onError: (error) => showErrorToast(sentenceOf(error)),
  })
  const { name } = project
  return (
    <section className={`${card.surface} ${classes.panel}`} aria-label={name}>
      <Row as="header" gap={[0, 3]} align="center" justify="space-between" className={classes.head}>
        <h2 className={classes.title}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={body}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown className={classes.arrow} size={20} stroke={1.8} aria-hidden="true" />
            <span className={classes.name}>{name}</span>
            <span className={classes.state} data-status={project.status}>
              {stateOf(project)}
            </span>
            {project.team && <span className={typography.note}>команда «{project.team.owner}»</span>}
          </button>
        </h2>
        <Row gap={[1, 3]} align="center" className={classes.right}>
          {project.status !== 'STOPPED' && (
            <Link to={feed} className={classes.found}>
              {messagesInWords(project.inFeed, TOTAL_CAP)}
            </Link>
          )}
          {project.status !== 'STOPPED' && mayChange(project) && (
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={project.status === 'STARTING_UP'}
              loading={refresh.isPending}
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={() => refresh.mutate({ id: project.id })}
              aria-label={`Обновить: ${name}`}
            >
              Обновить
            </Button>
          )}
        </Row>
      </Row>
      <Collapse expanded={open} id={body}>
        {open &&
          (mayChange(project) ? (
            <Settings project={project} zone={zone} feed={feed} takerId={takerId} />
          ) : (
            <ProjectFacts project={project} />
          ))}
      </Collapse>
    </section>
  )
}

function Settings({ project, zone, feed, takerId }: Omit<ProjectPanelProps, 'openAtFirst'>) {
  const draft = useProjectDraft(project, takerId)
  const preview = usePreview(draft.fields)
  const saving = useSaving(project, draft)
  const { shown } = saving
  const refusedMistakes = mistakesOf(saving.error)
  return (
    <Stack className={classes.body}>
      <Downtime project={project} waiting={draft.fields.keywords.length > 0} />
      {saving.ended !== null && <AlertBox tone="quiet">{saving.ended}</AlertBox>}
      <HiddenNote project={project} />
      <div className={classes.columns}>
        <ProjectForm
          project={project}
          draft={draft}
          mistakes={
            refusedMistakes.length > 0 && !preview.preview ? refusedMistakes : (preview.preview?.mistakes ?? [])
          }
          error={saving.errorSentence ?? findPassedLimit(draft.fields)}
          busy={saving.busy}
          onSave={saving.begin}
        />
        <div className={beside.column}>
          <ProjectPreview
            shown={preview}
            zone={zone}
            filters={{ censor: draft.fields.censorFilter, neural: draft.fields.neuralFilter }}
            onFilters={draft.change}
            onExclude={(word) =>
              draft.change({ excludedKeywords: [...new Set([...draft.fields.excludedKeywords, word])] })
            }
          />
        </div>
      </div>
      {shown && (
        <LazyBoundary>
          <Suspense fallback={<Skeleton height={0} />}>
            <ProgressDialog saving={shown} project={project} feed={feed} onClose={saving.close} />
          </Suspense>
        </LazyBoundary>
      )}
    </Stack>
  )
}

function Downtime({ project, waiting }: { project: Project; waiting: boolean }) {
  return (
    <>
      {project.downtimeReason === 'NO_SUBSCRIPTION' && (
        <AlertBox
          tone="warn"
          action={
            project.team === null && (
              <Button component={Link} to="/order?product=project" variant="default" size="sm">
                Продлить
              </Button>
            )
          }
        >
          Подписка на проект не действует: он ничего не слушает. Настройки сохранены.
        </AlertBox>
      )}
      {project.downtimeReason === 'NOT_CONFIGURED' && (
        <AlertBox tone="quiet">
          {waiting
            ? 'Осталось сохранить: первые сообщения придут в течение минуты.'
            : 'Проект ещё не настроен. Добавьте ключевые слова и сохраните: первые сообщения придут в течение минуты.'}
        </AlertBox>
      )}
    </>
  )
}

/** What the project's filters keep out of the feed. */
function HiddenNote({ project: { hidden } }: { project: Project }) {
  if (hidden.censor + hidden.neural === 0) return null
  return (
    <p className={typography.note}>
      Скрыто из ленты:{' '}
      {[
        hidden.censor > 0 && `${hidden.censor.toLocaleString('ru')} с грубыми словами`,
        hidden.neural > 0 && `${hidden.neural.toLocaleString('ru')} нейрофильтром`,
      ]
        .filter(Boolean)
        .join(', ')}
      . Они не удалены: их видно в ленте в «Что скрыто».
    </p>
  )
}

/** What becomes of a saving, from the press of the button until it is read. */
function useSaving(project: Project, draft: ProjectDraft) {
  const take = useTakeProject()
  const [saving, setSaving] = useState<{ restart: boolean; version: number | null; refused: string | null } | null>(
    null,
  )
  const [ended, setEnded] = useState<string | null>(null)
  const save = useAct('projects', 'updateProject', {
    onSuccess: ({ project: saved }) => {
      draft.reset()
      take(saved)
      setSaving((before) => before && { ...before, version: saved.progress?.version ?? null })
    },
    onError: (error) => setSaving((before) => before && { ...before, refused: errorInWords(error) }),
  })
  useEffect(() => {
    if (ended === null) return
    const timer = setTimeout(() => setEnded(null), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [ended])
  // What is reported of an earlier saving is not shown for this one.
  const progress =
    saving !== null && saving.version !== null && (project.progress?.version ?? -1) >= saving.version
      ? project.progress
      : null
  const shown: ProjectSaving | null = saving && { restart: saving.restart, refused: saving.refused, progress }
  return {
    error: save.error,
    /** Why it was not saved, unless the dialog shows it. */
    errorSentence: save.error && saving === null ? errorInWords(save.error) : null,
    busy: save.isPending,
    shown,
    /** What came of it, once the dialog is closed. */
    ended,
    begin(restart: boolean): void {
      setEnded(null)
      setSaving({ restart, version: null, refused: null })
      save.mutate({ id: project.id, ...draft.fields, restart })
    },
    close(): void {
      if (shown && endedWell(shown)) setEnded('Изменения сохранены, проект слушает сети.')
      setSaving(null)
    },
  }
}

const errorInWords = (error: Error): string =>
  error instanceof CallError ? savingErrorInWords(error) : sentenceOf(error)

/** The numbered steps of a saving, as the popup draws them (spec §4 Project save progress). */
import type { Project, ProjectProgress } from '../../../../contract/watching/projects.ts'
import { TOTAL_CAP } from '../../../../contract/total-cap.ts'
import { dayForms, hourForms, messageForms, messagesInWords, plural } from '../../../../rules/plural.ts'

export type StepState = 'waiting' | 'pending' | 'ok' | 'skip' | 'error'

export interface ProgressStep {
  number: number
  title: string
  state: StepState
  /** How far it is, or what came of it. */
  note: string | null
}

export interface ProjectSaving {
  /** As it was asked for; false disables step 2. */
  restart: boolean
  /** Null: the server has not answered yet. */
  progress: ProjectProgress | null
  /** It was refused. */
  refused: string | null
}

const LAST = 3

export function stepsOf({ restart, progress, refused }: ProjectSaving): ProgressStep[] {
  const at = progress?.step ?? 1
  const status = refused === null ? (progress?.status ?? 'pending') : 'error'
  // What is done or left out gives way to the next step, which is then under way.
  const current = (status === 'ok' || status === 'skip') && at < LAST ? at + 1 : at
  return [1, 2, 3].map((number) => {
    const state = stateOf(number, current, at, status)
    const skipped = number === 2 && (!restart || (state === 'skip' && at === 2))
    return {
      number,
      title: titleOf(number, progress),
      state: skipped ? 'skip' : state,
      note: noteOf(number, state, skipped, progress, refused),
    }
  })
}

function stateOf(number: number, current: number, at: number, status: ProjectProgress['status']): StepState {
  if (number === at && (status === 'error' || status === 'skip')) return status
  if (number < current || (number === at && status === 'ok')) return 'ok'
  if (number > current) return 'waiting'
  return 'pending'
}

function titleOf(number: number, progress: ProjectProgress | null): string {
  if (number === 1) return 'Проверяем и сохраняем настройки'
  if (number === 3) return 'Слушаем новые сообщения'
  const hours = progress?.hours ?? null
  return hours === null ? 'Ищем в сообщениях за прошлые дни' : `Ищем в сообщениях за ${inHours(hours)}`
}

function inHours(hours: number): string {
  if (hours <= 1) return 'последний час'
  if (hours < 48) return `последние ${hours} ${plural(hours, hourForms)}`
  const days = Math.round(hours / 24)
  return `последние ${days} ${plural(days, dayForms)}`
}

function noteOf(
  number: number,
  state: StepState,
  skipped: boolean,
  progress: ProjectProgress | null,
  refused: string | null,
): string | null {
  if (skipped) return 'Пропущено: старые сообщения остаются как есть'
  if (state === 'error') return refused ?? errorInWords(progress)
  if (number !== 2 || progress?.total == null || (state !== 'ok' && state !== 'pending')) return null
  const total = `${progress.total.toLocaleString('ru')} ${plural(progress.total, messageForms)}`
  return state === 'ok' ? `Найдено: ${total}` : `Найдено пока: ${total}`
}

/** TOO_MANY_RESULTS has a sentence of its own: how many is what helps to decide. */
function errorInWords(progress: ProjectProgress | null): string | null {
  const error = progress?.error
  if (!error) return null
  const total = error.details.total
  if (error.code !== 'TOO_MANY_RESULTS' || total === undefined) return error.message
  return `Нашлось слишком много: ${total.toLocaleString('ru')} ${plural(total, messageForms)}. Уточните ключевые слова, добавьте контекст или стоп-слова.`
}

/** May the popup be closed (spec §4)? Only on an error or at the end. */
export function isSavingOver({ progress, refused }: ProjectSaving): boolean {
  return refused !== null || progress?.status === 'error' || (progress?.step === LAST && progress.status === 'ok')
}

export function endedWell({ progress, refused }: ProjectSaving): boolean {
  return refused === null && progress?.step === LAST && progress.status === 'ok'
}

/** What stands above the steps: what is going on, then what came of it. */
export function savingTitle(saving: ProjectSaving): string {
  if (saving.refused !== null) return 'Проект не сохранён'
  if (!isSavingOver(saving)) return 'Сохраняем проект'
  return endedWell(saving) ? 'Проект сохранён' : 'Сохранено, но прошлые дни не просмотрены'
}

/** What came of a saving that ended well. */
export function endInWords({ progress, inFeed, found }: Pick<Project, 'progress' | 'inFeed' | 'found'>): string {
  const total = progress?.total ?? null
  if (total === null) return 'Новые сообщения придут в ленту сами.'
  if (total === 0) return 'За прошлые дни ничего не нашлось, новые сообщения придут в ленту сами.'
  if (inFeed === 0) return 'Всё, что нашлось, скрыто. Новые сообщения придут в ленту сами.'
  const rest = found - inFeed
  const others = `остальное из ${found.toLocaleString('ru')} — копии, спам и скрытое фильтрами проекта`
  return `В ленте уже ${messagesInWords(inFeed, TOTAL_CAP)}${rest > 0 && inFeed <= TOTAL_CAP ? `, ${others}` : ''}.`
}

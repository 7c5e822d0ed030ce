import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import type {
  CategoryContent,
  CategoryLists,
  CategoryPreview,
  CategorySample,
} from '../../../../contract/watching/editing.ts'
import { dayForms, messageForms, plural } from '../../../../rules/plural.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { SampleCard } from '../../../kit/ui/components/sample-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { expectedInWords } from './in-words.ts'
import classes from './category-preview.module.css'

/** Thousands of texts are read for it: no one waits for what comes between two letters. */
const TYPING_MS = 700

const listsOf = ({ queries, topics, excluded }: CategoryContent): CategoryLists => ({ queries, topics, excluded })

/** Of what does not change so many are enough, where something does. */
const FEW = 3

/** What the draft would find beside what is published, read again a moment after the last letter. */
export function useCategoryPreview(id: number, content: CategoryContent) {
  const typed = JSON.stringify(listsOf(content))
  const [settled] = useDebouncedValue(typed, TYPING_MS)
  const { data, error, refetch, isFetching } = useCall(
    'editing',
    'previewCategory',
    { id, ...(JSON.parse(settled) as CategoryLists) },
    { placeholderData: keepPreviousData, staleTime: 60_000, retry: false },
  )
  return { preview: data, error, retry: () => void refetch(), busy: isFetching || settled !== typed }
}

export interface CategoryPreviewProps {
  shown: ReturnType<typeof useCategoryPreview>
  isNew: boolean
  zone: string
  onExclude: (word: string) => void
}

export function CategoryPreviewPart({ shown, isNew, zone, onExclude }: CategoryPreviewProps) {
  const { preview, error, retry, busy } = shown
  if (error && !preview)
    return (
      <LoadFailure error={error} onRetry={retry}>
        Посмотреть заранее не получилось.
      </LoadFailure>
    )
  if (!preview) return <Skeleton height={240} radius="lg" aria-busy="true" />
  const { comesIn, goesOut, stays, days } = preview
  const unchanged = comesIn.count === 0 && goesOut.count === 0
  return (
    <Stack
      as="section"
      gap={3}
      className={classes.preview}
      aria-label="Что изменится"
      // It may be scrolled by itself: by keys too.
      tabIndex={0}
      aria-busy={busy}
      data-busy={busy || undefined}
    >
      <header>
        <p className={classes.expected} role="status">
          {isNew ? expectedOfNew(preview) : expectedInWords(preview)}
        </p>
        <p className={typography.note}>
          {unchanged
            ? `По сообщениям за ${daysInWords(days)} ничего не меняется.`
            : `По сообщениям за ${daysInWords(days)}. Найденное раньше остаётся в лентах.`}
        </p>
      </header>
      {error && (
        <LoadFailure error={error} onRetry={retry}>
          Пересчитать не получилось.
        </LoadFailure>
      )}
      {preview.noisyWords.length > 0 && <NoisyWords preview={preview} onExclude={onExclude} />}
      <Moved title={isNew ? 'Придёт' : 'Войдёт'} sign="+" moved={comesIn} estimated={preview.estimated} zone={zone} />
      <Moved title="Уйдёт" sign="−" moved={goesOut} estimated={preview.estimated} zone={zone} />
      <Moved
        title={unchanged ? 'Приходит' : 'Останется'}
        sign=""
        moved={{ ...stays, samples: unchanged ? stays.samples : stays.samples.slice(0, FEW) }}
        estimated={preview.estimated}
        zone={zone}
      />
    </Stack>
  )
}

const daysInWords = (days: number): string => {
  const whole = Math.max(1, Math.round(days))
  return `${whole} ${plural(whole, dayForms)}`
}

const expectedOfNew = (preview: CategoryPreview): string =>
  expectedInWords(preview).replace(/ вместо 0$|, как и сейчас$/, '')

function NoisyWords({
  preview: { noisyWords, read },
  onExclude,
}: Pick<CategoryPreviewProps, 'onExclude'> & { preview: CategoryPreview }) {
  return (
    <Stack as="section" gap={2} aria-label="Шумные слова">
      <h3 className={classes.subtitle}>Шумные слова</h3>
      <p className={typography.note}>
        С ними приходит реклама и то, что не просьба. Нажатие добавит слово в исключения: сколько прочитанных ({read})
        уйдёт, стоит рядом.
      </p>
      <Row as="ul" gap="tight">
        {noisyWords.map(({ word, suspected, good }) => (
          <li key={word}>
            <button
              type="button"
              className={classes.word}
              title={`Уйдёт сомнительных: ${suspected}, хороших: ${good}`}
              aria-label={`Исключить «${word}»: сомнительных ${suspected}, хороших ${good}`}
              onClick={() => onExclude(word)}
            >
              <IconPlus size={14} aria-hidden="true" />
              {word}
              <span className={classes.bad}>−{suspected}</span>
              {good > 0 && <span className={typography.small}>и {good} хороших</span>}
            </button>
          </li>
        ))}
      </Row>
    </Stack>
  )
}

interface MovedProps {
  title: string
  sign: string
  moved: CategoryPreview['comesIn']
  estimated: boolean
  zone: string
}

function Moved({ title, sign, moved: { count, samples }, estimated, zone }: MovedProps) {
  const heading = useId()
  if (count === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby={heading}>
      <h3 id={heading} className={classes.subtitle} data-sign={sign}>
        {title}: {estimated && 'около '}
        {count.toLocaleString('ru')} {plural(count, messageForms)}
      </h3>
      {samples.map((sample) => (
        <SampleCard key={sample.id} sample={sample} zone={zone}>
          <Mark sign={sign} suspicion={sample.suspicion} />
        </SampleCard>
      ))}
    </Stack>
  )
}

const suspicions = { unwanted: 'похоже на рекламу', cold: 'не похоже на просьбу' }

function Mark({ sign, suspicion }: { sign: string; suspicion: CategorySample['suspicion'] }) {
  return (
    <span className={classes.mark} data-sign={sign} data-suspicion={suspicion ?? undefined}>
      {`${sign} ${suspicion ? suspicions[suspicion] : 'просьба'}`.trim()}
    </span>
  )
}
